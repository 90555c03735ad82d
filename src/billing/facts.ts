import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { OperatorFact } from './operator-fact.ts'
import { readSnapshots } from './snapshots.ts'
import type { Known } from './standing.ts'
import { readTrialGrants } from './trials.ts'

export async function insertOperatorFact(
  tx: Db,
  clock: Clock,
  id: string,
  accountId: string,
  fact: OperatorFact,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO billing_facts (fact_id, account_id, fact, received_at)
    VALUES (${id}, ${accountId}, ${JSON.stringify(fact)}::jsonb, ${clock.sql})`)
}

async function readOperatorFact(db: Db, accountId: string): Promise<OperatorFact | null> {
  const [row] = await db.query<{ fact: OperatorFact }>(sql`
    SELECT fact FROM billing_facts WHERE account_id = ${accountId}
    ORDER BY (fact->>'at')::float8 DESC, received_at DESC LIMIT 1`)
  return row?.fact ?? null
}

/** Everything known about an account's plan. */
export async function readKnown(db: Db, accountId: string): Promise<Known> {
  const operator = await readOperatorFact(db, accountId)
  const customers = await readSnapshots(db, accountId)
  return { accountId, operator, customers, grantedTrials: await readTrialGrants(db, accountId) }
}
