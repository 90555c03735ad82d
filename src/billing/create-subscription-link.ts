import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { problems } from '../problems.ts'
import { type BillingNeeds, billingLink, linkExample, linkFor } from './billing-link.ts'

const options = {
  plan: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The plan to subscribe to; else the account’s own.' }),
  ),
}

const description =
  'A short-lived link to the payment provider’s checkout. The account’s one trial comes first, if the plan has one. ' +
  'An account that has a subscription gets a link to its billing portal instead.'
const reply = linkExample('subscription', 'https://prospector.example/sandbox/checkout/k3Jd82mQpLx0aRt5VbN7cW9z')

export const createSubscriptionLink = defineOperation({
  id: 'createSubscriptionLink',
  method: 'POST',
  path: '/billing/subscription-link',
  summary: 'Create a subscription link',
  description,
  scope: 'billing:manage',
  meter: 'billing',
  request: { body: Type.Object(options, { additionalProperties: false }) },
  reply: billingLink,
  problems: [],
  example: { summary: 'A checkout of Pro', request: { plan: 'pro' }, reply },
  run: ({ principal, body }, needs: BillingNeeds) => linkFor(needs, principal.account, known(needs, body.plan)),
})

export const getSubscriptionLink = defineOperation({
  id: 'getSubscriptionLink',
  method: 'GET',
  path: '/billing/subscription-link',
  summary: 'Get a subscription link',
  description: `${description} The same answer as the POST, for callers that can only follow addresses.`,
  scope: 'billing:manage',
  meter: 'billing',
  request: { query: Type.Object(options, { additionalProperties: false }) },
  reply: billingLink,
  problems: [],
  example: { summary: 'A checkout', reply },
  run: ({ principal, query }, needs: BillingNeeds) => linkFor(needs, principal.account, known(needs, query.plan)),
})

function known({ plans }: BillingNeeds, planId: string | undefined): string | undefined {
  if (planId === undefined || plans.has(planId)) return planId
  throw problems.invalidRequest('plan', `There is no plan "${planId}". Plans: ${[...plans.keys()].join(', ')}.`)
}
