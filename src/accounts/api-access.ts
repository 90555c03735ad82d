/**
 * API access: which accounts have it, which requests need it, and how those without it are refused. The one definition for
 * code and for statements.
 */
import {
  type ApiAccessAction,
  portalLinkEndpoint,
  subscriptionLinkEndpoint,
  type TrialCreditAction,
} from '../base/billing-action-schema.ts'
import { billingPageUrl } from '../base/page-urls.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Meter } from '../metering/request-counters.ts'
import type { Plan, PlanState, PlanStatus } from './plan.ts'

/** The statuses that give API access, as long as `access_ends_at` has not passed. */
export const accessStatuses: readonly PlanStatus[] = ['trialing', 'active', 'past_due']

/** What the account is as of now. Time alone ends access: no timer has to fire, and no node can be late. */
export function effectiveStatus({ status, accessEndsAt }: PlanState, now: Date): PlanStatus {
  const isOver = accessEndsAt !== null && now >= accessEndsAt
  return isOver && accessStatuses.includes(status) ? 'lapsed' : status
}

export function hasApiAccess(account: PlanState, now: Date): boolean {
  return accessStatuses.includes(effectiveStatus(account, now))
}

const isNotOverSql = (now: Sql): Sql =>
  sql`(a.access_ends_at IS NULL OR ${now} < a.access_ends_at - make_interval(secs => a.clock_ahead_seconds))`

/** The same of account `a`, in a statement. */
export const effectiveStatusSql = (now: Sql): Sql =>
  sql`CASE WHEN a.status = ANY(${accessStatuses}::text[]) AND NOT ${isNotOverSql(now)} THEN 'lapsed' ELSE a.status END`
export const hasApiAccessSql = (now: Sql): Sql => sql`a.status = ANY(${accessStatuses}::text[])
          AND ${isNotOverSql(now)}`

/**
 * Billing operations are the way back in, session operations are about oneself, and the sample is what is shown before there
 * is a plan: they work without API access.
 */
export const needsApiAccess = (meter: Meter): boolean => ['request', 'own', 'feed'].includes(meter)

type Customer = { status: PlanStatus; customerId: string | null }

/** Admission asks this for every meter that needs access; operations of the others ask it themselves, if they need it. */
export function requireApiAccess(account: PlanState & Customer, now: Date, publicUrl: string): void {
  if (!hasApiAccess(account, now)) throw problems.apiAccessRequired(apiAccessAction(account, publicUrl))
}

/** How an account gets access: in the portal once the provider knows it, else by a subscription. */
export function apiAccessAction(account: Customer, publicUrl: string): ApiAccessAction {
  const url = billingPageUrl(publicUrl)
  return account.status === 'none' || account.customerId === null
    ? { action: 'create_subscription_link', url, endpoint: subscriptionLinkEndpoint }
    : { action: 'manage_billing', url, endpoint: portalLinkEndpoint }
}

/**
 * How an account with access gets more credits than its period has: where they are sold. Without a customer at the provider the endpoint
 * is that of the subscription link, because the portal link would be a 404.
 */
export const moreCreditsAction = (account: Customer, publicUrl: string): ApiAccessAction => ({
  ...apiAccessAction(account, publicUrl),
  action: 'manage_billing',
})

/** What a trialing account without enough credits is offered. `currentLimit` is the trial's cap as granted. */
export function trialCreditAction(
  account: PlanState & { paymentMethodOnFile: boolean },
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
