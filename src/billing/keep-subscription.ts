import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import { billingStatus, describeBilling, statusExample } from './describe-billing.ts'
import {
  type BillingNeeds,
  lookAgain,
  recheckCaller,
  requireStripe,
  requireSubscription,
} from './sync/billing-services.ts'

export const keepSubscription = defineOperation({
  id: 'keepSubscription',
  method: 'POST',
  path: '/billing/keep-subscription',
  summary: 'Keep a cancelled subscription',
  description: 'Withdraws a cancellation that waits for the end of the period: the subscription renews as before.',
  scope: 'billing:manage',
  meter: 'billing',
  request: { body: Type.Object({}, { additionalProperties: false }) },
  reply: billingStatus,
  problems: ['subscription_required', 'billing_not_configured', 'billing_provider_error'],
  example: { summary: 'The subscription renews again', request: {}, reply: statusExample },

  async run(call, needs: BillingNeeds) {
    const { account } = call.principal
    const subscribed = await requireSubscription(needs, account)
    if (subscribed.endsAt !== null) {
      await recheckCaller(needs, call)
      await requireStripe(needs.billing).keepSubscription(subscribed)
      await recordCall(needs.database, call, 'billing.subscription_kept')
    }
    return describeBilling(needs, await lookAgain(needs, account, subscribed.customerId), needs.clock.now())
  },
})
