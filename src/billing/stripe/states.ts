import type Stripe from 'stripe'
import { type InvoiceSnapshot, type SubscriptionState, subscriptionStates } from '../settle/snapshot.ts'
import { idOf } from './client.ts'
import { packOf } from './pack-metadata.ts'

/** A state that Stripe adds one day gives no access until we know what it means. */
export const subscriptionStateOf = ({ status }: Stripe.Subscription): SubscriptionState =>
  subscriptionStates.find((known) => known === status) ?? 'paused'

const invoiceStates = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export const invoiceStateOf = ({ status }: Stripe.Invoice): InvoiceSnapshot['state'] =>
  invoiceStates.find((known) => known === status) ?? 'draft'

/** What an invoice is for, by which it is told whose it is. */
export function subjectOf({ parent, metadata }: Stripe.Invoice): Pick<InvoiceSnapshot, 'subscriptionId' | 'pack'> {
  const subscription = parent?.subscription_details?.subscription
  return { subscriptionId: subscription ? idOf(subscription) : null, pack: packOf(metadata) }
}
