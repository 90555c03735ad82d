import { planStatuses } from '../base/plan-statuses.ts'
import { oneOf } from '../base/schema.ts'

export const planStatus = oneOf(planStatuses, {
  description:
    'Where the subscription stands. `trialing`, `active` and `past_due` (a payment failed, and access stays for some days) have ' +
    'API access; `none` (never subscribed) and `lapsed` do not.',
})
