import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type AccountsByPlan = { plan: string; status: string; accounts: number }
type AccountsByMonth = { month: string; plan: string; accounts: number }

/** Live accounts as they are now. */
export const countByPlan = (db: Db): Promise<AccountsByPlan[]> =>
  db.query(sql`
    SELECT plan_id AS plan, status, count(*)::integer AS accounts FROM accounts
    WHERE live_account_id IS NULL GROUP BY 1, 2 ORDER BY 1, 2`)

/** Live accounts by the month in which they were made, and the plan that they are on now. */
export const countByMonth = (db: Db, since: Date): Promise<AccountsByMonth[]> =>
  db.query(sql`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, plan_id AS plan, count(*)::integer AS accounts
    FROM accounts WHERE live_account_id IS NULL AND created_at >= ${since} GROUP BY 1, 2 ORDER BY 1, 2`)

/** The plan that a live account is on now; null for test accounts. */
export const planOfLive = (accountId: Sql): Sql =>
  sql`(SELECT plan_id FROM accounts a WHERE a.account_id = ${accountId} AND a.live_account_id IS NULL)`
