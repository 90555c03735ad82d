/** Where an account's credits lie, and which of them go first. Nothing here asks the database. */

export const lotSources = ['period', 'pack', 'goodwill', 'returned'] as const
export type LotSource = (typeof lotSources)[number]

/** Credits beyond the period's own. Null: they expire with the period. */
export type HeldLot = {
  seq: number
  source: Exclude<LotSource, 'period'>
  remaining: number
  expiresAt: Date | null
}

/** The amount that an entry adds to a lot or takes from it. */
export type LotPart = { seq: number; amount: number }

/** Stands for the period's own credits among the numbers of lots. */
export const ownLot = 0

/** `periodEnd` is null for an account without a period: credits without a date of their own then have none at all. */
type Holdings = { balance: number; lots: readonly HeldLot[]; periodEnd: Date | null }

/** Credits in no other lot belong to the period. */
export const ownRemaining = ({ balance, lots }: Pick<Holdings, 'balance' | 'lots'>): number =>
  balance - lots.reduce((sum, { remaining }) => sum + remaining, 0)

/** Lots beyond the period's own credits, whatever their source: the one that expires first, among equals the oldest. */
export function inSpendingOrder({ lots, periodEnd }: Omit<Holdings, 'balance'>): HeldLot[] {
  const timeOf = ({ expiresAt }: HeldLot): number => (expiresAt ?? periodEnd)?.getTime() ?? Number.MAX_VALUE
  return lots.toSorted((a, b) => timeOf(a) - timeOf(b) || a.seq - b.seq)
}

/** A spend takes the period's own credits first, then from the lot that expires first. */
export function takeInOrder(held: Holdings, amount: number): LotPart[] {
  let missing = amount
  const parts: LotPart[] = []
  const sources = [{ seq: ownLot, remaining: ownRemaining(held) }, ...inSpendingOrder(held)]
  for (const { seq, remaining } of sources) {
    const taken = Math.min(missing, remaining)
    if (taken > 0) parts.push({ seq, amount: -taken })
    missing -= taken
  }
  // The rest would take the balance below zero, which its constraint refuses.
  return missing > 0 ? [...parts, { seq: ownLot, amount: -missing }] : parts
}

/** Only what expires with the period: its own credits, and the lots that have no date. */
export function periodBound(held: Holdings): Holdings {
  const lots = held.lots.filter(({ expiresAt }) => expiresAt === null)
  return { ...held, lots, balance: ownRemaining(held) + lots.reduce((sum, { remaining }) => sum + remaining, 0) }
}

/** All that expires with the period. */
export function partsOfPeriod(held: Holdings): LotPart[] {
  const bound = periodBound(held)
  return takeInOrder(bound, bound.balance)
}

/** The rest of lots whose date has passed. */
export const partsOverdue = (held: Holdings, now: Date): LotPart[] =>
  inSpendingOrder(held).flatMap(({ seq, remaining, expiresAt }) =>
    remaining > 0 && expiresAt !== null && expiresAt <= now ? [{ seq, amount: -remaining }] : [],
  )

export const sumOf = (parts: readonly LotPart[]): number => parts.reduce((sum, { amount }) => sum + amount, 0)

export const applyParts = (lots: readonly HeldLot[], parts: readonly LotPart[]): HeldLot[] =>
  lots.map((lot) => {
    const part = parts.find(({ seq }) => seq === lot.seq)
    return part ? { ...lot, remaining: lot.remaining + part.amount } : lot
  })

/** What the balance row says of the lots, so that most spends need to look at nothing else. */
export function arrange(held: Holdings): { lotSeq: number | null; setAside: number; lotsExpireAt: Date | number } {
  const left = inSpendingOrder({ ...held, lots: held.lots.filter(({ remaining }) => remaining > 0) })
  const own = ownRemaining(held)
  const current = own > 0 ? null : (left[0] ?? null)
  const dates = left.flatMap(({ expiresAt }) => expiresAt ?? [])
  return {
    lotSeq: current?.seq ?? null,
    setAside: held.balance - (current?.remaining ?? own),
    lotsExpireAt: dates[0] ?? Number.POSITIVE_INFINITY,
  }
}
