import type { Account } from '../../accounts/accounts.ts'
import type { Plan } from '../../accounts/plan.ts'
import type { Interval } from '../plans/compare-plans.ts'
import type { Pack } from '../plans/packs.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from '../settle/snapshot.ts'
import type { Card } from '../settle/snapshots.ts'
import type { ChargeOutcome } from './charge-pack.ts'

export type HostedLink = { url: string; expiresAt: Date }

/**
 * The subject of a signed event. An event only triggers a look at the provider, so events may come late, twice, in any
 * order and in the form of an older API version.
 */
export type ProviderEvent = {
  id: string
  type: string
  customerId: string | null
  /** For events that name no customer, such as disputes. */
  chargeId: string | null
  /** The account that the event's own object names. */
  accountId: string | null
}

export type Observation = { snapshot: CustomerSnapshot; card: Card | null; cardFingerprint: string | null }

export type Target = { plan: Plan; interval: Interval }
export type CustomerSubscription = SubscriptionSnapshot & { customerId: string }

export type ProviderInvoice = Pick<InvoiceSnapshot, 'subscriptionId' | 'pack'> & {
  id: string
  number: string | null
  description: string
  state: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  total: number
  amountRefunded: number
  isDisputed: boolean
  currency: string
  createdAt: Date
  url: string | null
  pdfUrl: string | null
}

/** Everything that billing asks of Stripe. */
export type StripeBilling = {
  /** Called at the start, and now and then: what must be known before anybody asks for it. */
  prepare(): Promise<void>
  /** A hosted page on which the account subscribes; `withTrial` begins with the plan's trial. */
  createCheckout(account: Account, target: Target, withTrial: boolean): Promise<HostedLink>
  /** A hosted page on which the account buys extra credits. */
  createTopUp(account: Account, pack: Pack): Promise<HostedLink>
  /** A hosted page on which the account's customer fixes card, payment and cancellation. */
  createPortal(account: Account & { customerId: string }): Promise<HostedLink>
  /** Null unless the provider signed exactly these bytes, recently. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null
  customerOfCharge(chargeId: string): Promise<string | null>
  /** The truth about a customer, now. */
  observe(customerId: string): Promise<Observation>
  /** Ends the trial and charges the card. */
  endTrial(subscription: CustomerSubscription): Promise<void>
  /** What changing now would cost at once, after what is left of the old plan. */
  previewChange(subscription: CustomerSubscription, target: Target): Promise<{ amountDue: number; currency: string }>
  /** `now`: with proration, paid at once or not done at all. `period_end`: the old plan until then. */
  changePlan(subscription: CustomerSubscription, target: Target, when: 'now' | 'period_end'): Promise<void>
  /** Withdraws a change that waits for the end of the period. */
  cancelChange(subscription: CustomerSubscription): Promise<void>
  /** Withdraws a cancellation that waits for the end of the period. */
  keepSubscription(subscription: CustomerSubscription): Promise<void>
  /** Ends a subscription that began next to the one in force, and gives back what was paid for it. May be repeated. */
  cancelSecond(subscriptionId: string): Promise<Cancellation>
  /** Charges the card on file. The same reference is charged once, however often it is asked for. */
  chargePack(account: Account & { customerId: string }, pack: Pack, reference: string): Promise<ChargeOutcome>
  /** Newest first. */
  listInvoices(customerId: string): Promise<ProviderInvoice[]>
}

export type Cancellation = 'cancelled' | 'cancelled_without_refund' | 'was_cancelled'
