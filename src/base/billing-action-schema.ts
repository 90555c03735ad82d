import { type Static, Type } from 'typebox'
import { basePath } from './api-paths.ts'
import { oneOf } from './schema.ts'

export const subscriptionLinkEndpoint = `${basePath}/billing/subscription-link` as const
export const portalLinkEndpoint = `${basePath}/billing/portal-link` as const

/** What an error offers as a way out (ERR-9, ERR-10): both variants. */
export const trialCreditActionSchema = Type.Object(
  {
    action: Type.Literal('end_trial_to_unlock_pro_credits'),
    current_limit: Type.Integer({ minimum: 0 }),
    paid_plan_limit: Type.Integer({ minimum: 0 }),
    trial_ends_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    url: Type.String({ format: 'uri' }),
    can_unlock_paid_credits_now: Type.Optional(Type.Boolean()),
  },
  { title: 'TrialCreditAction' },
)

export const apiAccessActionSchema = Type.Object(
  {
    action: oneOf(['create_subscription_link', 'manage_billing']),
    url: Type.String({ format: 'uri' }),
    endpoint: oneOf([subscriptionLinkEndpoint, portalLinkEndpoint]),
  },
  { title: 'ApiAccessAction' },
)

export const billingActionSchema = Type.Union([trialCreditActionSchema, apiAccessActionSchema], {
  title: 'BillingAction',
})

export type TrialCreditAction = Static<typeof trialCreditActionSchema>
export type ApiAccessAction = Static<typeof apiAccessActionSchema>
export type BillingAction = Static<typeof billingActionSchema>
