import type { Interval } from '../plans/compare-plans.ts'
/** What the payment provider says about one customer, at one moment. Instants are milliseconds since the epoch: it is kept as JSON. */
export type CustomerSnapshot = {
  customerId: string
  /** The account that the provider's own record of the customer names. */
  accountId: string | null
  isDeleted: boolean
  hasPaymentMethod: boolean
  subscriptions: SubscriptionSnapshot[]
  invoices: InvoiceSnapshot[]
}

export const subscriptionStates = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

export type SubscriptionSnapshot = {
  subscriptionId: string
  /** From the subscription's metadata; null for one that was not made by a checkout of ours. */
  accountId: string | null
  state: SubscriptionState
  priceId: string | null
  /** Null: the price stands for none of our plans, and none was known for this subscription before. */
  planId: string | null
  /** The price stands for none of our plans; `planId` is what the subscription was last known to be for. */
  isPriceUnknown: boolean
  interval: Interval
  startedAt: number
  trial: { start: number; end: number } | null
  /** The day that the provider's periods count from. */
  anchor: number
  period: { start: number; end: number }
  /** When a cancellation takes effect. */
  endsAt: number | null
  endedAt: number | null
  /** `pause_collection`: the provider goes on, but collects nothing. */
  isCollectionPaused: boolean
  /** A change of plan that waits for the end of the period. */
  scheduled: { planId: string | null; interval: Interval; at: number } | null
}

export type InvoiceSnapshot = {
  invoiceId: string
  subscriptionId: string | null
  state: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  /** What the newest line is for. */
  planId: string | null
  period: { start: number; end: number }
  /** It is sent to the customer, who pays it by `dueAt`, instead of being charged to a card. */
  isSent: boolean
  dueAt: number | null
  /** The provider tried to collect it at least once. */
  isAttempted: boolean
  finalizedAt: number | null
  paidAt: number | null
  amountPaid: number
  currency: string
  amountRefunded: number
  dispute: 'open' | 'won' | 'lost' | null
  /** A one-off purchase of credits, as the invoice describes it. */
  pack: { accountId: string; packId: string; credits: number; validMonths: number } | null
}
