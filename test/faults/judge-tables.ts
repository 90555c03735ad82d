/** Judges the tables after a run under faults by what callers and the operator were told. */

import { sql } from '../../src/base/sql.ts'
import { verifyLedger } from '../../src/credits/verify.ts'
import type { Database } from '../../src/db/database.ts'
import { type History, judgeCharges, type Violation } from './history.ts'
import { judgeLimits } from './judge-limits.ts'
import type { LoadAccount } from './load.ts'

/** Nothing acknowledged is lost, nothing was granted twice, no limit is exceeded, and the ledger adds up. */
export async function judgeTables(
  database: Database,
  history: History,
  accounts: readonly LoadAccount[],
): Promise<Violation[]> {
  const { problems } = await verifyLedger(database)
  const found = [
    ...problems.map((problem) => ({ rule: `ledger: ${problem}`, reveals: [] })),
    ...(await judgeImports(database, history)),
  ]
  for (const account of accounts) found.push(...(await judgeAccount(database, history, account)))
  return found
}

async function judgeAccount(database: Database, history: History, account: LoadAccount): Promise<Violation[]> {
  const { accountId } = account
  const violations: Violation[] = []
  const rows = await database.query<{ contact_id: string }>(
    sql`SELECT contact_id FROM reveals WHERE account_id = ${accountId}`,
  )
  const owned = new Set(rows.map((row) => row.contact_id))
  for (const reveal of history.reveals) {
    if (reveal.accountId !== accountId || reveal.status !== 200) continue
    if (reveal.shown.some(({ id }) => !owned.has(id)))
      violations.push({ rule: 'an acknowledged reveal is lost', reveals: [reveal] })
  }
  violations.push(...judgeCharges(history, accountId, owned), ...judgeLimits(history, account))
  violations.push(...(await judgeBalance(database, account, owned.size)))
  violations.push(...(await judgeGrants(database, history, account)))
  for (const { keyId, limit } of account.keyLimits.values()) {
    const [row] = await database.query<{ spent: number }>(sql`
      SELECT coalesce(max(spent), 0)::int AS spent FROM (
        SELECT -sum(amount) AS spent FROM credit_entries WHERE actor_id = ${keyId} AND kind = 'spend' GROUP BY period_start
      ) AS by_period`)
    if (row!.spent > limit) violations.push({ rule: `a key spent ${row!.spent} of ${limit} in a period`, reveals: [] })
  }
  return violations
}

/** Every contact cost one credit; what came in is the first grant, the months that opened, and what the operator gave. */
async function judgeBalance(database: Database, account: LoadAccount, owned: number): Promise<Violation[]> {
  const { accountId, credits } = account
  const [row] = await database.query<{
    balance: number
    gained: number
    spent: number
    first: number
    seqs: number
    last: number
  }>(sql`
    SELECT (SELECT balance FROM credit_balances WHERE account_id = ${accountId}) AS balance,
      coalesce(sum(amount) FILTER (WHERE kind <> 'spend'), 0)::int AS gained,
      coalesce(-sum(amount) FILTER (WHERE kind = 'spend'), 0)::int AS spent,
      coalesce(max(amount) FILTER (WHERE seq = 1), 0)::int AS first,
      count(*)::int AS seqs, max(seq)::int AS last
    FROM credit_entries WHERE account_id = ${accountId}`)
  const { balance, gained, spent, first, seqs, last } = row!
  const broken = [
    balance < 0 && `balance ${balance}`,
    balance !== gained - owned && `balance ${balance}, but ${gained} gained and ${owned} contacts owned`,
    spent !== owned && `${spent} credits spent, but ${owned} contacts owned`,
    first !== credits && `the first grant is ${first} instead of ${credits}`,
    seqs !== last && `entries have gaps: ${seqs} of ${last}`,
  ]
  return broken.filter((rule) => rule !== false).map((rule) => ({ rule, reveals: [] }))
}

async function judgeGrants(database: Database, history: History, { accountId }: LoadAccount): Promise<Violation[]> {
  const rows = await database.query<{ reason: string; times: number }>(sql`
    SELECT reason, count(*)::int AS times FROM credit_entries
    WHERE account_id = ${accountId} AND kind = 'grant' AND door = 'operator' AND NOT opens_period GROUP BY reason`)
  const times = new Map(rows.map((row) => [row.reason, row.times]))
  return [...history.granted]
    .filter(([, grant]) => grant.accountId === accountId)
    .filter(([reason, { isDone }]) => {
      const count = times.get(reason) ?? 0
      return count > 1 || (isDone && count === 0)
    })
    .map(([reason]) => ({ rule: `${reason} was written ${times.get(reason) ?? 0} times`, reveals: [] }))
}

async function judgeImports(database: Database, { imported }: History): Promise<Violation[]> {
  const missing = await database.query<{ domain: string }>(sql`
    SELECT domain FROM unnest(${imported}::text[]) AS domain
    WHERE NOT EXISTS (SELECT FROM stores s JOIN contacts USING (store_id) WHERE s.domain = domain.domain)`)
  return missing.map(({ domain }) => ({ rule: `the imported store ${domain} is lost`, reveals: [] }))
}
