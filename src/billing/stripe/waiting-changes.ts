import type Stripe from 'stripe'
import { idOf } from './client.ts'
import type { StripeAccess } from './stripe-access.ts'

type Item = Stripe.SubscriptionItem
type Phase = Stripe.SubscriptionScheduleUpdateParams.Phase

/** What waits for the end of a subscription's period: a change of plan, which is a schedule at Stripe, or a cancellation. */
export function createWaitingChanges(access: StripeAccess) {
  const { reach } = access

  /** A schedule that waits for the end of the period would undo what is changed now. */
  async function release({ schedule }: Stripe.Subscription): Promise<void> {
    if (schedule !== null) await reach(access.stripe.subscriptionSchedules.release(idOf(schedule)))
  }

  /** The change that waits for the end of the period, as it was asked for. */
  async function waitingPhase({ schedule }: Stripe.Subscription, item: Item): Promise<Phase | null> {
    if (schedule === null) return null
    const { phases } = await reach(access.stripe.subscriptionSchedules.retrieve(idOf(schedule)))
    const next = phases.find(({ start_date }) => start_date >= item.current_period_end)
    const [planned] = next?.items ?? []
    if (!next || !planned) return null
    return { items: [{ price: idOf(planned.price), quantity: 1 }], ...(next.end_date && { end_date: next.end_date }) }
  }

  async function scheduleNext(subscription: Stripe.Subscription, item: Item, next: Phase): Promise<void> {
    const schedule = await reach(access.stripe.subscriptionSchedules.create({ from_subscription: subscription.id }))
    const current = {
      items: [{ price: item.price.id, quantity: 1 }],
      start_date: schedule.phases[0]!.start_date,
      end_date: item.current_period_end,
    }
    const phases = [current, next]
    const terms = { end_behavior: 'release', proration_behavior: 'none' } as const
    await reach(access.stripe.subscriptionSchedules.update(schedule.id, { ...terms, phases }))
  }

  /** Replaces what waits for the end of the period. If that fails, it waits again as before. */
  async function replacing(
    subscription: Stripe.Subscription,
    item: Item,
    change: () => Promise<unknown>,
  ): Promise<void> {
    const waiting = await waitingPhase(subscription, item)
    try {
      await release(subscription)
      await change()
    } catch (error) {
      // What can't be put back either is in the log.
      await putBack(subscription, item, waiting).catch(() => {})
      throw error
    }
  }

  async function putBack(before: Stripe.Subscription, item: Item, waiting: Phase | null): Promise<void> {
    const found = await reach(access.stripe.subscriptions.retrieve(before.id))
    // The change was made, and only its answer was lost.
    if (!found.items.data.some(({ price }) => price.id === item.price.id)) return
    await release(found)
    if (waiting) await scheduleNext(found, item, waiting)
    if (before.cancel_at_period_end && !found.cancel_at_period_end)
      await reach(access.stripe.subscriptions.update(before.id, { cancel_at_period_end: true }))
  }

  return { release, replacing, scheduleNext }
}
