import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { randomBase62 } from '../../ids.ts'
import type { CardOnFile, SandboxSubscription } from './sandbox-subscription.ts'
import { advance, type Change, type NewId, subscribe } from './subscription.ts'

export const newSandboxId: NewId = (prefix) => `${prefix}_sandbox_${randomBase62(20)}`

const columns = sql`s.subscription_id AS "subscriptionId", s.account_id AS "accountId", c.customer_id AS "customerId",
  s.plan_id AS "planId", s.started_at AS "startedAt", s.trial_ends_at AS "trialEndsAt", s.period_start AS "periodStart",
  s.period_end AS "periodEnd", s.billing_anchor AS "billingAnchor", s.cancel_at_period_end AS "cancelAtPeriodEnd",
  s.open_invoice_id AS "openInvoiceId", s.ended_at AS "endedAt", c.card_last4 AS "cardLast4",
  c.card_pays AS "cardPays"`

/** The account's newest subscription as stored, before anything that is due. */
async function lockNewest(tx: Db, accountId: string): Promise<SandboxSubscription | null> {
  const [row] = await tx.query<SandboxSubscription>(sql`
    SELECT ${columns} FROM sandbox_subscriptions s JOIN sandbox_customers c USING (account_id)
    WHERE s.account_id = ${accountId} ORDER BY s.started_at DESC LIMIT 1 FOR UPDATE OF s`)
  return row ?? null
}

/** The account's customer, made on the way. Its row is locked: two checkouts of one account take turns. */
async function lockCustomer(tx: Db, accountId: string, card: CardOnFile): Promise<string> {
  const [row] = await tx.query<{ customer_id: string }>(sql`
    INSERT INTO sandbox_customers AS c (account_id, customer_id, card_last4, card_pays)
    VALUES (${accountId}, ${newSandboxId('cus')}, ${card.cardLast4}, ${card.cardPays})
    ON CONFLICT (account_id) DO UPDATE SET customer_id = c.customer_id RETURNING customer_id`)
  return row!.customer_id
}

/** False: nobody is sold a second subscription beside a live one, nor charged on a page that promised a trial. */
export async function openSubscription(
  tx: Db,
  clock: Clock,
  { accountId, planId, trialDays }: { accountId: string; planId: string; trialDays: number | null },
  card: CardOnFile,
): Promise<boolean> {
  const customerId = await lockCustomer(tx, accountId, card)
  const newest = await lockNewest(tx, accountId)
  if (newest && (newest.endedAt === null || trialDays !== null)) return false
  const draft = { subscriptionId: newSandboxId('sub'), accountId, customerId, planId, ...card }
  await write(tx, clock, subscribe(draft, trialDays, clock.now(), newSandboxId))
  return true
}

/** An action on the account's subscription, after everything that was due before it. One transaction, events included. */
export function act(
  db: Db,
  clock: Clock,
  accountId: string,
  action: (subscription: SandboxSubscription, now: Date) => Change,
): Promise<SandboxSubscription | null> {
  return db.transaction(async (tx) => {
    // The customer first, as in a checkout: two orders of locking would meet in a deadlock.
    await tx.query(sql`SELECT 1 FROM sandbox_customers WHERE account_id = ${accountId} FOR UPDATE`)
    const found = await lockNewest(tx, accountId)
    if (!found || found.endedAt !== null) return found
    const now = clock.now()
    const due = advance(found, now, newSandboxId)
    const done = due.subscription.endedAt === null ? action(due.subscription, now) : { ...due, events: [] }
    await write(tx, clock, { subscription: done.subscription, events: [...due.events, ...done.events] })
    return done.subscription
  })
}

/** Writes what an action left behind. */
async function write(tx: Db, clock: Clock, { subscription: s, events }: Change): Promise<void> {
  await tx.query(sql`
    INSERT INTO sandbox_customers (account_id, customer_id, card_last4, card_pays)
    VALUES (${s.accountId}, ${s.customerId}, ${s.cardLast4}, ${s.cardPays})
    ON CONFLICT (account_id) DO UPDATE SET card_last4 = excluded.card_last4, card_pays = excluded.card_pays`)
  await tx.query(sql`
    INSERT INTO sandbox_subscriptions (subscription_id, account_id, plan_id, started_at, trial_ends_at, period_start,
      period_end, billing_anchor, cancel_at_period_end, open_invoice_id, ended_at)
    VALUES (${s.subscriptionId}, ${s.accountId}, ${s.planId}, ${s.startedAt}, ${s.trialEndsAt}, ${s.periodStart},
      ${s.periodEnd}, ${s.billingAnchor}, ${s.cancelAtPeriodEnd}, ${s.openInvoiceId}, ${s.endedAt})
    ON CONFLICT (subscription_id) DO UPDATE SET trial_ends_at = excluded.trial_ends_at,
      period_start = excluded.period_start, period_end = excluded.period_end, billing_anchor = excluded.billing_anchor,
      cancel_at_period_end = excluded.cancel_at_period_end, open_invoice_id = excluded.open_invoice_id,
      ended_at = excluded.ended_at`)
  for (const { id, payload } of events) {
    await tx.query(sql`
      INSERT INTO sandbox_events (event_id, payload, created_at) VALUES (${id}, ${payload}, ${clock.sql})`)
  }
}

/** Accounts with something due: a trial that has run out, a month to charge, a cancellation that takes effect. */
export async function findDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(sql`
    SELECT account_id FROM sandbox_subscriptions
    WHERE ended_at IS NULL AND (open_invoice_id IS NULL OR cancel_at_period_end) AND period_end <= ${now} LIMIT 100`)
  return rows.map((row) => row.account_id)
}
