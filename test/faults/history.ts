/** Every request and answer of a run under faults, and an independent judgement of what callers were told. */

/** `status` is null when the connection broke: the caller does not know what became of the request. */
export type Reveal = {
  accountId: string
  apiKey: string
  idempotencyKey: string
  contactIds: string[]
  sentAt: number
  answeredAt: number
  status: number | null
  /** The answer is that to an earlier request under the same key. */
  isReplay: boolean
  spent: number
  /** Contacts that the answer shows, and whether it says that it charged for them. */
  shown: { id: string; charged: boolean }[]
}

export type History = {
  reveals: Reveal[]
  /** When the operator was told that it is done; what was sent later must know it. Infinity: nobody knows whether it was done. */
  suppressed: Map<string, number>
  revoked: Map<string, number>
  /** What the operator granted, by the reason in the ledger; whether it was acknowledged. */
  granted: Map<string, { accountId: string; credits: number; isDone: boolean }>
  /** Domains of stores whose import was acknowledged. */
  imported: string[]
  planChanges: number
  faults: { name: string; startedAt: number; endedAt: number }[]
  /** Spends whose connection was cut at their commit: before the database heard of it, and after it had committed. */
  commitsCut: { before: number; after: number }
}

export const emptyHistory = (): History => ({
  reveals: [],
  suppressed: new Map(),
  revoked: new Map(),
  granted: new Map(),
  imported: [],
  planChanges: 0,
  faults: [],
  commitsCut: { before: 0, after: 0 },
})

export type Violation = { rule: string; reveals: Reveal[] }

const allowed = new Set([200, 401, 402, 404, 429, 503])

/** Judges what callers were told, without looking at how it was done. */
export function judgeAnswers({ reveals, suppressed, revoked }: History): Violation[] {
  const violations: Violation[] = []
  const charged = new Map<string, Reveal>()
  const byKey = new Map<string, Reveal>()
  for (const reveal of reveals) {
    const told = (rule: string, ...others: Reveal[]) => violations.push({ rule, reveals: [...others, reveal] })
    if (reveal.status !== null && !allowed.has(reveal.status)) told(`answered ${reveal.status}`)
    const revokedAt = revoked.get(reveal.apiKey)
    if (reveal.status === 200 && revokedAt !== undefined && reveal.sentAt > revokedAt) told('a revoked key was served')
    if (reveal.status === 401 && revokedAt === undefined) told('a good key was refused')
    if (reveal.status !== 200) continue
    const first = byKey.get(reveal.idempotencyKey)
    if (first && !isSame(first, reveal, suppressed)) told('a replay differs from the first answer', first)
    if (!first) byKey.set(reveal.idempotencyKey, reveal)
    for (const { id, charged: isCharged } of reveal.shown) {
      const hiddenAt = suppressed.get(id)
      if (hiddenAt !== undefined && reveal.sentAt > hiddenAt) told('a suppressed contact was shown')
      const before = charged.get(`${reveal.accountId} ${id}`)
      if (isCharged && before && before.idempotencyKey !== reveal.idempotencyKey)
        told('a contact was charged twice', before)
      if (isCharged && !before) charged.set(`${reveal.accountId} ${id}`, reveal)
    }
  }
  return violations
}

/**
 * What an account owns, it was told to have paid for: by the first answer, or, if that was lost, by the answer to a retry.
 * Of requests without any answer nobody knows.
 */
export function judgeCharges(
  { reveals, suppressed }: History,
  accountId: string,
  owned: Iterable<string>,
): Violation[] {
  const ofAccount = reveals.filter((reveal) => reveal.accountId === accountId)
  const served = ofAccount.filter(({ status }) => status === 200)
  const told = new Set(served.flatMap(({ shown }) => shown.filter(({ charged }) => charged).map(({ id }) => id)))
  const answeredKeys = new Set(served.map(({ idempotencyKey }) => idempotencyKey))
  const unanswered = ofAccount.filter(({ idempotencyKey }) => !answeredKeys.has(idempotencyKey))
  const unknown = new Set(unanswered.flatMap(({ contactIds }) => contactIds))
  return [...owned]
    .filter((id) => !told.has(id) && !unknown.has(id) && !suppressed.has(id))
    .map((id) => ({
      rule: 'a contact was charged, but no answer says so',
      reveals: ofAccount.filter(({ contactIds }) => contactIds.includes(id)),
    }))
}

