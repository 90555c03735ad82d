import { expect, it } from 'vitest'
import { effectiveStatus } from '../../accounts/api-access.ts'
import { addMonths } from '../../accounts/plan-state.ts'
import { plans } from '../plans/plans.ts'
import type { OperatorFact } from './operator-fact.ts'
import type { CustomerSnapshot, InvoiceSnapshot, SubscriptionSnapshot } from './snapshot.ts'
import { hasTrialLeft, standingOf } from './standing.ts'
import { type AccountFacts, secondSubscriptions } from './subscriptions.ts'

const day = 86_400_000
const start = Date.parse('2026-01-31T10:00:00Z')
const month = (count: number): number => addMonths(new Date(start), count).getTime()

const subscription = (given: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  subscriptionId: 'sub_1',
  accountId: 'acc_1',
  state: 'active',
  priceId: 'price_pro',
  planId: 'pro',
  isPriceUnknown: false,
  interval: 'month',
  startedAt: start,
  trial: null,
  anchor: start,
  period: { start, end: month(1) },
  endsAt: null,
  endedAt: null,
  isCollectionPaused: false,
  scheduled: null,
  ...given,
})

const trial = { start, end: start + 14 * day }
const trialing = (given: Partial<SubscriptionSnapshot> = {}) =>
  subscription({ state: 'trialing', trial, anchor: trial.end, period: trial, ...given })

const invoice = (given: Partial<InvoiceSnapshot> = {}): InvoiceSnapshot => ({
  invoiceId: 'in_1',
  subscriptionId: 'sub_1',
  state: 'paid',
  planId: 'pro',
  period: { start, end: month(1) },
  isSent: false,
  dueAt: null,
  isAttempted: true,
  finalizedAt: start,
  paidAt: start,
  amountPaid: 9_900,
  currency: 'usd',
  amountRefunded: 0,
  dispute: null,
  pack: null,
  ...given,
})

type ProviderFacts = {
  subscriptions?: SubscriptionSnapshot[]
  invoices?: InvoiceSnapshot[]
  customer?: Partial<CustomerSnapshot>
  operator?: OperatorFact | null
  grantedTrials?: string[]
}

const knownOf = ({
  subscriptions = [],
  invoices = [],
  customer,
  operator = null,
  grantedTrials = ['sub_1'],
}: ProviderFacts): AccountFacts => ({
  accountId: 'acc_1',
  operator,
  customers: [
    {
      observedAt: start,
      snapshot: {
        customerId: 'cus_1',
        accountId: 'acc_1',
        isDeleted: false,
        hasPaymentMethod: true,
        subscriptions,
        invoices,
        ...customer,
      },
    },
  ],
  grantedTrials: new Set(grantedTrials),
})

const standing = (told: ProviderFacts) => standingOf(plans, knownOf(told), 'pro')
const statusAt = (at: number, told: ProviderFacts) => effectiveStatus(standing(told), new Date(at))
const one = (given: Partial<SubscriptionSnapshot>, invoices: InvoiceSnapshot[] = [invoice()]): ProviderFacts => ({
  subscriptions: [subscription(given)],
  invoices,
})

it.each(['incomplete', 'incomplete_expired'] as const)('PLAN-4: a subscription that is %s is none', (state) => {
  const found = standing(one({ state }, [invoice({ state: 'open' })]))
  expect([found.status, found.customerId, found.openings, hasTrialLeft(found)]).toEqual(['none', null, [], true])
})

it('PLAN-3, PLAN-7, B5: a trial lasts until a day after its end without news, and opens its own period', () => {
  const told = { subscriptions: [trialing()] }
  expect(standing(told)).toMatchObject({ status: 'trialing', trialEndsAt: new Date(trial.end) })
  expect(standing(told).openings).toMatchObject([{ start: new Date(start), credits: 250 }])
  expect(statusAt(trial.end + day - 1, told)).toBe('trialing')
  expect(statusAt(trial.end + day, told)).toBe('lapsed')
})

