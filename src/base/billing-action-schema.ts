import { type Static, Type } from 'typebox'
import { basePath } from './api-paths.ts'
import { oneOf } from './schema.ts'

export const subscriptionLinkEndpoint = `${basePath}/billing/subscription-link` as const
export const portalLinkEndpoint = `${basePath}/billing/portal-link` as const

/** What an error offers as a way out (ERR-9, ERR-10): both variants. */
export const trialCreditActionSchema = Type.Object(
  {
    action: Type.Literal('end_trial_to_unlock_pro_credits'),
    current_limit: Type.Integer({ minimum: 0, description: 'Credits that the trial was given.' }),
    paid_plan_limit: Type.Integer({ minimum: 0, description: 'Credits a month once the plan is paid for.' }),
    trial_ends_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When the trial ends by itself.',
    }),
    url: Type.String({ format: 'uri', description: 'The page where a person can end the trial early.' }),
    can_unlock_paid_credits_now: Type.Optional(
      Type.Boolean({ description: 'Whether ending the trial now makes the plan’s credits available at once.' }),
    ),
  },
  { title: 'TrialCreditAction' },
)

export const apiAccessActionSchema = Type.Object(
  {
    action: oneOf(['create_subscription_link', 'manage_billing'], {
      description: 'What helps: subscribe, or fix the existing subscription.',
    }),
    url: Type.String({ format: 'uri', description: 'The page where a person can do it.' }),
    endpoint: oneOf([subscriptionLinkEndpoint, portalLinkEndpoint], {
      description: 'The operation that makes a link for it.',
    }),
  },
  { title: 'ApiAccessAction' },
)

export const billingActionSchema = Type.Union([trialCreditActionSchema, apiAccessActionSchema], {
  title: 'BillingAction',
})

export type TrialCreditAction = Static<typeof trialCreditActionSchema>
export type ApiAccessAction = Static<typeof apiAccessActionSchema>
export type BillingAction = Static<typeof billingActionSchema>
