import { isDeepStrictEqual } from 'node:util'
import { findAccount } from '../../accounts/accounts.ts'
import { dayMs } from '../../base/durations.ts'
import type { Database, Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { cardExpiring, noticesOf, queueNotices } from '../notices/notices.ts'
import { type Settlement, settle } from '../settle/settle.ts'
import type { CustomerSnapshot } from '../settle/snapshot.ts'
import { beginLook, insertSnapshot, keepCustomer, takeLook } from '../settle/snapshots.ts'
import { secondSubscriptions } from '../settle/subscriptions.ts'
import { hashOfCard } from '../settle/trials.ts'
import type { Observation, StripeBilling } from '../stripe/stripe-billing.ts'
import { recordCancellations } from './record-cancellations.ts'

/** Why we look. Everything but an event settles the account again even when the provider says nothing new. */
export type Cause = { kind: 'event' | 'operation' | 'reconcile'; id: string }

export type LookResult = {
  /** The provider said something that we did not know. */
  isNews: boolean
  settled: Settlement[]
}

/**
 * Asks the provider for the truth about a customer and brings the accounts concerned to it. Everything that makes us look
 * ends here: events, the hourly pass, the operator's command, a person who comes back from a checkout. Doing it again
 * changes nothing.
 */
export async function lookAtCustomer(
  db: Database,
  context: BillingContext,
  stripe: StripeBilling,
  customerId: string,
  cause: Cause,
): Promise<LookResult> {
  const look = await beginLook(db, customerId)
  const observation = await stripe.observe(customerId)
  const seen = await db.transaction((tx) => takeObservation(tx, context, look, observation, cause))
  const second = seen.settled.flatMap(({ known }) => secondSubscriptions(known))
  if (second.length === 0) return seen
  // Two checkouts completed side by side must not bill twice. What fails here is tried again with the next look.
  for (const subscriptionId of second) {
    const outcome = await stripe.cancelSecond(subscriptionId)
    context.log.warn({ customer_id: customerId, subscription_id: subscriptionId, outcome }, 'second subscription')
  }
  const next = await beginLook(db, customerId)
  const again = await stripe.observe(customerId)
  return db.transaction((tx) => takeObservation(tx, context, next, again, cause))
}

/** One transaction: the snapshot, and all that follows from it. */
export async function takeObservation(
  tx: Db,
  context: BillingContext,
  look: number,
  { snapshot: observed, card, cardFingerprint }: Observation,
  cause: Cause,
): Promise<LookResult> {
  const { clock } = context
  const taken = await takeLook(tx, observed.customerId, look)
  // Somebody who began to look after us has said what they saw.
  if (!taken) return { isNews: false, settled: [] }
  const { newest, newestAt, card: cardBefore } = taken
  const snapshot = rememberPlans(observed, newest, context)
  const isNews = !newest || !isDeepStrictEqual(newest, JSON.parse(JSON.stringify(snapshot)))
  if (isNews) await insertSnapshot(tx, clock, look, snapshot)
  // Providers send several events for one change: after the first, the others have nothing left to say.
  if (cause.kind === 'event' && !isNews && isDeepStrictEqual(card, cardBefore)) return { isNews, settled: [] }
  const accountIds = await knownAccounts(tx, snapshot)
  await keepCustomer(tx, clock, {
    customerId: snapshot.customerId,
    accountIds,
    card,
    cardHash: cardFingerprint === null ? null : hashOfCard(context.authSecret, cardFingerprint),
    nextLookInHours: hoursToNext(snapshot, (!isNews && newestAt) || clock.now(), clock.now()),
  })
  const settled: Settlement[] = []
  for (const accountId of accountIds) {
    const outcome = await settle(tx, context, accountId, { cause: cause.id, cardFingerprint })
    if (!outcome) continue
    const aboutCard = card ? cardExpiring(outcome.after, card, context) : []
    await queueNotices(tx, context, outcome.after, [...noticesOf(outcome, context), ...aboutCard])
    settled.push(outcome)
  }
  await recordCancellations(tx, newest, snapshot, accountIds)
  return { isNews, settled }
}

/** A price that stands for none of our plans, any more or yet, leaves a subscription at what it was last known to be for. */
function rememberPlans(
  observed: CustomerSnapshot,
  before: CustomerSnapshot | null,
  { plans, log, onUnknownPrice }: BillingContext,
): CustomerSnapshot {
  const sold = (planId: string | null | undefined): string | null => (planId && plans.has(planId) ? planId : null)
  const subscriptions = observed.subscriptions.map((found) => {
    if (sold(found.planId) !== null || found.priceId === null) return found
    const known = before?.subscriptions.find(({ subscriptionId }) => subscriptionId === found.subscriptionId)
    const planId = sold(known?.planId)
    const names = { customer_id: observed.customerId, subscription_id: found.subscriptionId, price_id: found.priceId }
    onUnknownPrice?.()
    log.error({ ...names, kept_plan: planId }, 'unknown price: name it in plans.json or by its lookup key')
    return { ...found, planId, isPriceUnknown: true }
  })
  return { ...observed, subscriptions }
}

/** In one order, so that two looks at customers of the same accounts can't wait for each other. */
async function knownAccounts(tx: Db, { accountId, subscriptions, invoices }: CustomerSnapshot): Promise<string[]> {
  const named = [
    accountId,
    ...subscriptions.map((found) => found.accountId),
    ...invoices.map(({ pack }) => pack?.accountId),
  ]
  const ids = [...new Set(named.filter((id) => typeof id === 'string'))].sort()
  const found = await Promise.all(ids.map((id) => findAccount(tx, id)))
  return found.flatMap((account) => account?.id ?? [])
}

/** Less than the hour in which a missed event is made up for. */
export const lookEveryMinutes = 57

/** Since the end of the last subscription: until then refunds and disputes are more likely. */
const oldAfterDays = 90

/** Since the last news of a customer who has subscribed to nothing yet: until then a checkout may have led to something. */
const unusedAfterDays = 7

/**
 * Within the hour while something lives or may have begun; what ended long ago may still be refunded or disputed, so once a day.
 * `newsAt`: since when the customer has been so.
 */
function hoursToNext({ subscriptions, isDeleted }: CustomerSnapshot, newsAt: Date, now: Date): number {
  const isUnused = subscriptions.length === 0
  const isOver = (time: number, days: number): boolean => now.getTime() - time > days * dayMs
  const isOld = isUnused
    ? isOver(newsAt.getTime(), unusedAfterDays)
    : subscriptions.every(({ endedAt }) => endedAt !== null && isOver(endedAt, oldAfterDays))
  return isDeleted || isOld ? 24 : lookEveryMinutes / 60
}
