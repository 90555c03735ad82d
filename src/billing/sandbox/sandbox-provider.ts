import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { HostedLink, PaymentProvider } from '../provider.ts'
import { readSignedEvent } from '../stripe-events.ts'
import { act, findDue, newSandboxId } from './sandbox-store.ts'
import type { SandboxSubscription } from './sandbox-subscription.ts'
import { endTrial } from './subscription.ts'
import { createLink, forgetOldVisits, type Visit } from './visits.ts'

/** Hands a signed event to the webhook. True when it was taken. */
export type Deliver = (payload: string, signature: string) => Promise<boolean>

export type Sandbox = PaymentProvider & {
  /** An action on an account's subscription; its events are delivered before this resolves. */
  act(accountId: string, action: Parameters<typeof act>[3]): Promise<SandboxSubscription | null>
  /** Sends what is signed and waiting. What is not taken stays, and is sent again. */
  deliverWaiting(): Promise<void>
  /** What the calendar does to subscriptions that nobody looks at. */
  runDue(): Promise<void>
}

type SandboxOptions = { authSecret: Buffer; publicUrl: string; deliver: Deliver }

/**
 * A payment provider in this very process, for laptops, demos and tests. It has tables of its own, and Prospector learns
 * of them the way it learns of Stripe's: by signed events through the webhook, never by looking.
 */
export function createSandbox(db: Db, clock: Clock, { authSecret, publicUrl, deliver }: SandboxOptions): Sandbox {
  const secret = `whsec_${createHmac('sha256', authSecret).update('sandbox webhook').digest('base64url')}`

  async function link(visit: Visit): Promise<HostedLink> {
    const { token, expiresAt } = await createLink(db, clock, visit)
    return { url: new URL(`/sandbox/${visit.page}/${token}`, publicUrl).href, expiresAt }
  }

  async function deliverWaiting(): Promise<void> {
    const waiting = await db.query<{ event_id: string; payload: string }>(sql`
      SELECT event_id, payload FROM sandbox_events WHERE delivered_at IS NULL ORDER BY created_at LIMIT 100`)
    for (const { event_id, payload } of waiting) {
      const timestamp = Math.floor(clock.now().getTime() / 1_000)
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
      if (!(await deliver(payload, signature))) continue
      await db.query(sql`UPDATE sandbox_events SET delivered_at = ${clock.sql} WHERE event_id = ${event_id}`)
    }
  }

  async function actAndDeliver(accountId: string, action: Parameters<typeof act>[3]) {
    const subscription = await act(db, clock, accountId, action)
    await deliverWaiting()
    return subscription
  }

  return {
    name: 'sandbox',
    createCheckout: (account, plan, withTrial) =>
      link({
        page: 'checkout',
        accountId: account.id,
        planId: plan.id,
        trialDays: withTrial && plan.trial ? plan.trial.days : null,
      }),
    createPortal: (account) => link({ page: 'portal', accountId: account.id, planId: account.planId, trialDays: null }),
    readEvent: (body, signature) => readSignedEvent(secret, body, signature, clock.now()),
    async endTrialNow(subscriptionId) {
      const [row] = await db.query<{ account_id: string }>(
        sql`SELECT account_id FROM sandbox_subscriptions WHERE subscription_id = ${subscriptionId}`,
      )
      if (row) await actAndDeliver(row.account_id, (subscription, now) => endTrial(subscription, now, newSandboxId))
      return []
    },
    // It stores one live subscription an account: a second checkout starts none.
    cancelSecond: async () => 'was_cancelled',
    act: actAndDeliver,
    deliverWaiting,
    async runDue() {
      for (const accountId of await findDue(db, clock.now())) {
        await act(db, clock, accountId, (subscription) => ({ subscription, events: [] }))
      }
      await deliverWaiting()
      await forgetOldVisits(db, clock)
      await db.query(sql`DELETE FROM sandbox_events WHERE delivered_at < ${clock.sql} - interval '30 days'`)
    },
  }
}
