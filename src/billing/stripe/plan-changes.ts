import { problems } from '../../base/problems.ts'
import { unlessMissing } from './client.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { CustomerSubscription, StripeBilling, Target } from './stripe-billing.ts'
import { createWaitingChanges } from './waiting-changes.ts'

type PlanChanges = Pick<StripeBilling, 'previewChange' | 'changePlan' | 'cancelChange' | 'keepSubscription'>

/** Changes of plan, with proration as Stripe does it. */
export function createPlanChanges(access: StripeAccess): PlanChanges {
  const { reach, prices } = access
  const { release, replacing, scheduleNext } = createWaitingChanges(access)

  async function readItem({ subscriptionId, priceId }: CustomerSubscription) {
    const subscription = await reach(unlessMissing(access.stripe.subscriptions.retrieve(subscriptionId)))
    const item = subscription?.items.data.find(({ price }) => price.id === priceId)
    if (!subscription || !item) throw problems.billingProviderError(true)
    return { subscription, item }
  }

  async function changeNow(subscribed: CustomerSubscription, { plan, interval }: Target): Promise<void> {
    const { subscription, item } = await readItem(subscribed)
    const price = await prices.priceFor(plan, interval)
    await replacing(subscription, item, () =>
      reach(
        access.stripe.subscriptions.update(subscribed.subscriptionId, {
          items: [{ id: item.id, price }],
          proration_behavior: 'always_invoice',
          // Paid at once, or nothing changes.
          payment_behavior: 'error_if_incomplete',
          cancel_at_period_end: false,
        }),
      ),
    )
  }

  async function changeLater(subscribed: CustomerSubscription, { plan, interval }: Target): Promise<void> {
    const { subscription, item } = await readItem(subscribed)
    const price = await prices.priceFor(plan, interval)
    const next = { items: [{ price, quantity: 1 }], duration: { interval, interval_count: 1 } }
    await replacing(subscription, item, async () => {
      if (subscription.cancel_at_period_end)
        await reach(access.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }))
      await scheduleNext(subscription, item, next)
    })
  }

  return {
    async previewChange(subscribed, { plan, interval }) {
      const { item } = await readItem(subscribed)
      const price = await prices.priceFor(plan, interval)
      const preview = await reach(
        access.stripe.invoices.createPreview({
          customer: subscribed.customerId,
          subscription: subscribed.subscriptionId,
          subscription_details: { items: [{ id: item.id, price }], proration_behavior: 'always_invoice' },
        }),
      )
      return { amountDue: preview.amount_due, currency: preview.currency }
    },
    changePlan: (subscribed, target, when) =>
      when === 'now' ? changeNow(subscribed, target) : changeLater(subscribed, target),
    async cancelChange(subscribed) {
      const { subscription } = await readItem(subscribed)
      await release(subscription)
    },
    // Set in the portal it is a flag, set in the dashboard it may be a date.
    async keepSubscription({ subscriptionId }) {
      const subscription = await reach(unlessMissing(access.stripe.subscriptions.retrieve(subscriptionId)))
      if (!subscription) throw problems.billingProviderError(true)
      const { cancel_at: date, cancel_at_period_end: isFlagged } = subscription
      if (date === null && !isFlagged) return
      const kept = isFlagged ? { cancel_at_period_end: false } : { cancel_at: '' as const }
      await reach(access.stripe.subscriptions.update(subscriptionId, kept))
    },
  }
}
