import type Stripe from 'stripe'
import { problems } from '../../base/problems.ts'
import { idOf, unlessMissing } from './client.ts'
import type { StripeAccess } from './stripe-access.ts'
import type { CustomerSubscription, StripeBilling, Target } from './stripe-billing.ts'

type PlanChanges = Pick<StripeBilling, 'previewChange' | 'changePlan' | 'cancelChange' | 'keepSubscription'>

/** Changes of plan, with proration as Stripe does it. */
export function createPlanChanges(access: StripeAccess): PlanChanges {
  const { reach, prices } = access

  async function readItem({ subscriptionId, priceId }: CustomerSubscription) {
    const subscription = await reach(unlessMissing(access.stripe.subscriptions.retrieve(subscriptionId)))
    const item = subscription?.items.data.find(({ price }) => price.id === priceId)
    if (!subscription || !item) throw problems.billingProviderError(true)
    return { subscription, item }
  }

  /** A schedule that waits for the end of the period would undo what is changed now. */
  async function release({ schedule }: Stripe.Subscription): Promise<void> {
    if (schedule !== null) await reach(access.stripe.subscriptionSchedules.release(idOf(schedule)))
  }

  async function changeNow(subscribed: CustomerSubscription, { plan, interval }: Target): Promise<void> {
    const { subscription, item } = await readItem(subscribed)
    const price = await prices.priceFor(plan, interval)
    await release(subscription)
    await reach(
      access.stripe.subscriptions.update(subscribed.subscriptionId, {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        // Paid at once, or nothing changes.
        payment_behavior: 'error_if_incomplete',
        cancel_at_period_end: false,
      }),
    )
  }

  async function changeLater(subscribed: CustomerSubscription, { plan, interval }: Target): Promise<void> {
    const { subscription, item } = await readItem(subscribed)
    const price = await prices.priceFor(plan, interval)
    await release(subscription)
    if (subscription.cancel_at_period_end) {
      await reach(access.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false }))
    }
    const schedule = await reach(access.stripe.subscriptionSchedules.create({ from_subscription: subscription.id }))
    const [current] = schedule.phases
    await reach(
      access.stripe.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: item.price.id, quantity: 1 }],
            start_date: current!.start_date,
            end_date: item.current_period_end,
          },
          { items: [{ price, quantity: 1 }], duration: { interval, interval_count: 1 } },
        ],
      }),
    )
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
