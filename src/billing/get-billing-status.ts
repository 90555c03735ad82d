import { defineOperation } from '../call/operation.ts'
import { billingStatus, describeBilling, statusExample } from './describe-billing.ts'
import type { BillingNeeds } from './sync/billing-services.ts'

export const getBillingStatus = defineOperation({
  id: 'getBillingStatus',
  method: 'GET',
  path: '/billing/status',
  summary: 'Get billing status',
  description:
    'Plan, trial, grace period and cancellation of this account, and what it can buy. Works without API access.',
  scope: 'billing:read',
  meter: 'billing',
  request: {},
  reply: billingStatus,
  problems: [],
  example: { summary: 'An active account', reply: statusExample },
  run: ({ principal }, needs: BillingNeeds) => describeBilling(needs, principal.account, principal.admittedAt),
})
