import { type Static, Type } from 'typebox'
import type { Account } from '../accounts/accounts.ts'
import { accessStatuses, apiAccessAction, effectiveStatus, trialCreditAction } from '../accounts/api-access.ts'
import type { Plan } from '../accounts/plan.ts'
import { forEachLimitField } from '../accounts/plan-limits.ts'
import { planStatus } from '../accounts/plan-schema.ts'
import { isInTrial, periodOf, planAt, trialEndOf } from '../accounts/plan-state.ts'
import { apiAccessActionSchema, type BillingAction, trialCreditActionSchema } from '../base/billing-action-schema.ts'
import { billingChoices } from '../base/config.ts'
import { count, dateTime, nullableDateTime, oneOf, periodBounds, requestId, requestIdExample } from '../base/schema.ts'
import type { Period } from '../credits/ledger.ts'
import { currentBalance } from '../credits/periods.ts'
import { cardBrandName } from './context/card-brands.ts'
import { compareChoices } from './plans/compare-plans.ts'
import { formatMoney, priceLabel } from './plans/money.ts'
import { plans } from './plans/plans.ts'
import { readCard } from './settle/snapshots.ts'
import { hasTrialLeft, isLive, type Standing } from './settle/standing.ts'
import { hadTrialElsewhere } from './settle/trials.ts'
import { type BillingNeeds, readStanding } from './sync/billing-services.ts'
import { autoTopUpSchema, describeAutoTopUp } from './top-up/auto-top-up.ts'

const intervals = ['month', 'year'] as const
const changes = ['current', 'checkout', 'upgrade', 'downgrade', 'unavailable'] as const
const change = oneOf(changes, {
  description:
    'What choosing it means: `checkout` needs a subscription link, `upgrade` takes effect at once, `downgrade` at the end of ' +
    'the period.',
})
const money = {
  amount: count({ description: 'In the smallest unit of the currency.' }),
  currency: Type.String({ description: 'Three-letter ISO 4217 code, in lower case.' }),
}

const trialOffer = Type.Object({
  credits: count({ description: 'Contact credits of the trial.' }),
  days: Type.Integer({ minimum: 1, description: 'How long the trial lasts.' }),
})
const interval = oneOf(intervals, { description: 'How often it is paid.' })
const planId = Type.String({ description: 'The id of the plan, such as `pro`.' })
const planName = Type.String({ description: 'The name of the plan, such as Pro.' })

const soldPlan = Type.Object({
  id: planId,
  name: planName,
  price_label: Type.String({ description: 'The price as people read it, such as `$99 a month`.' }),
  prices: Type.Array(
    Type.Object({ interval, ...money, label: Type.String({ description: 'The price as people read it.' }), change }),
    { description: 'What it costs by the month and by the year.' },
  ),
  change,
  ...forEachLimitField((_, { description }) => count({ description })),
  trial: Type.Union([trialOffer, Type.Null()], {
    description: 'The trial that a checkout of this account starts with; null when it is paid at once.',
  }),
})

const soldPack = Type.Object({
  id: Type.String({ description: 'The id of the pack: `pack` of a top-up link.' }),
  name: Type.String({ description: 'The name of the pack, such as 500 credits.' }),
  credits: count({ description: 'Contact credits in the pack.' }),
  ...money,
  label: Type.String({ description: 'The price as people read it.' }),
  valid_months: count({ description: 'How long the credits can be spent.' }),
})

const card = Type.Object({
  brand: Type.String({ description: 'The card network’s short name, such as `visa`.' }),
  brand_name: Type.String({ description: 'As people know it, such as American Express.' }),
  last4: Type.String({ description: 'The last four digits.' }),
  exp_month: Type.Integer({ description: 'The month in which it expires, 1 to 12.' }),
  exp_year: Type.Integer({ description: 'The year in which it expires.' }),
})

export const billingStatus = Type.Object({
  object: Type.Literal('billing_status'),
  provider: oneOf(billingChoices, { description: 'The payment provider.' }),
  plan: Type.Object(
    {
      id: planId,
      name: planName,
      status: planStatus,
      interval: Type.Union([oneOf(intervals), Type.Null()], { description: 'Null without a subscription.' }),
      trial_ends_at: nullableDateTime({ description: 'When the trial ends; null outside a trial.' }),
      period: Type.Union([Type.Object(periodBounds), Type.Null()], {
        description: 'The trial or usage month; null without API access.',
      }),
    },
    { description: 'The account’s plan, and where its subscription stands.' },
  ),
  cancel_at_period_end: Type.Boolean({
    description: 'Whether the subscription was cancelled and ends with the period.',
  }),
  cancels_at: nullableDateTime({
    description: 'When a subscription that was cancelled ends, and access with it; null for one that renews.',
  }),
  scheduled_change: Type.Union(
    [Type.Object({ plan_id: planId, interval, at: dateTime({ description: 'When it takes effect.' }) }), Type.Null()],
    { description: 'A change of plan that waits for the end of the period.' },
  ),
  grace_ends_at: nullableDateTime({ description: 'After a failed payment: when access ends unless it is paid.' }),
  payment_method_on_file: Type.Boolean({
    description: 'Whether the payment provider has a card or other means to charge.',
  }),
  payment_method: Type.Union([card, Type.Null()], { description: 'The card on file; null without one.' }),
  plans: Type.Array(soldPlan, { description: 'The plans for sale, and what choosing each means for this account.' }),
  credit_packs: Type.Array(soldPack, { description: 'Extra credits for sale.' }),
  auto_top_up: autoTopUpSchema,
  billing: Type.Union([trialCreditActionSchema, apiAccessActionSchema, Type.Null()], {
    description: 'What would restore access or bring more credits now; null when nothing is needed.',
  }),
  request_id: requestId,
})

