/** A minimal model of the ledger: no database, no batches, no locks. Tests compare the real one with it. */
import type { Period } from '../../src/credits/ledger.ts'
import type { SpendOutcome } from '../../src/credits/spend-request.ts'

export type ModelEntry = {
  seq: number
  kind: string
  amount: number
  balance_after: number
  actor_id: string | null
  contact_ids: string[]
  /** Before the first period: as the driver reads the beginning of time. */
  period_start: Date | number
  opens_period: boolean
  refunds_seq: number | null
  created_at: Date
  /** From which lots, or to which: the number of the entry that made the lot, 0 for the period's own credits. */
  parts: [number, number][]
}

type ModelLot = { seq: number; left: number; expires: Date | null; reference: string | null }

export type ModelAccount = {
  balance: number
  periodCredits: number
  periodStart: Date | null
  periodEnd: Date | null
  owned: Map<string, Date>
  /** Contacts that it wants left out. */
  excluded: Set<string>
  keys: Map<
    string,
    { requested: string; available: string[]; excluded: string[]; charged: string[]; remaining: number; at: Date }
  >
  spentBy: Map<string, number>
  entries: ModelEntry[]
  /** All credits but the period's own. */
  lots: ModelLot[]
}

/** sold: can be bought. kept: only owners may read it (retired, or without a channel left). hidden: suppressed or unknown. */
export type ContactState = 'sold' | 'kept' | 'hidden'
export type ModelCall = {
  period: Period
  actor: { id: string; limit: number | null }
  key: string | null
  contactIds: string[]
  /** Buys excluded contacts, too. */
  allowed: boolean
}

export const createModelAccount = (): ModelAccount => ({
  balance: 0,
  periodCredits: 0,
  periodStart: null,
  periodEnd: null,
  owned: new Map(),
  excluded: new Set(),
  keys: new Map(),
  spentBy: new Map(),
  entries: [],
  lots: [],
})

type Draft = Partial<ModelEntry> & { kind: string; amount: number }

function write(account: ModelAccount, now: Date, draft: Draft): ModelEntry {
  const entry: ModelEntry = {
    seq: account.entries.length + 1,
    balance_after: account.balance + draft.amount,
    actor_id: null,
    contact_ids: [],
    period_start: account.periodStart ?? Number.NEGATIVE_INFINITY,
    opens_period: false,
    refunds_seq: null,
    created_at: now,
    parts: draft.amount === 0 ? [] : [[0, draft.amount]],
    ...draft,
  }
  account.balance += draft.amount
  for (const [seq, amount] of entry.parts) {
    const lot = account.lots.find((one) => one.seq === seq)
    if (lot) lot.left += amount
  }
  account.entries.push(entry)
  return entry
}

/** Credits that become a lot of their own. */
export function writeLot(account: ModelAccount, now: Date, draft: Draft, lot: Omit<ModelLot, 'seq' | 'left'>): void {
  const seq = account.entries.length + 1
  write(account, now, { ...draft, parts: [[seq, draft.amount]] })
  account.lots.push({ seq, left: draft.amount, ...lot })
}

/** The period's own credits first, then what expires first: lots without a date expire with the period. */
function take(
  account: ModelAccount,
  amount: number,
  mayTake: (lot: ModelLot) => boolean = () => true,
): [number, number][] {
  const inLots = account.lots.reduce((sum, { left }) => sum + left, 0)
  const own = { seq: 0, left: account.balance - inLots }
  const dateOf = (lot: ModelLot) => (lot.expires ?? account.periodEnd)?.getTime() ?? Number.MAX_VALUE
  const lots = account.lots.filter(mayTake).sort((a, b) => dateOf(a) - dateOf(b) || a.seq - b.seq)
  const parts: [number, number][] = []
  let missing = amount
  for (const { seq, left } of [own, ...lots]) {
    const taken = Math.min(left, missing)
    if (taken > 0) parts.push([seq, -taken])
    missing -= taken
  }
  return parts
}

const endsWithPeriod = (lot: ModelLot): boolean => lot.expires === null

const leftOfPeriod = ({ balance, lots }: ModelAccount): number =>
  balance - lots.filter((lot) => !endsWithPeriod(lot)).reduce((sum, { left }) => sum + left, 0)

/** Lots whose date has passed. */
export function lapse(account: ModelAccount, now: Date): void {
  const over = account.lots
    .filter(({ left, expires }) => left > 0 && expires !== null && expires <= now)
    .sort((a, b) => a.expires!.getTime() - b.expires!.getTime() || a.seq - b.seq)
  if (over.length === 0) return
  const parts = over.map(({ seq, left }): [number, number] => [seq, -left])
  write(account, now, { kind: 'expire', amount: -over.reduce((sum, { left }) => sum + left, 0), parts })
}

const isDue = (account: ModelAccount, period: Period): boolean =>
  account.periodStart === null || account.periodStart < period.start

export function open(account: ModelAccount, now: Date, period: Period): void {
  lapse(account, now)
  if (!isDue(account, period)) return
  const rest = leftOfPeriod(account)
  if (rest > 0) write(account, now, { kind: 'expire', amount: -rest, parts: take(account, rest, endsWithPeriod) })
  account.periodStart = period.start
  account.periodEnd = period.end
  account.periodCredits = period.credits
  write(account, now, { kind: 'grant', amount: period.credits, opens_period: true })
}

