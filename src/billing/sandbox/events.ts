import type { SandboxSubscription } from './sandbox-subscription.ts'

/** An event as it will be delivered: its id, and the exact bytes that are signed. */
export type SandboxEvent = { id: string; payload: string }

/**
 * The sandbox speaks Stripe's language, as far as Prospector listens to it, so that both come in through one door.
 * Its seconds have fractions: on a laptop a whole life of an account may happen within one.
 */
export function subscriptionEvent(
  id: string,
  change: 'created' | 'updated' | 'deleted',
  subscription: SandboxSubscription,
  at: Date,
): SandboxEvent {
  return event(id, `customer.subscription.${change}`, at, describe(subscription, at))
}

export function invoiceEvent(
  id: string,
  invoiceId: string,
  outcome: 'paid' | 'payment_failed',
  subscription: SandboxSubscription,
  at: Date,
): SandboxEvent {
  const { subscriptionId, customerId, planId, periodStart, periodEnd } = subscription
  return event(id, `invoice.${outcome}`, at, {
    id: invoiceId,
    object: 'invoice',
    customer: customerId,
    status: outcome === 'paid' ? 'paid' : 'open',
    status_transitions: { paid_at: outcome === 'paid' ? seconds(at) : null },
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscriptionId, metadata: metadataOf(subscription) },
    },
    lines: {
      data: [
        {
          period: { start: seconds(periodStart), end: seconds(periodEnd) },
          pricing: { price_details: { price: priceOf(planId) } },
        },
      ],
    },
  })
}

function describe(subscription: SandboxSubscription, at: Date): object {
  const { trialEndsAt, startedAt, endedAt, cancelAtPeriodEnd, periodStart, periodEnd } = subscription
  return {
    id: subscription.subscriptionId,
    object: 'subscription',
    customer: subscription.customerId,
    metadata: metadataOf(subscription),
    status: statusOf(subscription, at),
    start_date: seconds(startedAt),
    trial_start: trialEndsAt && seconds(startedAt),
    trial_end: trialEndsAt && seconds(trialEndsAt),
    cancel_at: null,
    cancel_at_period_end: cancelAtPeriodEnd,
    ended_at: endedAt && seconds(endedAt),
    default_payment_method: `pm_sandbox_${subscription.cardLast4}`,
    default_source: null,
    items: {
      data: [
        {
          price: { id: priceOf(subscription.planId), lookup_key: subscription.planId },
          current_period_start: seconds(periodStart),
          current_period_end: seconds(periodEnd),
        },
      ],
    },
  }
}

function statusOf({ endedAt, openInvoiceId, trialEndsAt }: SandboxSubscription, at: Date): string {
  if (endedAt) return 'canceled'
  if (openInvoiceId) return 'past_due'
  return trialEndsAt && at < trialEndsAt ? 'trialing' : 'active'
}

const priceOf = (planId: string): string => `price_sandbox_${planId}`

const metadataOf = ({ accountId, planId }: SandboxSubscription) => ({ account_id: accountId, plan_id: planId })

const event = (id: string, type: string, at: Date, object: object): SandboxEvent => ({
  id,
  payload: JSON.stringify({ id, object: 'event', type, created: seconds(at), livemode: false, data: { object } }),
})

const seconds = (date: Date): number => date.getTime() / 1_000
