import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import { stripeSdk } from '../stripe/sdk.ts'

/** Hands a signed event to the webhook. True when it was taken. */
export type Deliver = (payload: string, signature: string) => Promise<boolean>

/** Sends what is waiting. Events that are not accepted stay, and are sent again. */
export async function deliverEvents(db: Db, clock: Clock, secret: string, deliver: Deliver): Promise<void> {
  const waiting = await db.query<{ event_id: string; payload: string }>(sql`
    SELECT event_id, payload FROM stripe_simulator_events WHERE delivered_at IS NULL ORDER BY created_at LIMIT 100`)
  for (const { event_id, payload } of waiting) {
    const timestamp = Math.floor(clock.now().getTime() / 1_000)
    const signature = stripeSdk().webhooks.generateTestHeaderString({ payload, secret, timestamp })
    if (!(await deliver(payload, signature))) continue
    await db.query(sql`UPDATE stripe_simulator_events SET delivered_at = ${clock.sql} WHERE event_id = ${event_id}`)
  }
}