export function reveal(
  account: ModelAccount,
  now: Date,
  call: ModelCall,
  stateOf: (contactId: string) => ContactState,
): SpendOutcome {
  const { actor, contactIds: asked, allowed } = call
  const requested = [...asked, allowed].join()
  const isReadable = (id: string) => stateOf(id) !== 'hidden'
  const first = call.key === null ? undefined : account.keys.get(call.key)
  if (first) {
    if (first.requested !== requested) return { kind: 'idempotency_conflict' }
    const items = asked.map((contactId) => ({
      contactId,
      revealedAt: isReadable(contactId) && first.available.includes(contactId) ? account.owned.get(contactId)! : null,
      charged: first.charged.includes(contactId),
      excluded: isReadable(contactId) && first.excluded.includes(contactId),
    }))
    return {
      kind: 'spent',
      items,
      spent: first.charged.length,
      remaining: first.remaining,
      replayed: true,
      originalRequestId: null,
    }
  }

  const isLeftOut = (id: string) => !allowed && account.excluded.has(id)
  const unowned = asked.filter((id) => stateOf(id) === 'sold' && !account.owned.has(id))
  const bought = unowned.filter((id) => !isLeftOut(id))
  const excluded = unowned.filter(isLeftOut)
  const available = asked.filter((id) => bought.includes(id) || (isReadable(id) && account.owned.has(id)))
  const due = isDue(account, call.period)
  const upToDate = structuredClone(account)
  open(upToDate, now, call.period)
  const { balance, periodCredits } = upToDate
  if (bought.length > balance) {
    return { kind: 'insufficient_credits', required: bought.length, remaining: balance, periodCredits }
  }
  const counter = `${actor.id} ${(due ? call.period.start : account.periodStart!).toISOString()}`
  const spentBefore = account.spentBy.get(counter) ?? 0
  if (bought.length > 0 && actor.limit !== null && spentBefore + bought.length > actor.limit) {
    return { kind: 'actor_limit_reached', actor: 'api_key', limit: actor.limit }
  }
  if (available.length + excluded.length > 0) {
    open(account, now, call.period)
    if (bought.length > 0) {
      write(account, now, {
        kind: 'spend',
        amount: -bought.length,
        actor_id: actor.id,
        contact_ids: bought,
        parts: take(account, bought.length),
      })
      account.spentBy.set(counter, spentBefore + bought.length)
      for (const id of bought) account.owned.set(id, now)
    }
    if (call.key !== null) {
      account.keys.set(call.key, {
        requested,
        available,
        excluded,
        charged: bought,
        remaining: balance - bought.length,
        at: now,
      })
    }
  }
  const items = asked.map((contactId) => ({
    contactId,
    revealedAt: available.includes(contactId) ? account.owned.get(contactId)! : null,
    charged: bought.includes(contactId),
    excluded: excluded.includes(contactId),
  }))
  return { kind: 'spent', items, spent: bought.length, remaining: balance - bought.length, replayed: false }
}

/** Grants and adjustments, and whether they were allowed. */
export function change(account: ModelAccount, now: Date, period: Period, kind: string, amount: number): boolean {
  const trial = structuredClone(account)
  open(trial, now, period)
  trial.periodCredits += amount
  if (leftOfPeriod(trial) + amount < 0 || trial.periodCredits < 0) return false
  if (kind === 'grant') writeLot(trial, now, { kind, amount }, { expires: null, reference: null })
  else if (amount < 0) write(trial, now, { kind, amount, parts: take(trial, -amount, endsWithPeriod) })
  else write(trial, now, { kind, amount })
  Object.assign(account, trial)
  return true
}

/** A purchase counts once. */
export function buyPack(account: ModelAccount, now: Date, reference: string, amount: number, expires: Date): void {
  lapse(account, now)
  if (account.lots.some((lot) => lot.reference === reference)) return
  writeLot(account, now, { kind: 'grant', amount }, { expires, reference })
}

/** The unspent credits of a pack or of the period, and how many of them were taken. */
export function takeBack(account: ModelAccount, now: Date, of: string | Date, wanted: number): number {
  lapse(account, now)
  let seq = 0
  let left = 0
  if (typeof of === 'string') {
    const lot = account.lots.find(({ reference }) => reference === of)
    if (lot) ({ seq, left } = lot)
  } else if (account.periodStart?.getTime() === of.getTime()) {
    const inLots = account.lots.reduce((sum, lot) => sum + lot.left, 0)
    left = Math.min(account.balance - inLots, account.periodCredits)
  }
  const amount = Math.min(left, wanted)
  if (amount < 1) return 0
  if (typeof of !== 'string') account.periodCredits -= amount
  write(account, now, { kind: 'adjust', amount: -amount, parts: [[seq, -amount]] })
  return amount
}

export function refund(account: ModelAccount, now: Date, period: Period, seq: number, wanted?: number): boolean {
  const trial = structuredClone(account)
  open(trial, now, period)
  const spend = trial.entries[seq - 1]!
  const refunded = trial.entries.filter((entry) => entry.refunds_seq === seq)
  const left = -spend.amount - refunded.reduce((sum, { amount }) => sum + amount, 0)
  const amount = wanted ?? left
  if (amount < 1 || amount > left) return false
  const dates = spend.parts.map(([lot]) => trial.lots.find((one) => one.seq === lot)?.expires ?? null)
  const keepsDate = dates.every((date) => date !== null && date > now)
  const expires = keepsDate ? new Date(Math.max(...dates.map((date) => date!.getTime()))) : null
  const draft = { kind: 'refund', amount, contact_ids: spend.contact_ids, refunds_seq: seq }
  writeLot(trial, now, draft, { expires, reference: null })
  Object.assign(account, trial)
  return true
}

export function forget(account: ModelAccount, before: Date): void {
  for (const [key, { at }] of account.keys) if (at < before) account.keys.delete(key)
}
