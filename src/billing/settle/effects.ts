import type { Clock } from '../../base/clock.ts'
import { prepared, sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'

/** What billing did to an account's ledger so far, by name. */
export type Effects = {
  /** Credits in all; 0 when nothing was done. */
  get(effect: string): number
  /** Null when nothing was done. */
  find(effect: string): number | null
  keep(effect: string, credits: number): Promise<void>
}

/** The caller holds the account's balance, so nobody else adds to them. */
export async function readEffects(tx: Db, clock: Clock, accountId: string): Promise<Effects> {
  const rows = await tx.query<{ effect: string; credits: number }>(
    prepared('read_effects', sql`SELECT effect, credits FROM billing_effects WHERE account_id = ${accountId}`),
  )
  const done = new Map(rows.map(({ effect, credits }) => [effect, credits]))
  return {
    get: (effect) => done.get(effect) ?? 0,
    find: (effect) => done.get(effect) ?? null,
    async keep(effect, credits) {
      done.set(effect, credits)
      await tx.query(sql`
        INSERT INTO billing_effects (account_id, effect, credits, changed_at)
        VALUES (${accountId}, ${effect}, ${credits}, ${clock.sql})
        ON CONFLICT (account_id, effect) DO UPDATE SET credits = excluded.credits, changed_at = excluded.changed_at`)
    },
  }
}
