import type { Plan, Plans } from '../access/plan.ts'

/** The plans this service sells, unless the operator says otherwise. */
const defaultPlans: Plan[] = [
  {
    id: 'pro',
    name: 'Pro',
    priceLabel: '$99 a month',
    creditsPerMonth: 1_000,
    trial: { credits: 250, days: 14 },
    requestsPerMinute: 60,
    requestsPerDay: 5_000,
    searchRowsPerMonth: 25_000,
  },
  {
    id: 'business',
    name: 'Business',
    priceLabel: '$249 a month',
    creditsPerMonth: 3_000,
    trial: null,
    requestsPerMinute: 120,
    requestsPerDay: 20_000,
    searchRowsPerMonth: 100_000,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    priceLabel: '$699 a month',
    creditsPerMonth: 10_000,
    trial: null,
    requestsPerMinute: 600,
    requestsPerDay: 100_000,
    searchRowsPerMonth: 500_000,
  },
]

export const plans: Plans = new Map(defaultPlans.map((plan) => [plan.id, plan]))