/** Requests whose answer was lost after they were charged, and whose retry got that answer. */
export function countRecovered({ reveals }: Pick<History, 'reveals'>): number {
  const served = reveals.filter(({ status }) => status === 200).sort((a, b) => a.answeredAt - b.answeredAt)
  const firsts = new Map<string, Reveal>()
  for (const reveal of served) if (!firsts.has(reveal.idempotencyKey)) firsts.set(reveal.idempotencyKey, reveal)
  return [...firsts.values()].filter(({ isReplay, spent }) => isReplay && spent > 0).length
}

/** The same facts, but for contacts that were suppressed in between. */
function isSame(first: Reveal, second: Reveal, suppressed: ReadonlyMap<string, number>): boolean {
  const facts = ({ shown }: Reveal) =>
    JSON.stringify(shown.filter(({ id }) => !suppressed.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1)))
  return first.spent === second.spent && facts(first) === facts(second)
}

/**
 * The fewest requests that still show the violation, with every other request for the same contacts of the same account, and
 * the faults they met. Requests are left out one by one for as long as the rule stays broken.
 */
export function shortestHistory({ rule, reveals }: Violation, history: History): string[] {
  let needed = reveals
  for (const one of reveals) {
    const without = needed.filter((reveal) => reveal !== one)
    const isStillBroken = judgeAnswers({ ...history, reveals: without }).some((found) => found.rule === rule)
    if (isStillBroken) needed = without
  }
  const contacts = new Set(needed.flatMap(({ contactIds }) => contactIds))
  const accounts = new Set(needed.map(({ accountId }) => accountId))
  const related = history.reveals.filter(
    (reveal) => accounts.has(reveal.accountId) && reveal.contactIds.some((id) => contacts.has(id)),
  )
  const isMet = ({ startedAt, endedAt }: History['faults'][number]) =>
    related.some((reveal) => reveal.answeredAt >= startedAt && reveal.sentAt <= endedAt)
  const lines = [
    ...related.map((reveal) => ({ at: reveal.sentAt, text: describe(reveal, needed.includes(reveal)) })),
    ...history.faults.filter(isMet).map(({ name, startedAt, endedAt }) => ({
      at: startedAt,
      text: `fault: ${name}, for ${endedAt - startedAt} ms`,
    })),
    ...[...contacts].flatMap((id) =>
      history.suppressed.has(id) ? [{ at: history.suppressed.get(id)!, text: `${id} is suppressed` }] : [],
    ),
  ]
  const [first] = lines.map(({ at }) => at).sort((a, b) => a - b)
  return lines.sort((a, b) => a.at - b.at).map(({ at, text }) => `${String(at - first!).padStart(8)} ms  ${text}`)
}

function describe({ idempotencyKey, contactIds, status, spent, shown, sentAt, answeredAt }: Reveal, isNeeded: boolean) {
  const told = shown.map(({ id, charged }) => (charged ? `${id} (charged)` : id)).join(', ')
  const outcome = status === null ? 'no answer' : `${status}, spent ${spent}${told && `, shown ${told}`}`
  const mark = isNeeded ? '*' : ' '
  return `${mark} "${idempotencyKey}" ${contactIds.join(', ')}: after ${answeredAt - sentAt} ms ${outcome}`
}

type Span = { from: number; to: number }

/** The longest time between two reveals that were served; of those that overlap the span, if one is given. */
export function findSilence({ reveals }: Pick<History, 'reveals'>, span?: Span): Span {
  const times = reveals.filter(({ status }) => status === 200).map(({ answeredAt }) => answeredAt)
  times.sort((a, b) => a - b)
  let longest: Span = { from: 0, to: 0 }
  times.forEach((to, at) => {
    const from = times[at - 1] ?? to
    const isInside = !span || (to > span.from && from < span.to)
    if (isInside && to - from > longest.to - longest.from) longest = { from, to }
  })
  return longest
}

/** In milliseconds. */
export function longestSilence(history: Pick<History, 'reveals'>, span?: Span): number {
  const { from, to } = findSilence(history, span)
  return to - from
}

/** The longest silence that began or went on while a fault of a kind lasted, by the kind of fault. */
export function silenceByFault(history: History): Map<string, number> {
  const longest = new Map<string, number>()
  for (const { name, startedAt, endedAt } of history.faults) {
    const silence = longestSilence(history, { from: startedAt, to: endedAt })
    longest.set(name, Math.max(longest.get(name) ?? 0, silence))
  }
  return longest
}
