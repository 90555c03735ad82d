import type Stripe from 'stripe'
import { type InvoiceSnapshot, type SubscriptionState, subscriptionStates } from '../settle/snapshot.ts'

/** A state that Stripe adds one day gives no access until we know what it means. */
export const subscriptionStateOf = ({ status }: Stripe.Subscription): SubscriptionState =>
  subscriptionStates.find((known) => known === status) ?? 'paused'

const invoiceStates = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const

export const invoiceStateOf = ({ status }: Stripe.Invoice): InvoiceSnapshot['state'] =>
  invoiceStates.find((known) => known === status) ?? 'draft'
