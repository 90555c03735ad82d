import { Type } from 'typebox'
import { effectiveStatus, findAccount } from '../accounts/accounts.ts'
import { defineOperation } from '../operation.ts'
import { type BillingNeeds, readStanding, requireCustomer } from './billing-link.ts'
import { billingStatus, describeBilling, statusExample } from './get-billing-status.ts'
import { isLive } from './standing.ts'
import { takeEvent } from './take-event.ts'

export const endTrial = defineOperation({
  id: 'endTrial',
  method: 'POST',
  path: '/billing/end-trial',
  summary: 'End the trial now',
  description:
    'Ends the trial and charges the payment method on file; what is left of the trial’s credits expires and the ' +
    'plan’s full credits are there at once. An account that is not in a trial is left as it is.',
  scope: 'billing:manage',
  meter: 'billing',
  request: { body: Type.Object({}, { additionalProperties: false }) },
  reply: billingStatus,
  problems: ['billing_customer_not_found'],
  example: { summary: 'The trial has ended', request: {}, reply: statusExample },

  async run({ principal: { account, admittedAt } }, needs: BillingNeeds) {
    const { database, clock, paymentProvider } = needs
    if (effectiveStatus(account, admittedAt) === 'trialing') {
      requireCustomer(needs, account)
      const standing = await readStanding(needs, account)
      if (standing.subscription && isLive(standing, clock.now())) {
        for (const { id, fact } of await paymentProvider.endTrialNow(standing.subscription.subscriptionId)) {
          await takeEvent(database, needs, id, fact)
        }
      }
    }
    return describeBilling(needs, (await findAccount(database, account.id)) ?? account, clock.now())
  },
})
