import { type Plan, type PlanPrice, type Plans, standardTrial } from '../../accounts/plan.ts'
import { forEachLimit, planLimits } from '../../accounts/plan-limits.ts'
import { fieldsOfPlans } from './plan-fields.ts'
import { isObject, packsField, type RawEntry, readAmount, readPrice } from './plans-file.ts'

const price = (interval: PlanPrice['interval'], dollars: number): PlanPrice => ({
  interval,
  amount: dollars * 100,
  currency: 'usd',
  stripePriceId: null,
})

/** A year costs as much as ten months. */
const inDollars = (month: number): Pick<Plan, 'priceLabel' | 'prices'> => ({
  priceLabel: `$${month} a month`,
  prices: [price('month', month), price('year', month * 10)],
})

const { unlessSaid: watchesDefault } = planLimits.watches

/** The plans this service sells, unless the operator says otherwise. */
const defaultPlans: Plan[] = [
  {
    id: 'pro',
    name: 'Pro',
    ...inDollars(99),
    creditsPerMonth: 1_000,
    trial: standardTrial,
    requestsPerMinute: 60,
    requestsPerDay: 5_000,
    searchRowsPerMonth: 25_000,
    webSearchRowsPerMonth: 250_000,
    watches: watchesDefault,
  },
  {
    id: 'business',
    name: 'Business',
    ...inDollars(249),
    creditsPerMonth: 3_000,
    trial: null,
    requestsPerMinute: 120,
    requestsPerDay: 20_000,
    searchRowsPerMonth: 100_000,
    webSearchRowsPerMonth: 500_000,
    watches: watchesDefault,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    ...inDollars(699),
    creditsPerMonth: 10_000,
    trial: null,
    requestsPerMinute: 600,
    requestsPerDay: 100_000,
    searchRowsPerMonth: 500_000,
    webSearchRowsPerMonth: 1_000_000,
    watches: watchesDefault,
  },
]

export const plans: Plans = new Map(defaultPlans.map((plan) => [plan.id, plan]))

/**
 * The operator's own plans, as `DATA_DIR/plans.json` or a version in the database holds them, by plan id. A plan that is there already takes
 * only what is said of it; a new one needs everything. None of the defaults goes away, because accounts may be on it.
 */
export function readPlans(written: RawEntry, fault: (message: string) => void): Plans {
  const all = new Map(plans)
  for (const [id, entry] of Object.entries(written)) {
    if (id === packsField) continue
    if (!/^[a-z][a-z0-9_-]{0,63}$/.test(id))
      fault(`"${id}" can't be the id of a plan: use lower-case letters, digits, - and _.`)
    else if (!isObject(entry)) fault(`Plan "${id}" must be an object, such as { "credits_per_month": 2000 }.`)
    else
      all.set(
        id,
        readPlan(id, entry, all.get(id), (message) => fault(`Plan "${id}": ${message}`)),
      )
  }
  return all
}

function readPlan(id: string, written: RawEntry, base: Plan | undefined, fault: (message: string) => void): Plan {
  for (const field of Object.keys(written)) {
    if (!fieldsOfPlans.includes(field)) fault(`a plan has no "${field}". It has ${fieldsOfPlans.join(', ')}.`)
  }
  const text = (field: string, fallback: string | undefined): string => {
    const value = written[field] ?? fallback
    if (typeof value === 'string' && value.trim() !== '') return value
    fault(`${field} is missing, or not a text.`)
    return ''
  }
  const amount = (source: RawEntry, field: string, fallback: number | undefined, least = 0): number =>
    readAmount(source, field, fallback, fault, least)
  const trial = (): Plan['trial'] => {
    const value = written.trial === undefined ? (base?.trial ?? null) : written.trial
    if (value === null) return null
    if (isObject(value))
      return { credits: amount(value, 'credits', undefined), days: amount(value, 'days', undefined, 1) }
    fault('trial must be null or {"credits": …, "days": …}.')
    return null
  }
  const prices = (): PlanPrice[] => {
    const value = written.prices
    if (value === undefined) {
      const isRelabelled = typeof written.price_label === 'string'
      return isRelabelled ? priceInLabel(written.price_label as string) : (base?.prices ?? [])
    }
    if (!isObject(value) || value.month === undefined) {
      fault('prices must be {"month": {"amount": …, "currency": …}, "year": …}; "year" may be left out.')
      return []
    }
    return intervals.flatMap((interval) =>
      value[interval] === undefined ? [] : [{ interval, ...readPrice(value[interval], `prices.${interval}`, fault) }],
    )
  }
  return {
    id,
    name: text('name', base?.name),
    priceLabel: text('price_label', base?.priceLabel),
    prices: prices(),
    ...forEachLimit((limit, { field, unlessSaid }) => amount(written, field, base?.[limit] ?? unlessSaid ?? undefined)),
    trial: trial(),
  }
}

const intervals = ['month', 'year'] as const

/** Plans that were described before prices had a field of their own: `$999 a month`. */
function priceInLabel(label: string): PlanPrice[] {
  const found = /^\s*([$€£])\s?(\d[\d,]*)(?:\.(\d{2}))?/.exec(label)
  if (!found) return []
  const currency = { $: 'usd', '€': 'eur', '£': 'gbp' }[found[1] as '$' | '€' | '£']
  const amount = Number(found[2]!.replaceAll(',', '')) * 100 + Number(found[3] ?? 0)
  return [{ interval: 'month', amount, currency, stripePriceId: null }]
}