it('PLAN-5: after a trial, Stripe’s "active" counts once the first invoice is settled, not before', () => {
  const active = trialing({ state: 'active', period: { start: trial.end, end: trial.end + 28 * day } })
  const first = (state: InvoiceSnapshot['state']) =>
    invoice({ state, period: { start: trial.end, end: trial.end + 28 * day } })
  const statusWith = (...invoices: InvoiceSnapshot[]) => standing({ subscriptions: [active], invoices })
  expect(statusWith()).toMatchObject({ status: 'trialing', periodAnchor: new Date(start) })
  expect(statusWith(first('draft')).status).toBe('trialing')
  expect(statusWith(first('open')).status).toBe('trialing')
  for (const state of ['paid', 'void', 'uncollectible'] as const) {
    expect(statusWith(first(state))).toMatchObject({ status: 'active', periodAnchor: new Date(trial.end) })
  }
  expect(statusWith(first('paid')).openings.map(({ credits }) => credits)).toEqual([250, 1_000])
})

it('PLAN-6: a first payment that fails keeps the trial’s period and gives seven days from the attempt', () => {
  const failed = invoice({
    state: 'open',
    paidAt: null,
    finalizedAt: trial.end + 3_600_000,
    period: { start: trial.end, end: month(1) },
  })
  const told = { subscriptions: [trialing({ state: 'past_due' })], invoices: [failed] }
  expect(standing(told)).toMatchObject({
    status: 'past_due',
    periodAnchor: new Date(start),
    trialEndsAt: new Date(trial.end),
  })
  expect(standing(told).accessEndsAt).toEqual(new Date(trial.end + 3_600_000 + 7 * day))
})

it('PLAN-10, B10: a trial that was not granted is a wait for the first payment', () => {
  const again = { subscriptions: [trialing()], grantedTrials: [] }
  expect(standing(again)).toMatchObject({ status: 'lapsed', openings: [] })
  const paid = invoice({ period: { start: trial.end, end: trial.end + 28 * day } })
  const active = { subscriptions: [trialing({ state: 'active' })], invoices: [paid], grantedTrials: [] }
  expect(standing(active)).toMatchObject({ status: 'active', periodAnchor: new Date(trial.end), trialEndsAt: null })
})

it('B5: an active account without news of its renewal ends three days after the paid period', () => {
  expect(statusAt(month(1) + 3 * day - 1, one({}))).toBe('active')
  expect(statusAt(month(1) + 3 * day, one({}))).toBe('lapsed')
})

it('a paused collection keeps access as long as what was paid for, and not a day longer', () => {
  const told = one({ isCollectionPaused: true, period: { start: month(1), end: month(2) } }, [
    invoice(),
    invoice({ invoiceId: 'in_2', state: 'void', period: { start: month(1), end: month(2) } }),
  ])
  expect([statusAt(month(1) - 1, told), statusAt(month(1), told)]).toEqual(['active', 'lapsed'])
})

it('PLAN-6: past due counts from the oldest invoice that Stripe could not collect', () => {
  const open = (id: string, at: number) =>
    invoice({ invoiceId: id, state: 'open', paidAt: null, finalizedAt: at, period: { start: at, end: at + 28 * day } })
  const told = one({ state: 'past_due' }, [invoice(), open('in_3', month(2)), open('in_2', month(1))])
  expect(standing(told).debt).toEqual({ since: new Date(month(1)), invoiceId: 'in_2' })
  expect([statusAt(month(1) + 7 * day - 1, told), statusAt(month(1) + 7 * day, told)]).toEqual(['past_due', 'lapsed'])
})

it.each(['unpaid', 'paused', 'canceled'] as const)('a subscription that is %s gives nothing', (state) => {
  const told = one({ state, ...(state === 'canceled' && { endedAt: start + day }) })
  expect(standing(told).status).toBe('lapsed')
})

it.each(['void', 'uncollectible'] as const)(
  'an invoice that is %s owes nothing: the account is what Stripe says',
  (state) => {
    const told = one({ period: { start: month(1), end: month(2) } }, [invoice(), invoice({ invoiceId: 'in_2', state })])
    expect(standing(told)).toMatchObject({ status: 'active', debt: null })
  },
)

it('PLAN-7: a cancellation takes effect at the end of the period', () => {
  const told = one({ endsAt: month(1) })
  expect(standing(told).cancelAtPeriodEnd).toBe(true)
  expect([statusAt(month(1) - 1, told), statusAt(month(1), told)]).toEqual(['active', 'lapsed'])
})

