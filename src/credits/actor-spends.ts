import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** What each key, member or connection of an account spent in the period that began then. Who spent nothing is not in it. */
export async function readActorSpends(
  db: Db,
  accountId: string,
  actorType: 'api_key' | 'member' | 'connection',
  periodStart: Date,
): Promise<Map<string, number>> {
  const rows = await db.query<{ actor_id: string; spent: number }>(sql`
    SELECT actor_id, spent FROM credit_actor_spends
    WHERE account_id = ${accountId} AND actor_type = ${actorType} AND period_start = ${periodStart}`)
  return new Map(rows.map((row) => [row.actor_id, row.spent]))
}
