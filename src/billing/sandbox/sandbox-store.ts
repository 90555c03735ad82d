import type { Clock } from '../../base/clock.ts'
import { randomBase62 } from '../../base/ids.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Pack } from '../plans/packs.ts'
import type { Interval } from '../settle/snapshot.ts'
import type { CardOnFile, Change, SandboxInvoice, SandboxSubscription } from './sandbox-subscription.ts'
import { advance, type NewId, subscribe, type Tools } from './subscription.ts'

export const newSandboxId: NewId = (prefix) => `${prefix}_sandbox_${randomBase62(20)}`

const columns = sql`s.subscription_id AS "subscriptionId", s.account_id AS "accountId", c.customer_id AS "customerId",
  s.plan_id AS "planId", s.interval, s.started_at AS "startedAt", s.trial_ends_at AS "trialEndsAt",
  s.period_start AS "periodStart", s.period_end AS "periodEnd", s.billing_anchor AS "billingAnchor",
  s.cancel_at_period_end AS "cancelAtPeriodEnd", s.open_invoice_id AS "openInvoiceId", s.ended_at AS "endedAt",
  CASE WHEN s.scheduled_plan_id IS NOT NULL
    THEN jsonb_build_object('planId', s.scheduled_plan_id, 'interval', s.scheduled_interval) END AS scheduled,
  c.card_last4 AS "cardLast4", c.card_pays AS "cardPays"`

export function readSubscriptions(db: Db, accountId: string): Promise<SandboxSubscription[]> {
  return db.query<SandboxSubscription>(sql`
    SELECT ${columns} FROM sandbox_subscriptions s JOIN sandbox_customers c USING (account_id)
    WHERE s.account_id = ${accountId} ORDER BY s.started_at`)
}

/** The account's newest subscription as stored, before anything that is due. */
async function lockNewest(tx: Db, accountId: string): Promise<SandboxSubscription | null> {
  const [row] = await tx.query<SandboxSubscription>(sql`
    SELECT ${columns} FROM sandbox_subscriptions s JOIN sandbox_customers c USING (account_id)
    WHERE s.account_id = ${accountId} ORDER BY s.started_at DESC LIMIT 1 FOR UPDATE OF s`)
  return row ?? null
}

type SandboxCustomer = { customerId: string; accountId: string } & CardOnFile

const customerColumns = sql`customer_id AS "customerId", account_id AS "accountId", card_last4 AS "cardLast4",
  card_pays AS "cardPays"`

export async function findCustomer(db: Db, customerId: string): Promise<SandboxCustomer | null> {
  const [row] = await db.query<SandboxCustomer>(
    sql`SELECT ${customerColumns} FROM sandbox_customers WHERE customer_id = ${customerId}`,
  )
  return row ?? null
}

export async function findCustomerOf(db: Db, accountId: string): Promise<SandboxCustomer | null> {
  const [row] = await db.query<SandboxCustomer>(
    sql`SELECT ${customerColumns} FROM sandbox_customers WHERE account_id = ${accountId}`,
  )
  return row ?? null
}

/** The account's customer, made on the way. Its row is locked: two checkouts of one account take turns. */
export async function lockCustomer(tx: Db, accountId: string, card: CardOnFile): Promise<SandboxCustomer> {
  const [row] = await tx.query<SandboxCustomer>(sql`
    INSERT INTO sandbox_customers AS c (account_id, customer_id, card_last4, card_pays)
    VALUES (${accountId}, ${newSandboxId('cus')}, ${card.cardLast4}, ${card.cardPays})
    ON CONFLICT (account_id) DO UPDATE SET customer_id = c.customer_id RETURNING ${customerColumns}`)
  return row!
}

type Sale = { accountId: string; planId: string; interval: Interval; trialDays: number | null }

