import type { TrialCreditAction } from '../base/billing-action-schema.ts'
import { billingPageUrl } from '../base/page-urls.ts'
import type { Account } from './accounts.ts'
import type { Plan } from './plan.ts'

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
