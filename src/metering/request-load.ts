import type { Clock } from '../base/clock.ts'
import { isTestAccount } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type RequestLoad = { requests: number; accounts: number }

/** Live requests that were let in since midnight in UTC, over all nodes and doors, and of how many accounts. Reads every counter: for a page that few people open. */
export async function readRequestLoad(db: Db, { sql: now }: Clock): Promise<RequestLoad> {
  const [load] = await db.query<RequestLoad>(sql`
    SELECT coalesce(sum(day_used), 0)::float8 AS requests, count(DISTINCT account_id)::int AS accounts
    FROM request_counters WHERE NOT ${isTestAccount(sql`account_id`)} AND day = floor(date_part('epoch', ${now}))::bigint / 86400 AND day_used > 0`)
  return load!
}
