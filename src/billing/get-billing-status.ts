import { type Static, Type } from 'typebox'
import { type Account, effectiveStatus, isInTrial, periodOf, planOf } from '../accounts/accounts.ts'
import { apiAccessAction, trialCreditAction } from '../accounts/billing-actions.ts'
import { accessStatuses, type Plan, planStatuses } from '../accounts/plan.ts'
import { apiAccessActionSchema, type BillingAction, trialCreditActionSchema } from '../billing-action-schema.ts'
import { currentBalance, type Period } from '../credits/periods.ts'
import { defineOperation } from '../operation.ts'
import { dateTime, nullableDateTime, oneOf, requestId, requestIdExample } from '../schema.ts'
import { type BillingNeeds, readStanding } from './billing-link.ts'
import { hasTrialLeft } from './standing.ts'

const soldPlan = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    price_label: Type.String(),
    credits_per_month: Type.Integer({ minimum: 0 }),
    trial: Type.Union(
      [Type.Object({ credits: Type.Integer({ minimum: 0 }), days: Type.Integer({ minimum: 1 }) }), Type.Null()],
      { description: 'What the checkout of this account begins with; null when it is paid at once.' },
    ),
  },
  { title: 'OfferedPlan' },
)

export const billingStatus = Type.Object({
  object: Type.Literal('billing_status'),
  provider: oneOf(['stripe', 'sandbox'] as const, { description: 'Who takes the payments.' }),
  plan: Type.Object({
    id: Type.String(),
    name: Type.String(),
    status: oneOf(planStatuses),
    trial_ends_at: nullableDateTime(),
    period: Type.Union([Type.Object({ start: dateTime(), end: dateTime() }, { title: 'Period' }), Type.Null()], {
      description: 'The trial or usage month; null without API access.',
    }),
  }),
  cancel_at_period_end: Type.Boolean(),
  grace_ends_at: nullableDateTime({ description: 'After a failed payment: how long access stays.' }),
  payment_method_on_file: Type.Boolean(),
  plans: Type.Array(soldPlan, { description: 'What a subscription link can be made for.' }),
  billing: Type.Union([trialCreditActionSchema, apiAccessActionSchema, Type.Null()], {
    description: 'What would mend something or bring more credits now; null when nothing needs it.',
  }),
  request_id: requestId,
})

export const statusExample = {
  object: 'billing_status',
  provider: 'sandbox',
  plan: {
    id: 'pro',
    name: 'Pro',
    status: 'active',
    trial_ends_at: null,
    period: { start: '2026-03-01T00:00:00.000Z', end: '2026-04-01T00:00:00.000Z' },
  },
  cancel_at_period_end: false,
  grace_ends_at: null,
  payment_method_on_file: true,
  plans: [{ id: 'pro', name: 'Pro', price_label: '$99 a month', credits_per_month: 1_000, trial: null }],
  billing: null,
  request_id: requestIdExample,
}

export const getBillingStatus = defineOperation({
  id: 'getBillingStatus',
  method: 'GET',
  path: '/billing/status',
  summary: 'Get billing status',
  description: 'Plan, trial, grace and cancellation of this account. Works without API access.',
  scope: 'billing:read',
  meter: 'billing',
  request: {},
  reply: billingStatus,
  problems: [],
  example: { summary: 'An active account', reply: statusExample },
  run: ({ principal }, needs: BillingNeeds) => describeBilling(needs, principal.account, principal.admittedAt),
})

export async function describeBilling(
  needs: BillingNeeds,
  account: Account,
  now: Date,
): Promise<Omit<Static<typeof billingStatus>, 'request_id'>> {
  const plan = planOf(needs.plans, account)
  const status = effectiveStatus(account, now)
  const period = accessStatuses.includes(status) ? periodOf(account, plan, now) : null
  const standing = await readStanding(needs, account)
  return {
    object: 'billing_status',
    provider: needs.paymentProvider.name,
    plan: {
      id: plan.id,
      name: plan.name,
      status,
      trial_ends_at: account.trialEndsAt?.toISOString() ?? null,
      period: period && { start: period.start.toISOString(), end: period.end.toISOString() },
    },
    cancel_at_period_end: period !== null && standing.cancelAtPeriodEnd,
    grace_ends_at: status === 'past_due' ? (account.accessEndsAt?.toISOString() ?? null) : null,
    payment_method_on_file: account.paymentMethodOnFile,
    plans: [...needs.plans.values()].map((sold) => ({
      id: sold.id,
      name: sold.name,
      price_label: sold.priceLabel,
      credits_per_month: sold.creditsPerMonth,
      trial: hasTrialLeft(standing) ? sold.trial : null,
    })),
    billing: await actionFor(needs, account, plan, period),
  }
}

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