it('PLAN-13, B9: of two subscriptions the first one that gives access is in force; the other opens nothing', () => {
  const second = subscription({ subscriptionId: 'sub_2', startedAt: start + day, anchor: start + day })
  const told: ProviderFacts = {
    subscriptions: [second, subscription()],
    invoices: [
      invoice(),
      invoice({ invoiceId: 'in_2', subscriptionId: 'sub_2', period: { start: start + day, end: month(1) } }),
    ],
  }
  expect(standing(told).subscription?.subscriptionId).toBe('sub_1')
  expect(standing(told).openings).toHaveLength(1)
  expect(secondSubscriptions(knownOf(told))).toEqual(['sub_2'])
})

it('PLAN-5: a credit for a change of plan at the end of the trial is not the first payment', () => {
  const month1 = { start: trial.end, end: trial.end + 28 * day }
  const after = subscription({ trial, anchor: trial.end, period: month1 })
  const credit = invoice({ invoiceId: 'in_2', period: month1, amountPaid: 0 })
  const draft = invoice({ invoiceId: 'in_1', state: 'draft', period: month1, amountPaid: 0, paidAt: null })
  const waiting = standing({ subscriptions: [after], invoices: [credit, draft] })
  expect([waiting.status, waiting.openings.length]).toEqual(['trialing', 1])
  const paid = standing({ subscriptions: [after], invoices: [credit, { ...draft, state: 'paid', amountPaid: 9_900 }] })
  expect([paid.status, paid.openings.length]).toEqual(['active', 2])
})

it('BILL-10, PLAN-13: a subscription of unknown price keeps its place: one that begins meanwhile is a second one and gives nothing', () => {
  const second = subscription({ subscriptionId: 'sub_2', startedAt: start + day, anchor: start + day })
  const paid = invoice({ invoiceId: 'in_2', subscriptionId: 'sub_2', period: { start: start + day, end: month(1) } })
  const unknown = subscription({ planId: null, priceId: 'price_x' })
  const told: ProviderFacts = { subscriptions: [second, unknown], invoices: [paid] }
  expect(standing(told)).toMatchObject({ status: 'none', isPlanUnknown: true, subscription: null, openings: [] })
  expect(secondSubscriptions(knownOf(told))).toEqual(['sub_2'])
  // One that our checkouts did not begin is none of our business.
  const foreign: ProviderFacts = { ...told, subscriptions: [second, { ...unknown, accountId: null }] }
  expect(standing(foreign)).toMatchObject({ status: 'active', isPlanUnknown: false })
  expect(secondSubscriptions(knownOf(foreign))).toEqual([])
})

it('BILL-10: a price that stands for no plan gives nothing until it is known, and never another plan', () => {
  expect(standing(one({ planId: null, priceId: 'price_x' }))).toMatchObject({ status: 'none', subscription: null })
})

it('a deleted customer is not a customer: the way back is a new checkout', () => {
  const ended = subscription({ state: 'canceled', endedAt: start + day })
  expect(standing({ subscriptions: [ended], customer: { isDeleted: true } })).toMatchObject({
    status: 'lapsed',
    customerId: null,
  })
})

it('the operator’s word holds until the provider shows something new', () => {
  const word = (at: number): OperatorFact => ({
    kind: 'operator',
    at,
    planId: 'enterprise',
    status: 'active',
    periodAnchor: start,
    trialEndsAt: null,
    accessEndsAt: null,
  })
  expect(standing({ ...one({}), operator: word(start + 1) }).planId).toBe('enterprise')
  expect(standing({ ...one({}), operator: word(start - 1) }).planId).toBe('pro')
})

it('a plan from the operator stays while a trial that does not count waits for its payment', () => {
  const operator: OperatorFact = {
    kind: 'operator',
    at: start - day,
    planId: 'business',
    status: 'active',
    periodAnchor: start - day,
    trialEndsAt: null,
    accessEndsAt: null,
  }
  expect(standing({ subscriptions: [trialing()], operator, grantedTrials: [] })).toMatchObject({
    status: 'active',
    planId: 'business',
  })
})
