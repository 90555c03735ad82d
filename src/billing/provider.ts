import type { Account } from '../accounts/accounts.ts'
import type { Plan } from '../accounts/plan.ts'
import type { ProviderFact } from './facts.ts'

export type HostedLink = { url: string; expiresAt: Date }

/** What a signed event says. Null: a type that we make nothing of. */
export type ProviderEvent = { id: string; type: string; fact: ProviderFact | null }

/** All that Prospector asks of whoever takes the money. */
export type PaymentProvider = {
  name: 'stripe' | 'sandbox'
  /**
   * A hosted page on which the account subscribes to the plan; `withTrial` begins with the plan's trial. Pages that were
   * made for it before can't be completed any more.
   */
  createCheckout(account: Account, plan: Plan, withTrial: boolean): Promise<HostedLink>
  /** A hosted page on which the account's customer mends card, payment and cancellation. */
  createPortal(account: Account & { customerId: string }): Promise<HostedLink>
  /** Null unless the provider signed exactly these bytes, lately. */
  readEvent(body: Buffer, signature: string): ProviderEvent | null
  /** Ends the trial and charges the card. What the reply tells already is returned, each fact with an id of its own. */
  endTrialNow(subscriptionId: string): Promise<{ id: string; fact: ProviderFact }[]>
  /** Ends a subscription that was begun beside the one in force, and gives back what was paid for it. May be repeated. */
  cancelSecond(subscriptionId: string): Promise<Cancellation>
}

type Cancellation = 'cancelled' | 'cancelled_without_refund' | 'was_cancelled'

/** BILL-3: how long a link lives at most. */
export const linkMinutes = 30
