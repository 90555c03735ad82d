import {
  type ApiAccessAction,
  portalLinkEndpoint,
  subscriptionLinkEndpoint,
  type TrialCreditAction,
} from '../billing-action-schema.ts'
import { billingPageUrl } from '../page-urls.ts'
import type { Account } from './accounts.ts'
import type { Plan } from './plan.ts'

/** How a customer without access gets it back: in the portal once the provider knows them, else by a new subscription. */
export function apiAccessAction(account: Account, publicUrl: string): ApiAccessAction {
  const url = billingPageUrl(publicUrl)
  return account.status === 'none' || account.customerId === null
    ? { action: 'create_subscription_link', url, endpoint: subscriptionLinkEndpoint }
    : { action: 'manage_billing', url, endpoint: portalLinkEndpoint }
}

/** What a trialing account without enough credits is offered. `currentLimit` is the trial's cap as granted. */
export function trialCreditAction(
  account: Account,
  plan: Plan,
  currentLimit: number,
  publicUrl: string,
): TrialCreditAction {
  return {
    action: 'end_trial_to_unlock_pro_credits',
    current_limit: currentLimit,
    paid_plan_limit: plan.creditsPerMonth,
    trial_ends_at: account.trialEndsAt?.toISOString() ?? null,
    url: billingPageUrl(publicUrl),
    can_unlock_paid_credits_now: account.paymentMethodOnFile,
  }
}
