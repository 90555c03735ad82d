import { Type } from 'typebox'
import { requireApiAccess } from '../accounts/api-access.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { billingLink, linkExample, recorded, toReply } from './billing-link.ts'
import { type BillingNeeds, requireStripe } from './sync/billing-services.ts'

export const createTopUpLink = defineOperation({
  id: 'createTopUpLink',
  method: 'POST',
  path: '/billing/top-up-link',
  summary: 'Create a link to buy extra credits',
  description:
    'A short-lived link to the payment provider’s checkout of a credit pack. The credits are added once it is paid, are spent ' +
    'after the plan’s own credits and expire as the pack says. Accounts without API access can’t buy any. `credit_packs` in the billing status lists the packs.',
  scope: 'billing:manage',
  meter: 'billing',
  neverCompressed: true,
  request: {
    body: Type.Object(
      { pack: Type.String({ minLength: 1, maxLength: 64, description: 'The id of a credit pack.' }) },
      { additionalProperties: false },
    ),
  },
  reply: billingLink,
  closedWithoutAccess: true,
  problems: ['api_access_required', 'billing_not_configured', 'billing_provider_error'],
  example: {
    summary: 'A checkout of 500 credits',
    request: { pack: 'small' },
    reply: linkExample('top_up', 'https://prospector.example/sandbox/top-up/k3Jd82mQpLx0aRt5VbN7cW9z'),
  },

  async run(call, { database, publicUrl, billing }: BillingNeeds) {
    const { account, admittedAt } = call.principal
    const { body } = call
    const stripe = requireStripe(billing)
    // Without access nobody could spend what they bought.
    requireApiAccess(account, admittedAt, publicUrl)
    const pack = billing.context.packs.get(body.pack)
    if (!pack) {
      const known = [...billing.context.packs.keys()].join(', ') || 'none'
      throw problems.invalidRequest('pack', `There is no credit pack "${body.pack}". Packs: ${known}.`)
    }
    const link = toReply('top_up', await stripe.createTopUp(account, pack))
    return recorded(database, call, link)
  },
})
