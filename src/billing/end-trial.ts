import { Type } from 'typebox'
import { apiAccessAction, effectiveStatus } from '../accounts/api-access.ts'
import { isInTrial } from '../accounts/plan-state.ts'
import { recordCall } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { billingStatus, describeBilling, statusExample } from './describe-billing.ts'
import { isLive } from './settle/standing.ts'
import {
  type BillingNeeds,
  lookAgain,
  readStanding,
  recheckCaller,
  requireCustomer,
  requireStripe,
} from './sync/billing-services.ts'

export const endTrial = defineOperation({
  id: 'endTrial',
  method: 'POST',
  path: '/billing/end-trial',
  summary: 'End the trial now',
  description:
    'Ends the trial and charges the payment method on file. Unused trial credits expire, and the plan’s full credits are ' +
    'available at once. An account that is not in a trial is refused and left as it is.',
  scope: 'billing:manage',
  meter: 'billing',
  request: { body: Type.Object({}, { additionalProperties: false }) },
  reply: billingStatus,
  closedWithoutAccess: true,
  problems: [
    'not_in_trial',
    'subscription_required',
    'billing_customer_not_found',
    'billing_not_configured',
    'billing_provider_error',
    'payment_failed',
  ],
  example: { summary: 'The trial has ended', request: {}, reply: statusExample },

  async run(call, needs: BillingNeeds) {
    const { account, admittedAt } = call.principal
    const { clock, publicUrl, billing } = needs
    const standing = await readStanding(needs, account)
    const isWaiting = standing.subscription?.state === 'trialing'
    if (effectiveStatus(account, admittedAt) !== 'trialing' && !isWaiting) throw problems.notInTrial()
    requireCustomer(needs, account)
    if (!standing.subscription || !isLive(standing, clock.now())) throw problems.subscriptionRequired()
    await recheckCaller(needs, call)
    await requireStripe(billing).endTrial(standing.subscription)
    await recordCall(needs.database, call, 'billing.trial_ended')
    const after = await lookAgain(needs, account, standing.subscription.customerId)
    const isDeclined = after.status === 'past_due' && isInTrial(after)
    if (isDeclined) throw problems.paymentFailed(apiAccessAction(after, publicUrl))
    return describeBilling(needs, after, clock.now())
  },
})
