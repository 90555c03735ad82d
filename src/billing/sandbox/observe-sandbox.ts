import type { Db } from '../../db/database.ts'
import type { Observation } from '../provider.ts'
import type { InvoiceSnapshot, SubscriptionSnapshot, SubscriptionState } from '../settle/snapshot.ts'
import { findCustomer, readInvoices, readSubscriptions } from './sandbox-store.ts'
import type { SandboxInvoice, SandboxSubscription } from './sandbox-subscription.ts'

/** The sandbox's truth about a customer, in the form in which Stripe's is read. */
export async function observeSandbox(db: Db, customerId: string, now: Date): Promise<Observation> {
  const customer = await findCustomer(db, customerId)
  if (!customer) {
    const nothing = { accountId: null, isDeleted: true, hasPaymentMethod: false, subscriptions: [], invoices: [] }
    return { snapshot: { customerId, ...nothing }, card: null, cardFingerprint: null }
  }
  const { accountId, cardLast4 } = customer
  const subscriptions = await readSubscriptions(db, accountId)
  const invoices = await readInvoices(db, accountId)
  return {
    snapshot: {
      customerId,
      accountId,
      isDeleted: false,
      hasPaymentMethod: true,
      subscriptions: subscriptions.map((found) => subscriptionSnapshot(found, now)),
      invoices: invoices.map(invoiceSnapshot),
    },
    card: { brand: 'visa', last4: cardLast4, expMonth: 12, expYear: 2034 },
    // Everybody types the same few test cards: they say nothing about who somebody is.
    cardFingerprint: null,
  }
}

function subscriptionSnapshot(found: SandboxSubscription, now: Date): SubscriptionSnapshot {
  const { trialEndsAt, startedAt, periodStart, periodEnd, scheduled, cancelAtPeriodEnd, endedAt } = found
  return {
    subscriptionId: found.subscriptionId,
    accountId: found.accountId,
    state: stateOf(found, now),
    priceId: `price_sandbox_${found.planId}_${found.interval}`,
    planId: found.planId,
    isPriceUnknown: false,
    interval: found.interval,
    startedAt: startedAt.getTime(),
    trial: trialEndsAt && { start: startedAt.getTime(), end: trialEndsAt.getTime() },
    anchor: found.billingAnchor.getTime(),
    period: { start: periodStart.getTime(), end: periodEnd.getTime() },
    endsAt: endedAt === null && cancelAtPeriodEnd ? periodEnd.getTime() : null,
    endedAt: endedAt?.getTime() ?? null,
    isCollectionPaused: false,
    scheduled: scheduled && { ...scheduled, at: periodEnd.getTime() },
  }
}

function stateOf({ endedAt, openInvoiceId, trialEndsAt }: SandboxSubscription, now: Date): SubscriptionState {
  if (endedAt) return 'canceled'
  if (openInvoiceId) return 'past_due'
  return trialEndsAt && now < trialEndsAt ? 'trialing' : 'active'
}

const invoiceSnapshot = (invoice: SandboxInvoice): InvoiceSnapshot => ({
  invoiceId: invoice.invoiceId,
  subscriptionId: invoice.subscriptionId,
  state: invoice.status,
  planId: invoice.planId,
  period: { start: invoice.periodStart.getTime(), end: invoice.periodEnd.getTime() },
  isSent: false,
  dueAt: null,
  isAttempted: true,
  finalizedAt: invoice.createdAt.getTime(),
  paidAt: invoice.paidAt?.getTime() ?? null,
  amountPaid: invoice.status === 'paid' ? invoice.amount : 0,
  currency: invoice.currency,
  amountRefunded: invoice.amountRefunded,
  dispute: null,
  pack: invoice.pack && { accountId: invoice.accountId, ...invoice.pack },
})
