import { Type } from 'typebox'
import { defineOperation } from '../operation.ts'
import { type BillingNeeds, billingLink, linkExample, linkFor, requireCustomer } from './billing-link.ts'

const nothing = Type.Object({}, { additionalProperties: false })
const description =
  'A short-lived link to the payment provider’s portal: change the card, pay what is due, cancel or go on. After a ' +
  'subscription has ended for good, the link leads to a checkout instead.'
const reply = linkExample('portal', 'https://prospector.example/sandbox/portal/k3Jd82mQpLx0aRt5VbN7cW9z')

export const createPortalLink = defineOperation({
  id: 'createPortalLink',
  method: 'POST',
  path: '/billing/portal-link',
  summary: 'Create a billing portal link',
  description,
  scope: 'billing:manage',
  meter: 'billing',
  request: { body: nothing },
  reply: billingLink,
  problems: ['billing_customer_not_found'],
  example: { summary: 'A portal link', request: {}, reply },
  run: ({ principal }, needs: BillingNeeds) => portalLink(principal.account, needs),
})

export const getPortalLink = defineOperation({
  id: 'getPortalLink',
  method: 'GET',
  path: '/billing/portal-link',
  summary: 'Get a billing portal link',
  description: `${description} The same answer as the POST, for callers that can only follow addresses.`,
  scope: 'billing:manage',
  meter: 'billing',
  request: {},
  reply: billingLink,
  problems: ['billing_customer_not_found'],
  example: { summary: 'A portal link', reply },
  run: ({ principal }, needs: BillingNeeds) => portalLink(principal.account, needs),
})

function portalLink(account: Parameters<typeof linkFor>[1], needs: BillingNeeds) {
  requireCustomer(needs, account)
  return linkFor(needs, account, undefined)
}