const describeLimits = (plan: Plan) => forEachLimitField((limit) => plan[limit])

type BillingStatus = Omit<Static<typeof billingStatus>, 'request_id'>

export const statusExample = {
  object: 'billing_status',
  provider: 'sandbox',
  plan: {
    id: 'pro',
    name: 'Pro',
    status: 'active',
    interval: 'month',
    trial_ends_at: null,
    period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
  },
  cancel_at_period_end: false,
  cancels_at: null,
  scheduled_change: null,
  grace_ends_at: null,
  payment_method_on_file: true,
  payment_method: { brand: 'visa', brand_name: 'Visa', last4: '4242', exp_month: 12, exp_year: 2034 },
  plans: [
    {
      id: 'pro',
      name: 'Pro',
      price_label: '$99 a month',
      prices: [{ interval: 'month', amount: 9_900, currency: 'usd', label: '$99 a month', change: 'current' }],
      change: 'current',
      ...describeLimits(plans.get('pro')!),
      trial: null,
    },
  ],
  credit_packs: [
    { id: 'small', name: '500 credits', credits: 500, amount: 5_900, currency: 'usd', label: '$59', valid_months: 12 },
  ],
  auto_top_up: { enabled: false, pack_id: null, threshold: 0, monthly_credit_ceiling: 0, bought_this_month: 0 },
  billing: null,
  request_id: requestIdExample,
}

export async function describeBilling(needs: BillingNeeds, account: Account, now: Date): Promise<BillingStatus> {
  const { database, billing } = needs
  const { context, provider } = billing
  const plan = planAt(context.plans, account, now)
  const status = effectiveStatus(account, now)
  const period = accessStatuses.includes(status) ? periodOf(account, plan, now) : null
  const standing = await readStanding(needs, account)
  const { subscription } = standing
  const isSubscribed = isLive(standing, now)
  const found = account.customerId === null ? null : await readCard(database, account.customerId)
  return {
    object: 'billing_status',
    provider,
    plan: {
      id: plan.id,
      name: plan.name,
      status,
      interval: isSubscribed ? subscription!.interval : null,
      trial_ends_at: trialEndOf(account, now)?.toISOString() ?? null,
      period: period && { start: period.start.toISOString(), end: period.end.toISOString() },
    },
    cancel_at_period_end: period !== null && standing.cancelAtPeriodEnd,
    cancels_at: isSubscribed && subscription!.endsAt !== null ? new Date(subscription!.endsAt).toISOString() : null,
    scheduled_change: isSubscribed ? scheduledChange(standing) : null,
    grace_ends_at: status === 'past_due' ? (account.accessEndsAt?.toISOString() ?? null) : null,
    payment_method_on_file: account.paymentMethodOnFile,
    payment_method: found && {
      brand: found.brand,
      brand_name: cardBrandName(found.brand),
      last4: found.last4,
      exp_month: found.expMonth,
      exp_year: found.expYear,
    },
    plans: await describePlans(needs, account, standing, isSubscribed ? plan : null),
    credit_packs: provider === 'off' ? [] : describePacks(needs),
    auto_top_up: await describeAutoTopUp(database, account.id, now),
    billing: await actionFor(needs, account, plan, period),
  }
}

function scheduledChange({ subscription }: Standing): BillingStatus['scheduled_change'] {
  const scheduled = subscription?.scheduled
  if (!scheduled?.planId) return null
  return { plan_id: scheduled.planId, interval: scheduled.interval, at: new Date(scheduled.at).toISOString() }
}

async function describePlans(
  { database, billing: { context, provider } }: BillingNeeds,
  { id }: Account,
  standing: Standing,
  current: Plan | null,
): Promise<BillingStatus['plans']> {
  const hasTrial = hasTrialLeft(standing) && !(await hadTrialElsewhere(database, context.authSecret, id))
  const interval = standing.subscription?.interval ?? 'month'
  return [...context.plans.values()].map((plan) => {
    const prices = plan.prices.map((price) => ({
      interval: price.interval,
      amount: price.amount,
      currency: price.currency,
      label: priceLabel(price),
      change: changeOf({ plan, interval: price.interval }),
    }))
    return {
      id: plan.id,
      name: plan.name,
      price_label: plan.priceLabel,
      prices,
      change: (prices.find((price) => price.interval === interval) ?? prices[0])?.change ?? 'unavailable',
      ...describeLimits(plan),
      trial: hasTrial ? plan.trial : null,
    }
  })

  function changeOf(wanted: { plan: Plan; interval: 'month' | 'year' }): (typeof changes)[number] {
    if (provider === 'off') return 'unavailable'
    return current ? compareChoices({ plan: current, interval }, wanted) : 'checkout'
  }
}

const describePacks = ({ billing: { context } }: BillingNeeds): BillingStatus['credit_packs'] =>
  [...context.packs.values()].map((pack) => ({
    id: pack.id,
    name: pack.name,
    credits: pack.credits,
    amount: pack.amount,
    currency: pack.currency,
    label: formatMoney(pack.amount, pack.currency),
    valid_months: pack.validMonths,
  }))

/** Without access and in grace, the way (back) in; in a trial without credits, the way to more. */
async function actionFor(
  { database, clock, publicUrl }: BillingNeeds,
  account: Account,
  plan: Plan,
  period: Period | null,
): Promise<BillingAction | null> {
  if (period === null || account.status === 'past_due') return apiAccessAction(account, publicUrl)
  if (!isInTrial(account)) return null
  const { balance, periodCredits } = await currentBalance(database, clock, account.id, period)
  return balance === 0 ? trialCreditAction(account, plan, periodCredits, publicUrl) : null
}
