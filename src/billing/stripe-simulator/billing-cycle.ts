import { addMonths } from '../../accounts/plan-state.ts'
import { collect, draftInvoice, periodLine, send } from './invoicing.ts'
import { invoicesOf, priceOf, report, type StripeObject, type World } from './world.ts'

const hour = 3_600
const day = 24 * hour
/** After the first failed attempt: three more, then the account's settings decide. */
const retryDays = [3, 5, 7]

/** The boundary after `from`, counted from the anchor, as Stripe counts: the same day, or the last of a shorter month. */
export function nextBoundary(anchor: number, from: number, interval: 'month' | 'year'): number {
  const months = interval === 'year' ? 12 : 1
  let count = 1
  const at = (n: number): number => addMonths(new Date(anchor * 1_000), n * months).getTime() / 1_000
  while (at(count) <= from) count += 1
  return at(count)
}

type Due = { at: number; run(): void }

/** Moves the test clock: everything that falls due happens in its order, at its time. */
export function advance(world: World, to: number): void {
  for (;;) {
    const due = nextDue(world)
    if (!due || due.at > to) break
    world.now = Math.max(world.now, due.at)
    due.run()
  }
  world.now = Math.max(world.now, to)
}

export function nextDue(world: World): Due | null {
  const all = [...world.subscriptions.values()].flatMap((subscription) => duesOf(world, subscription))
  return all.sort((a, b) => a.at - b.at)[0] ?? null
}

function duesOf(world: World, subscription: StripeObject): Due[] {
  const { status } = subscription
  const [item] = subscription.items.data
  if (status === 'canceled' || status === 'incomplete_expired') return []
  if (status === 'incomplete') {
    return [{ at: subscription.start_date + 23 * hour, run: () => expire(world, subscription) }]
  }
  const dues: Due[] = invoicesOf(world, subscription.id).flatMap((invoice) => {
    if (invoice.status === 'draft' && !invoice.is_kept) {
      return [{ at: invoice.created + world.draftSeconds, run: () => collectDraft(world, subscription, invoice) }]
    }
    if (invoice.status === 'open' && invoice.due_date !== null && status === 'active') {
      return [{ at: invoice.due_date, run: () => becomeOverdue(world, subscription) }]
    }
    const retryAt = invoice.status === 'open' ? invoice.next_payment_attempt : null
    return retryAt === null || status === 'unpaid'
      ? []
      : [{ at: retryAt, run: () => retry(world, subscription, invoice) }]
  })
  if (status !== 'paused') dues.push({ at: item.current_period_end, run: () => endPeriod(world, subscription) })
  return dues
}

function expire(world: World, subscription: StripeObject): void {
  subscription.status = 'incomplete_expired'
  subscription.ended_at = world.now
  for (const invoice of invoicesOf(world, subscription.id)) if (invoice.status === 'open') invoice.status = 'void'
  report(world, 'customer.subscription.updated', subscription)
}

/** As if the time of the period were over. */
export function endPeriodNow(world: World, subscription: StripeObject): void {
  const [item] = subscription.items.data
  subscription.billing_cycle_anchor = world.now
  item.current_period_end = world.now
  endPeriod(world, subscription)
  advance(world, world.now)
}

function endPeriod(world: World, subscription: StripeObject): void {
  if (subscription.cancel_at_period_end) {
    cancel(world, subscription)
    return
  }
  const [item] = subscription.items.data
  const schedule = subscription.schedule ? world.schedules.get(subscription.schedule) : null
  const next = schedule?.phases.find((phase: StripeObject) => phase.start_date >= item.current_period_end)
  const boundary = item.current_period_end
  if (schedule && next) {
    const price = world.prices.get(next.items[0].price)!
    if (price.recurring.interval !== priceOf(world, subscription).recurring.interval) {
      subscription.billing_cycle_anchor = boundary
    }
    item.price = price
    schedule.status = 'released'
    subscription.schedule = null
  }
  if (subscription.status === 'trialing') subscription.status = 'active'
  const { interval } = priceOf(world, subscription).recurring
  item.current_period_start = boundary
  item.current_period_end = nextBoundary(subscription.billing_cycle_anchor, boundary, interval)
  const invoice = draftInvoice(world, {
    customer: subscription.customer,
    subscription,
    reason: 'subscription_cycle',
    lines: [periodLine(world, subscription)],
  })
  // An unpaid subscription goes on making invoices that nobody collects.
  if (subscription.status === 'unpaid') invoice.is_kept = true
  report(world, 'customer.subscription.updated', subscription)
}

function collectDraft(world: World, subscription: StripeObject, invoice: StripeObject): void {
  const paused = subscription.pause_collection?.behavior
  if (paused === 'keep_as_draft') {
    invoice.is_kept = true
    return
  }
  if (paused) {
    invoice.status = paused === 'void' ? 'void' : 'uncollectible'
    invoice.status_transitions.finalized_at = world.now
    report(world, `invoice.${paused === 'void' ? 'voided' : 'marked_uncollectible'}`, invoice)
    return
  }
  if (invoice.collection_method === 'send_invoice') {
    send(world, invoice, subscription)
    return
  }
  if (collect(world, invoice, subscription)) {
    settleStatus(world, subscription, invoice)
    return
  }
  fail(world, subscription, invoice)
}

function becomeOverdue(world: World, subscription: StripeObject): void {
  subscription.status = 'past_due'
  report(world, 'customer.subscription.updated', subscription)
}

function retry(world: World, subscription: StripeObject, invoice: StripeObject): void {
  if (collect(world, invoice, subscription)) {
    settleStatus(world, subscription, invoice)
    return
  }
  fail(world, subscription, invoice)
}

export function fail(world: World, subscription: StripeObject, invoice: StripeObject): void {
  const wait = retryDays[invoice.attempt_count - 1]
  if (wait !== undefined) {
    invoice.next_payment_attempt = world.now + wait * day
    subscription.status = 'past_due'
    report(world, 'customer.subscription.updated', subscription)
    return
  }
  invoice.next_payment_attempt = null
  if (world.afterRetries === 'cancel') {
    cancel(world, subscription)
    return
  }
  subscription.status = world.afterRetries
  report(world, 'customer.subscription.updated', subscription)
}

/** Paying, voiding or writing off the latest invoice brings a subscription back. */
export function settleStatus(world: World, subscription: StripeObject, invoice: StripeObject): void {
  const canComeBack = ['past_due', 'unpaid', 'incomplete'].includes(subscription.status)
  if (!canComeBack || subscription.latest_invoice !== invoice.id) return
  subscription.status = 'active'
  report(world, 'customer.subscription.updated', subscription)
}

/** One that was never paid for does not become `canceled`: it expires before its time. */
export function cancel(world: World, subscription: StripeObject): void {
  subscription.canceled_at = world.now
  if (subscription.status === 'incomplete') {
    expire(world, subscription)
    return
  }
  subscription.status = 'canceled'
  subscription.ended_at = world.now
  subscription.schedule = null
  for (const invoice of invoicesOf(world, subscription.id)) {
    if (invoice.status === 'draft') invoice.is_kept = true
    if (invoice.status === 'open') invoice.next_payment_attempt = null
  }
  report(world, 'customer.subscription.deleted', subscription)
}
