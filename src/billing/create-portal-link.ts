import { Type } from 'typebox'
import { defineOperation } from '../call/operation.ts'
import { billingLink, linkExample, linkFor } from './billing-link.ts'
import { type BillingNeeds, requireCustomer } from './sync/billing-services.ts'

const linkProblems = ['billing_not_configured', 'plan_not_for_sale', 'billing_provider_error'] as const
const nothing = Type.Object({}, { additionalProperties: false })
const description =
  'A short-lived link to the payment provider’s portal, to change the card, pay an open invoice, cancel or resume. Once a ' +
  'subscription has ended, the link leads to a checkout instead.'
const reply = linkExample('portal', 'https://prospector.example/sandbox/portal/k3Jd82mQpLx0aRt5VbN7cW9z')

export const createPortalLink = defineOperation({
  id: 'createPortalLink',
  method: 'POST',
  path: '/billing/portal-link',
  summary: 'Create a billing portal link',
  description,
  scope: 'billing:manage',
  meter: 'billing',
  neverCompressed: true,
  request: { body: nothing },
  reply: billingLink,
  problems: ['billing_customer_not_found', ...linkProblems],
  example: { summary: 'A portal link', request: {}, reply },
  run: portalLink,
})

export const getPortalLink = defineOperation({
  id: 'getPortalLink',
  method: 'GET',
  path: '/billing/portal-link',
  summary: 'Get a billing portal link',
  description: `${description} The same answer as the POST, for callers that can only follow addresses.`,
  scope: 'billing:manage',
  meter: 'billing',
  neverCompressed: true,
  request: {},
  reply: billingLink,
  problems: ['billing_customer_not_found', ...linkProblems],
  example: { summary: 'A portal link', reply },
  run: portalLink,
})

async function portalLink(call: Parameters<typeof linkFor>[1], needs: BillingNeeds) {
  requireCustomer(needs, call.principal.account)
  return linkFor(needs, call, {})
}
