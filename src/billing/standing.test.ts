import { expect, it } from 'vitest'
import { effectiveStatus } from '../accounts/accounts.ts'
import { addMonths } from '../metering/usage-month.ts'
import type { Fact, KnownFact, OperatorFact, PaymentFact, SubscriptionFact } from './facts.ts'
import { plans } from './plans.ts'
import { standingOf } from './standing.ts'

const day = 86_400_000
const start = Date.parse('2026-01-31T10:00:00Z')

const subscription = (given: Partial<SubscriptionFact> = {}): SubscriptionFact => ({
  kind: 'subscription',
  subscriptionId: 'sub_1',
  accountId: 'acc_1',
  customerId: 'cus_1',
  at: start,
  planId: 'pro',
  checkoutPlanId: 'pro',
  priceId: 'price_pro',
  stage: 'updated',
  startedAt: start,
  trial: { start, end: start + 14 * day },
  endsAt: null,
  endedAt: null,
  paymentMethodOnFile: true,
  ...given,
})

const payment = (outcome: PaymentFact['outcome'], at: number, given: Partial<PaymentFact> = {}): PaymentFact => ({
  kind: 'payment',
  subscriptionId: 'sub_1',
  accountId: 'acc_1',
  at,
  invoiceId: 'in_1',
  outcome,
  periodStart: at,
  priceId: 'price_pro',
  ...given,
})

const operator = (given: Partial<OperatorFact>): OperatorFact => ({
  kind: 'operator',
  at: start - day,
  planId: 'pro',
  status: 'active',
  periodAnchor: start - day,
  trialEndsAt: null,
  accessEndsAt: null,
  ...given,
})

const standing = (...facts: Fact[]) =>
  standingOf(
    plans,
    facts.map((fact, at): KnownFact => ({ ...fact, id: `evt_${at}` })),
    'pro',
  )
const statusAt = (at: number, ...facts: Fact[]) => effectiveStatus(standing(...facts), new Date(at))

it('PLAN-7, B5: a trial that runs out without news keeps access for a day, then lapses by the clock', () => {
  expect(statusAt(start + 15 * day - 1, subscription())).toBe('trialing')
  expect(statusAt(start + 15 * day, subscription())).toBe('lapsed')
})

it('a first payment that fails keeps the trial’s period, and grace is 7 days from the failure', () => {
  const failedAt = start + 14 * day
  const failed = standing(subscription(), payment('failed', failedAt))
  expect(failed.status).toBe('past_due')
  expect(failed.openings.map((period) => period.credits)).toEqual([250])
  expect(failed.accessEndsAt).toEqual(new Date(failedAt + 7 * day))
  const again = payment('failed', failedAt + 3 * day)
  expect(standing(subscription(), again, payment('failed', failedAt)).accessEndsAt).toEqual(failed.accessEndsAt)
})

it('a payment after the grace brings access back, with months that count from the trial’s end', () => {
  const failedAt = start + 14 * day
  const facts = [
    subscription(),
    payment('failed', failedAt),
    payment('paid', failedAt + 20 * day, { periodStart: failedAt }),
  ]
  expect(standing(...facts)).toMatchObject({ status: 'active', accessEndsAt: null, periodAnchor: new Date(failedAt) })
  expect(standing(...facts).openings.map((period) => period.credits)).toEqual([250, 1000])
})

it('each month is opened by the invoice that pays for it from its first moment, with the credits of the plan that it names', () => {
  const trialEnds = start + 14 * day
  const month = (count: number) => addMonths(new Date(trialEnds), count).getTime()
  const first = payment('paid', trialEnds + 60_000, { periodStart: trialEnds })
  const switched = subscription({ at: month(1) - day, planId: 'business', priceId: 'price_business' })
  const correction = payment('paid', month(1) - day, { invoiceId: 'in_2', priceId: 'price_business' })
  const second = payment('paid', month(1), { invoiceId: 'in_3', priceId: 'price_business' })
  const facts = [subscription(), first, switched, correction, second]
  const openingsOf = (...known: Fact[]) => standing(...known).openings.map(({ start, credits }) => [+start, credits])
  const all = [
    [start, 250],
    [trialEnds, 1000],
    [month(1), 3000],
  ]
  expect(openingsOf(...facts)).toEqual(all)
  // However little of it is known, nothing is opened that the whole would not open.
  for (let known = 0; known < 2 ** facts.length; known += 1) {
    const some = facts.filter((_, at) => known & (2 ** at))
    for (const opening of openingsOf(...some)) expect(all).toContainEqual(opening)
  }
})

it('a later month’s payment opens nothing that is counted from an end of the trial which has not come', () => {
  const endedEarly = start + 2 * day
  const nextMonth = addMonths(new Date(endedEarly), 1).getTime()
  const later = payment('paid', nextMonth, { invoiceId: 'in_2' })
  expect(standing(subscription(), later).openings.map((period) => period.credits)).toEqual([250])
  const ended = subscription({ at: endedEarly, trial: { start, end: endedEarly } })
  const openings = standing(subscription(), later, ended, payment('paid', endedEarly)).openings
  expect(openings.map((period) => +period.start)).toEqual([start, endedEarly, nextMonth])
})

