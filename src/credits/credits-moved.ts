import type { Clock } from '../base/clock.ts'
import { isTestAccount } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type CreditsMoved = {
  spent: number
  /** With the periods that began. */
  inPeriods: number
  /** Packs and upgrades, as billing reported them. */
  sold: number
  /** By operators. */
  granted: number
  refunded: number
}

/** Over all live accounts, within the last hours: found by the time of entries, however long the ledger is. */
export async function readCreditsMoved(db: Db, { sql: now }: Clock, hours: number): Promise<CreditsMoved> {
  const [moved] = await db.query<CreditsMoved>(sql`
    SELECT coalesce(-sum(amount) FILTER (WHERE kind = 'spend'), 0)::float8 AS spent,
      coalesce(sum(amount) FILTER (WHERE kind = 'grant' AND opens_period), 0)::float8 AS "inPeriods",
      coalesce(sum(amount) FILTER (WHERE kind = 'grant' AND NOT opens_period AND door = 'billing'), 0)::float8 AS sold,
      coalesce(sum(amount) FILTER (WHERE kind = 'grant' AND NOT opens_period AND door = 'operator'), 0)::float8 AS granted,
      coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0)::float8 AS refunded
    FROM credit_entries
    WHERE created_at > ${now} - make_interval(hours => ${hours}) AND NOT ${isTestAccount(sql`account_id`)}`)
  return moved!
}
