import type { Clock } from '../../base/clock.ts'
import { prepared, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { OperatorFact } from './operator-fact.ts'
import type { CustomerSnapshot } from './snapshot.ts'
import type { AccountFacts } from './subscriptions.ts'

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

type KnownRow = {
  operator: OperatorFact | null
  customers: { observed_at: string; snapshot: CustomerSnapshot }[] | null
  granted_trials: string[] | null
}

/**
 * Everything known about an account's plan: the operator's latest word, the newest snapshot of each customer who has
 * anything to do with the account, and the trials that count.
 */
export async function readKnown(db: Db, accountId: string): Promise<AccountFacts> {
  const [row] = await db.query<KnownRow>(
    prepared(
      'read_known',
      sql`
    SELECT
      (SELECT fact FROM billing_facts WHERE account_id = ${accountId}
        ORDER BY (fact->>'at')::float8 DESC, received_at DESC LIMIT 1) AS operator,
      (SELECT json_agg(json_build_object('observed_at', observed_at, 'snapshot', snapshot) ORDER BY customer_id) FROM (
        SELECT DISTINCT ON (s.customer_id) s.customer_id, s.observed_at, s.snapshot
        FROM billing_snapshots s JOIN billing_customer_accounts c USING (customer_id)
        WHERE c.account_id = ${accountId}
        ORDER BY s.customer_id, s.look DESC) newest) AS customers,
      (SELECT json_agg(subscription_id) FROM billing_trials
        WHERE account_id = ${accountId} AND is_granted) AS granted_trials`,
    ),
  )
  const { operator, customers, granted_trials } = row!
  return {
    accountId,
    operator,
    customers: (customers ?? []).map(({ observed_at, snapshot }) => ({
      observedAt: Date.parse(observed_at),
      snapshot,
    })),
    grantedTrials: new Set(granted_trials),
  }
}