it('a payment within the trial, such as the empty first invoice, does not end it', () => {
  expect(standing(subscription(), payment('paid', start)).status).toBe('trialing')
})

it('an old debt that is paid after the end of the subscription brings nothing back', () => {
  const ended = subscription({ at: start + 40 * day, stage: 'ended', endedAt: start + 40 * day })
  const facts = [ended, payment('paid', start + 14 * day), payment('paid', start + 50 * day, { invoiceId: 'in_2' })]
  expect(standing(...facts).status).toBe('lapsed')
})

it('a trial’s debt that is paid after the end opens the month that it is for, whether or not the end was known', () => {
  const failedAt = start + 14 * day
  const debt = [payment('failed', failedAt), payment('paid', start + 50 * day, { periodStart: failedAt })]
  const ended = subscription({ at: start + 40 * day, stage: 'ended', endedAt: start + 40 * day })
  const whole = standing(subscription(), ...debt, ended)
  expect(whole).toMatchObject({ status: 'lapsed', accessEndsAt: new Date(start + 40 * day) })
  expect(standing(subscription(), ...debt).openings).toEqual(whole.openings)
})

it('PLAN-13: a second subscription next to a living one changes nothing', () => {
  const second = subscription({ subscriptionId: 'sub_2', startedAt: start + day, at: start + day, trial: null })
  expect(standing(subscription(), second)).toEqual(standing(subscription()))
})

it('a second trial of the provider opens nothing and gives no access; its first payment does, from that day on', () => {
  const first = subscription({ at: start + day, stage: 'ended', endedAt: start + day })
  const began = start + 2 * day
  const again = { subscriptionId: 'sub_2', startedAt: began, trial: { start: began, end: began + 14 * day } }
  const second = subscription({ at: began, ...again })
  const empty = payment('paid', began, { subscriptionId: 'sub_2', invoiceId: 'in_0' })
  expect(standing(first, second, empty)).toMatchObject({ status: 'lapsed', subscription: second })
  expect(standing(first, second, empty).openings.map((period) => period.credits)).toEqual([250])
  // Ended early, while the first trial would still run.
  const paidAt = began + day
  const ended = subscription({ ...again, at: paidAt, trial: { start: began, end: paidAt } })
  const paid = standing(first, second, empty, ended, payment('paid', paidAt, { subscriptionId: 'sub_2' }))
  expect(paid).toMatchObject({ status: 'active', periodAnchor: new Date(paidAt), accessEndsAt: null })
  expect(paid.openings.map((period) => [+period.start, period.credits])).toEqual([
    [start, 250],
    [paidAt, 1000],
  ])
  expect(standing(first, second, empty, payment('failed', paidAt, { subscriptionId: 'sub_2' })).status).toBe('lapsed')
})

it('a trial after the operator’s own, or for somebody who lapsed, is a second one', () => {
  const tried = operator({ status: 'trialing', trialEndsAt: start - 2, accessEndsAt: start - 2 })
  const lapsed = operator({ status: 'lapsed', accessEndsAt: start - day })
  for (const given of [tried, lapsed]) {
    expect(standing(given, subscription())).toMatchObject({ status: 'lapsed', openings: [] })
  }
  // An attempt whose first payment never came was no subscription.
  const attempt = subscription({ subscriptionId: 'sub_0', stage: 'incomplete', trial: null, startedAt: start - day })
  expect(standing(attempt, subscription()).status).toBe('trialing')
})

it('a subscription whose first payment never came is none', () => {
  expect(standing(subscription({ stage: 'incomplete', trial: null })).status).toBe('none')
})

it('of two snapshots in the same second the further stage wins, whichever came first', () => {
  const snapshots = [subscription({ stage: 'incomplete', trial: null }), subscription({ trial: null })]
  expect(standing(...snapshots).status).toBe('active')
  expect(standing(...snapshots.toReversed()).status).toBe('active')
})

it('a plan of the operator is the ground that the provider’s news build on', () => {
  const given = operator({ status: 'trialing', periodAnchor: start - day, trialEndsAt: start + 10 * day })
  const paid = standing(given, subscription({ trial: null }))
  expect(paid).toMatchObject({ status: 'active', periodAnchor: new Date(start), trialEndsAt: new Date(start) })
  expect(paid.openings.map((period) => period.credits)).toEqual([1000])
  const lapsed = operator({ at: start + day, status: 'lapsed', accessEndsAt: start + day })
  expect(standing(subscription({ trial: null }), lapsed).status).toBe('lapsed')
})

it('a price that stands for none of our plans leaves the plan as it is', () => {
  expect(standing(subscription({ planId: 'unheard of' })).planId).toBe('pro')
})

it('PLAN-7: a cancellation ends access with the period, and taking it back lets it go on', () => {
  const endsAt = start + 14 * day
  const cancelled = subscription({ at: start + day, endsAt })
  expect(statusAt(endsAt - 1, subscription(), cancelled)).toBe('trialing')
  expect(statusAt(endsAt, subscription(), cancelled)).toBe('lapsed')
  const resumed = subscription({ at: start + 2 * day })
  expect(standing(cancelled, resumed, subscription()).cancelAtPeriodEnd).toBe(false)
})
