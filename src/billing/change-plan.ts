import { type Static, Type } from 'typebox'
import type { Account } from '../accounts/accounts.ts'
import { apiAccessAction } from '../accounts/api-access.ts'
import { isInTrial, periodOf, planOf } from '../accounts/plan-state.ts'
import { recordCall } from '../audit/record.ts'
import { Problem, problems } from '../base/problems.ts'
import { count, dateTime, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { billingStatus, describeBilling, statusExample } from './describe-billing.ts'
import { compareChoices } from './plans/compare-plans.ts'
import { formatMoney } from './plans/money.ts'
import { creditsOfUpgrade } from './settle/settle-credits.ts'
import type { CustomerSubscription, Target } from './stripe/stripe-billing.ts'
import {
  type BillingNeeds,
  lookAgain,
  recheckCaller,
  requireStripe,
  requireSubscription,
} from './sync/billing-services.ts'

const intervals = ['month', 'year'] as const
const body = Type.Object(
  { plan: Type.String({ minLength: 1, maxLength: 64 }), interval: oneOf(intervals) },
  { additionalProperties: false },
)
const shared = {
  scope: 'billing:manage',
  meter: 'billing',
  problems: [
    'subscription_required',
    'plan_not_for_sale',
    'payment_failed',
    'billing_not_configured',
    'billing_provider_error',
  ],
} as const

export const previewPlanChange = defineOperation({
  ...shared,
  problems: [...shared.problems],
  id: 'previewPlanChange',
  method: 'POST',
  path: '/billing/plan-change/preview',
  summary: 'Preview a change of plan',
  description: 'When the change would take effect, what it would cost at once, and which credits it would add.',
  request: { body },
  reply: Type.Object({
    object: Type.Literal('plan_change_preview'),
    plan_id: Type.String(),
    interval: oneOf(intervals),
    effective: oneOf(['now', 'period_end'] as const),
    effective_at: dateTime(),
    amount_due: count({ description: 'Charged at once, after what is left of the old plan.' }),
    currency: Type.String(),
    amount_due_label: Type.String(),
    credits_added: count({ description: 'Added to this period at once.' }),
    request_id: requestId,
  }),
  example: {
    summary: 'An upgrade in the middle of a month',
    request: { plan: 'business', interval: 'month' },
    reply: {
      object: 'plan_change_preview',
      plan_id: 'business',
      interval: 'month',
      effective: 'now',
      effective_at: '2026-03-16T12:00:00.000Z',
      amount_due: 7_500,
      currency: 'usd',
      amount_due_label: '$75',
      credits_added: 2_000,
      request_id: requestIdExample,
    },
  },

  async run({ principal: { account }, body: wanted }, needs: BillingNeeds) {
    const { subscribed, target, when } = await readChange(needs, account, wanted)
    const currency = target.plan.prices[0]?.currency ?? 'usd'
    const due =
      when === 'now' ? await requireStripe(needs.billing).previewChange(subscribed, target) : { amountDue: 0, currency }
    const now = needs.clock.now()
    const current = planOf(needs.billing.context.plans, account)
    const period = when === 'now' && !isInTrial(account) ? periodOf(account, current, now) : null
    const credits = period
      ? await creditsOfUpgrade(needs.database, needs.billing.context, account.id, target.plan, { period, current })
      : 0
    return {
      object: 'plan_change_preview' as const,
      plan_id: target.plan.id,
      interval: target.interval,
      effective: when,
      effective_at: (when === 'now' ? now : new Date(subscribed.period.end)).toISOString(),
      amount_due: due.amountDue,
      currency: due.currency,
      amount_due_label: formatMoney(due.amountDue, due.currency),
      credits_added: credits,
    }
  },
})

export const changePlan = defineOperation({
  ...shared,
  problems: [...shared.problems],
  id: 'changePlan',
  method: 'POST',
  path: '/billing/plan-change',
  summary: 'Change the plan',
  description:
    'An upgrade takes effect at once: the difference in price is charged and the difference in credits is added. A downgrade ' +
    'takes effect at the end of the period. If the card is declined, nothing changes.',
  request: { body },
  reply: billingStatus,
  example: { summary: 'The new plan', request: { plan: 'business', interval: 'month' }, reply: statusExample },

  async run(call, needs: BillingNeeds) {
    const { account } = call.principal
    const { subscribed, target, when } = await readChange(needs, account, call.body)
    await recheckCaller(needs, call)
    try {
      await requireStripe(needs.billing).changePlan(subscribed, target, when)
    } catch (error) {
      const isDeclined = error instanceof Problem && error.code === 'payment_failed'
      throw isDeclined ? problems.paymentFailed(apiAccessAction(account, needs.publicUrl)) : error
    }
    const details = { from: subscribed.planId, to: target.plan.id, interval: target.interval, effective: when }
    await recordCall(needs.database, call, 'billing.plan_changed', { details })
    return describeBilling(needs, await lookAgain(needs, account, subscribed.customerId), needs.clock.now())
  },
})

export const cancelPlanChange = defineOperation({
  ...shared,
  problems: ['subscription_required', 'billing_not_configured', 'billing_provider_error'],
  id: 'cancelPlanChange',
  method: 'POST',
  path: '/billing/plan-change/cancel',
  summary: 'Keep the current plan',
  description: 'Withdraws a change of plan that waits for the end of the period.',
  request: { body: Type.Object({}, { additionalProperties: false }) },
  reply: billingStatus,
  example: { summary: 'The plan stays', request: {}, reply: statusExample },

  async run(call, needs: BillingNeeds) {
    const { account } = call.principal
    const subscribed = await requireSubscription(needs, account)
    if (subscribed.scheduled !== null) {
      await recheckCaller(needs, call)
      await requireStripe(needs.billing).cancelChange(subscribed)
      await recordCall(needs.database, call, 'billing.plan_change_cancelled')
    }
    return describeBilling(needs, await lookAgain(needs, account, subscribed.customerId), needs.clock.now())
  },
})

type Change = { subscribed: CustomerSubscription; target: Target; when: 'now' | 'period_end' }

async function readChange(needs: BillingNeeds, account: Account, wanted: Static<typeof body>): Promise<Change> {
  const { plans } = needs.billing.context
  const plan = plans.get(wanted.plan)
  if (!plan) throw problems.unknownPlan(wanted.plan, [...plans.keys()])
  if (!plan.prices.some(({ interval }) => interval === wanted.interval)) throw problems.planNotForSale(plan.name)
  const subscribed = await requireSubscription(needs, account)
  const target = { plan, interval: wanted.interval }
  // The plan that is subscribed to may have been taken out since.
  const held = plans.get(subscribed.planId ?? '') ?? planOf(plans, account)
  const current = { plan: held, interval: subscribed.interval }
  const change = compareChoices(current, target)
  if (change === 'current') throw problems.invalidRequest('plan', `The account is on ${plan.name} already.`)
  return { subscribed, target, when: change === 'upgrade' ? 'now' : 'period_end' }
}
