/** Every request and answer of a run under faults, and an independent judgement of them against the tables. */
import { verifyLedger } from '../../src/credits/verify.ts'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'

/** `status` is null when the connection broke: the caller does not know what became of the request. */
export type Reveal = {
  accountId: string
  apiKey: string
  idempotencyKey: string
  contactIds: string[]
  sentAt: number
  answeredAt: number
  status: number | null
  spent: number
  /** Contacts that the answer shows, and whether it says that it charged for them. */
  shown: { id: string; charged: boolean }[]
}

export type History = {
  reveals: Reveal[]
  /** When the operator was told that it is done; what was sent later must know it. */
  suppressed: Map<string, number>
  revoked: Map<string, number>
}

type Violation = { rule: string; reveals: Reveal[] }

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
    if (first && !isReplay(first, reveal, suppressed)) told('a replay differs from the first answer', first)
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

/** The same facts, but for contacts that were suppressed in between. */
function isReplay(first: Reveal, second: Reveal, suppressed: ReadonlyMap<string, number>): boolean {
  const facts = ({ shown }: Reveal) =>
    JSON.stringify(shown.filter(({ id }) => !suppressed.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1)))
  return first.spent === second.spent && facts(first) === facts(second)
}

type Expected = { accountId: string; credits: number; keyLimits: Map<string, { keyId: string; limit: number }> }

/** Judges the tables by what callers were told: nothing acknowledged is lost, and the ledger adds up. */
export async function judgeTables(
  database: Database,
  { reveals }: History,
  accounts: readonly Expected[],
): Promise<Violation[]> {
  const violations: Violation[] = []
  const { problems } = await verifyLedger(database)
  for (const problem of problems) violations.push({ rule: `ledger: ${problem}`, reveals: [] })
  for (const { accountId, credits, keyLimits } of accounts) {
    const rows = await database.query<{ contact_id: string }>(
      sql`SELECT contact_id FROM reveals WHERE account_id = ${accountId}`,
    )
    const owned = new Set(rows.map((row) => row.contact_id))
    const own = reveals.filter((reveal) => reveal.accountId === accountId && reveal.status === 200)
    for (const reveal of own) {
      if (reveal.shown.some(({ id }) => !owned.has(id)))
        violations.push({ rule: 'an acknowledged reveal is lost', reveals: [reveal] })
    }
    const [{ balance } = { balance: Number.NaN }] = await database.query<{ balance: number }>(
      sql`SELECT balance FROM credit_balances WHERE account_id = ${accountId}`,
    )
    if (balance !== credits - owned.size || balance < 0)
      violations.push({ rule: `balance ${balance}, but ${credits} - ${owned.size} contacts`, reveals: [] })
    for (const { keyId, limit } of keyLimits.values()) {
      const [row] = await database.query<{ spent: number }>(
        sql`SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries WHERE actor_id = ${keyId} AND kind = 'spend'`,
      )
      if (row!.spent > limit) violations.push({ rule: `a key spent ${row!.spent} of ${limit}`, reveals: [] })
    }
  }
  return violations
}

/** The longest time between two reveals that were served, in milliseconds. */
export function longestSilence({ reveals }: History): number {
  const times = reveals.filter(({ status }) => status === 200).map(({ answeredAt }) => answeredAt)
  times.sort((a, b) => a - b)
  return times.reduce((longest, time, at) => Math.max(longest, at === 0 ? 0 : time - times[at - 1]!), 0)
}
