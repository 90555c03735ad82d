import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { oneOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { billingLink, linkExample, linkFor } from './billing-link.ts'
import type { BillingNeeds } from './sync/billing-services.ts'

const options = {
  plan: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The plan to subscribe to. Default: the account’s plan.' }),
  ),
  interval: Type.Optional(
    oneOf(['month', 'year'] as const, { description: 'How often it is paid.', default: 'month' }),
  ),
}

const description =
  'A short-lived link to the payment provider’s checkout. It starts with a trial if the plan has one and nobody in the account ' +
  'has had a trial before. An account that already has a subscription gets a link to its billing portal instead.'
const reply = linkExample('subscription', 'https://prospector.example/sandbox/checkout/k3Jd82mQpLx0aRt5VbN7cW9z')

export const createSubscriptionLink = defineOperation({
  id: 'createSubscriptionLink',
  method: 'POST',
  path: '/billing/subscription-link',
  summary: 'Create a subscription link',
  description,
  scope: 'billing:manage',
  meter: 'billing',
  neverCompressed: true,
  request: { body: Type.Object(options, { additionalProperties: false }) },
  reply: billingLink,
  problems: ['billing_not_configured', 'plan_not_for_sale', 'billing_provider_error'],
  example: { summary: 'A checkout of Pro', request: { plan: 'pro' }, reply },
  run: (call, needs: BillingNeeds) => linkFor(needs, call, known(needs, call.body)),
})

export const getSubscriptionLink = defineOperation({
  id: 'getSubscriptionLink',
  method: 'GET',
  path: '/billing/subscription-link',
  summary: 'Get a subscription link',
  description: `${description} The same answer as the POST, for callers that can only follow addresses.`,
  scope: 'billing:manage',
  meter: 'billing',
  neverCompressed: true,
  request: { query: Type.Object(options, { additionalProperties: false }) },
  reply: billingLink,
  problems: ['billing_not_configured', 'plan_not_for_sale', 'billing_provider_error'],
  example: { summary: 'A checkout', reply },
  run: (call, needs: BillingNeeds) => linkFor(needs, call, known(needs, call.query)),
})

type Choice = { plan?: string; interval?: 'month' | 'year' }

function known({ billing: { context } }: BillingNeeds, { plan, interval }: Choice) {
  if (plan !== undefined && !context.plans.has(plan)) throw problems.unknownPlan(plan, [...context.plans.keys()])
  return { planId: plan, interval }
}
