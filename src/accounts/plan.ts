import type { planStatuses } from '../base/plan-statuses.ts'
import type { PlanLimit } from './plan-limits.ts'

/** A plan is data: what it includes and what it limits. The list of them is in billing/plans/plans.ts. */
export type Plan = Record<PlanLimit, number> & {
  id: string
  name: string
  priceLabel: string
  /** What it costs, monthly first. */
  prices: PlanPrice[]
  trial: { credits: number; days: number } | null
}

export type PlanPrice = {
  interval: 'month' | 'year'
  /** In the currency's smallest unit. */
  amount: number
  currency: string
  /** The price at Stripe, where the operator names it; else it is found by its lookup key. */
  stripePriceId: string | null
}

/** The trial of Pro, and of plans without one of their own, on which the operator may still put an account to try it. */
export const standardTrial = { credits: 250, days: 14 }

export type Plans = ReadonlyMap<string, Plan>

export type PlanStatus = (typeof planStatuses)[number]

/** Where an account stands with its plan. */
export type PlanState = {
  planId: string
  status: PlanStatus
  /** From when its usage months count, or its trial began; null before the first of either. */
  periodAnchor: Date | null
  trialEndsAt: Date | null
  accessEndsAt: Date | null
  /** A change of plan that waits for the end of the period, and that end. */
  nextPlanId?: string | null
  nextPlanAt?: Date | null
}