/** False: nobody is sold a second subscription next to a live one, nor charged on a page that promised a trial. */
export async function openSubscription(
  tx: Db,
  clock: Clock,
  { accountId, planId, interval, trialDays }: Sale,
  card: CardOnFile,
  tools: Tools,
): Promise<boolean> {
  const { customerId } = await lockCustomer(tx, accountId, card)
  const newest = await lockNewest(tx, accountId)
  if (newest && (newest.endedAt === null || trialDays !== null)) return false
  const draft = { subscriptionId: newSandboxId('sub'), accountId, customerId, planId, interval, ...card }
  await write(tx, clock, subscribe(draft, trialDays, clock.now(), tools), 'customer.subscription.created')
  return true
}

/** An action on the account's subscription, after everything that was due before it. One transaction, events included. */
export function act(
  db: Db,
  clock: Clock,
  accountId: string,
  tools: Tools,
  action: (subscription: SandboxSubscription, now: Date) => Change,
): Promise<SandboxSubscription | null> {
  return db.transaction(async (tx) => {
    // The customer first, as in a checkout: two orders of locking would meet in a deadlock.
    await tx.query(sql`SELECT 1 FROM sandbox_customers WHERE account_id = ${accountId} FOR UPDATE`)
    const found = await lockNewest(tx, accountId)
    if (!found || found.endedAt !== null) return found
    const now = clock.now()
    const due = advance(found, now, tools)
    const done = due.subscription.endedAt === null ? action(due.subscription, now) : { ...due, invoices: [] }
    const change = { subscription: done.subscription, invoices: [...due.invoices, ...done.invoices] }
    const isNew = change.invoices.length > 0 || JSON.stringify(change.subscription) !== JSON.stringify(found)
    if (isNew) await write(tx, clock, change, 'customer.subscription.updated')
    return done.subscription
  })
}

async function write(tx: Db, clock: Clock, { subscription: s, invoices }: Change, eventType: string): Promise<void> {
  await tx.query(sql`
    UPDATE sandbox_customers SET card_last4 = ${s.cardLast4}, card_pays = ${s.cardPays} WHERE account_id = ${s.accountId}`)
  await tx.query(sql`
    INSERT INTO sandbox_subscriptions (subscription_id, account_id, plan_id, interval, started_at, trial_ends_at,
      period_start, period_end, billing_anchor, cancel_at_period_end, scheduled_plan_id, scheduled_interval,
      open_invoice_id, ended_at)
    VALUES (${s.subscriptionId}, ${s.accountId}, ${s.planId}, ${s.interval}, ${s.startedAt}, ${s.trialEndsAt},
      ${s.periodStart}, ${s.periodEnd}, ${s.billingAnchor}, ${s.cancelAtPeriodEnd}, ${s.scheduled?.planId},
      ${s.scheduled?.interval}, ${s.openInvoiceId}, ${s.endedAt})
    ON CONFLICT (subscription_id) DO UPDATE SET plan_id = excluded.plan_id, interval = excluded.interval,
      trial_ends_at = excluded.trial_ends_at, period_start = excluded.period_start, period_end = excluded.period_end,
      billing_anchor = excluded.billing_anchor, cancel_at_period_end = excluded.cancel_at_period_end,
      scheduled_plan_id = excluded.scheduled_plan_id, scheduled_interval = excluded.scheduled_interval,
      open_invoice_id = excluded.open_invoice_id, ended_at = excluded.ended_at`)
  for (const invoice of invoices) await writeInvoice(tx, invoice)
  await report(tx, clock, s, eventType)
}

async function writeInvoice(tx: Db, i: SandboxInvoice): Promise<void> {
  await tx.query(sql`
    INSERT INTO sandbox_invoices (invoice_id, account_id, subscription_id, plan_id, description, status, amount, currency,
      period_start, period_end, created_at, paid_at, pack)
    VALUES (${i.invoiceId}, ${i.accountId}, ${i.subscriptionId}, ${i.planId}, ${i.description}, ${i.status}, ${i.amount},
      ${i.currency}, ${i.periodStart}, ${i.periodEnd}, ${i.createdAt}, ${i.paidAt}, ${i.pack && JSON.stringify(i.pack)}::jsonb)
    ON CONFLICT (invoice_id) DO UPDATE SET status = excluded.status, paid_at = excluded.paid_at,
      period_start = excluded.period_start, period_end = excluded.period_end`)
}

