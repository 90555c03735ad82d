import type { PlanStatus } from '../../accounts/plan.ts'

/** The operator's word: the plan state from here on, until the provider's next news. Instants in milliseconds. */
export type OperatorFact = {
  kind: 'operator'
  at: number
  planId: string
  status: PlanStatus
  periodAnchor: number | null
  trialEndsAt: number | null
  accessEndsAt: number | null
}
