import { idOf, unlessMissing, unlessRefused } from './client.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { Cancellation } from './stripe-billing.ts'

/** The money first: a subscription that is cancelled already has been here before. */
export async function cancelAndRefund(access: StripeAccess, subscriptionId: string): Promise<Cancellation> {
  const { stripe, reach } = access
  const subscription = await reach(unlessMissing(stripe.subscriptions.retrieve(subscriptionId)))
  if (subscription === null || subscription.status === 'canceled') return 'was_cancelled'
  const { latest_invoice: invoice } = subscription
  const isRefunded = invoice === null || (await refundAll(access, idOf(invoice)))
  await reach(unlessRefused(stripe.subscriptions.cancel(subscriptionId)))
  return isRefunded ? 'cancelled' : 'cancelled_without_refund'
}

/** False when Stripe would not give something back, for example of a charge that is disputed. */
async function refundAll({ stripe, reach }: StripeAccess, invoice: string): Promise<boolean> {
  const { data: paid } = await reach(stripe.invoicePayments.list({ invoice, status: 'paid' }))
  const intents = paid.flatMap(({ payment }) => payment.payment_intent ?? []).map(idOf)
  const refunds = intents.map((intent) => {
    const once = { idempotencyKey: `second:${intent}` }
    return reach(unlessRefused(stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' }, once)))
  })
  return (await Promise.all(refunds)).every(Boolean)
}