/** A one-off purchase, paid with the customer's card. The same id is sold once. */
export async function sellPack(
  tx: Db,
  clock: Clock,
  { accountId, customerId }: SandboxCustomer,
  pack: Pack,
  invoiceId: string,
): Promise<void> {
  const now = clock.now()
  await writeInvoice(tx, {
    invoiceId,
    accountId,
    subscriptionId: null,
    planId: null,
    description: pack.name,
    status: 'paid',
    amount: pack.amount,
    amountRefunded: 0,
    currency: pack.currency,
    periodStart: now,
    periodEnd: now,
    createdAt: now,
    paidAt: now,
    pack: { packId: pack.id, credits: pack.credits, validMonths: pack.validMonths },
  })
  await report(tx, clock, { customerId, accountId }, 'invoice.paid')
}

/** Gives back the newest payment that was not given back yet, as the operator would at the provider. */
export async function refundNewest(tx: Db, clock: Clock, { accountId, customerId }: SandboxCustomer): Promise<void> {
  await tx.query(sql`
    UPDATE sandbox_invoices SET amount_refunded = amount
    WHERE invoice_id = (
      SELECT invoice_id FROM sandbox_invoices
      WHERE account_id = ${accountId} AND status = 'paid' AND amount_refunded < amount
      ORDER BY created_at DESC, invoice_id LIMIT 1)`)
  await report(tx, clock, { customerId, accountId }, 'charge.refunded')
}

/** News are told as Stripe tells them: an event that names the customer. What it is about is asked for afterwards. */
async function report(
  tx: Db,
  clock: Clock,
  { customerId, accountId }: Pick<SandboxCustomer, 'customerId' | 'accountId'>,
  type: string,
): Promise<void> {
  const id = newSandboxId('evt')
  const created = Math.floor(clock.now().getTime() / 1_000)
  const object = { customer: customerId, metadata: { account_id: accountId } }
  const payload = JSON.stringify({ id, object: 'event', type, created, data: { object } })
  await tx.query(sql`
    INSERT INTO sandbox_events (event_id, payload, created_at) VALUES (${id}, ${payload}, ${clock.sql})`)
}

const invoiceColumns = sql`invoice_id AS "invoiceId", account_id AS "accountId", subscription_id AS "subscriptionId",
  plan_id AS "planId", description, status, amount, amount_refunded AS "amountRefunded", currency,
  period_start AS "periodStart", period_end AS "periodEnd", created_at AS "createdAt", paid_at AS "paidAt", pack`

export async function findInvoice(db: Db, invoiceId: string): Promise<SandboxInvoice | null> {
  const [row] = await db.query<SandboxInvoice>(
    sql`SELECT ${invoiceColumns} FROM sandbox_invoices WHERE invoice_id = ${invoiceId}`,
  )
  return row ?? null
}

export function readInvoices(db: Db, accountId: string): Promise<SandboxInvoice[]> {
  return db.query<SandboxInvoice>(sql`
    SELECT ${invoiceColumns} FROM sandbox_invoices WHERE account_id = ${accountId} ORDER BY created_at DESC, invoice_id LIMIT 100`)
}

/** Accounts with something due: a trial that has run out, a period to charge, a cancellation that takes effect. */
export async function findDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db.query<{ account_id: string }>(sql`
    SELECT account_id FROM sandbox_subscriptions
    WHERE ended_at IS NULL AND (open_invoice_id IS NULL OR cancel_at_period_end) AND period_end <= ${now} LIMIT 100`)
  return rows.map((row) => row.account_id)
}
