import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Actor } from './ledger.ts'

/** Somebody whose spends of the period are counted, and the limit they have, if any. A connection counts for its person, too. */
export type CountedActor = { type: 'api_key' | 'member' | 'connection'; id: string; limit: number | null }

/** The member whom a connection spends for. */
export const memberBehind = ({ actor, countsFor }: { actor: Actor; countsFor: CountedActor[] }): string | null =>
  actor.type === 'connection' ? (countsFor.find(({ type }) => type === 'member')?.id ?? null) : null

/** What each key, member or connection of an account spent in the period that began then. Actors that spent nothing are left out. */
export async function readActorSpends(
  db: Db,
  accountId: string,
  actorType: CountedActor['type'],
  periodStart: Date,
): Promise<Map<string, number>> {
  const rows = await db.query<{ actor_id: string; spent: number }>(sql`
    SELECT actor_id, spent FROM credit_actor_spends
    WHERE account_id = ${accountId} AND actor_type = ${actorType} AND period_start = ${periodStart}`)
  return new Map(rows.map((row) => [row.actor_id, row.spent]))
}
