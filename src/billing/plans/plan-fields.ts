import type { Plan, PlanPrice } from '../../accounts/plan.ts'
import { forEachLimit } from '../../accounts/plan-limits.ts'
import { count } from '../../base/words.ts'
import { priceLabel } from './money.ts'

type PlanField = {
  /** In the operator's file. */
  field: string
  label: string
  show: (plan: Plan) => string
  /** When accounts that are on the plan notice a change. */
  effect: string
}

export const atStripe = ({ stripePriceId: id }: { stripePriceId: string | null }): string =>
  id === null ? '' : ` (${id})`

const showPrice = (price: PlanPrice): string => priceLabel(price) + atStripe(price)

/** Everything that an operator may say of a plan, in the order in which it is listed and previewed. */
export const planFields: Record<Exclude<keyof Plan, 'id'>, PlanField> = {
  name: { field: 'name', label: 'name', show: ({ name }) => name, effect: 'at once' },
  priceLabel: {
    field: 'price_label',
    label: 'price label',
    show: (plan) => plan.priceLabel,
    effect: 'at once; what subscriptions cost stays as it is at the payment provider',
  },
  prices: {
    field: 'prices',
    label: 'prices',
    show: ({ prices }) => prices.map(showPrice).join(', ') || 'none',
    effect: 'for new subscriptions; those that exist go on paying what they pay',
  },
  ...forEachLimit((limit, { field, label, effect }) => ({
    field,
    label,
    show: (plan: Plan) => count(plan[limit]),
    effect,
  })),
  trial: {
    field: 'trial',
    label: 'trial',
    show: ({ trial }) => (trial ? `${count(trial.credits)} credits for ${trial.days} days` : 'none'),
    effect: 'for trials that begin from now on',
  },
}

export const fieldsOfPlans = Object.values(planFields).map(({ field }) => field)
