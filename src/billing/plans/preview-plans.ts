/** What a change of the plans means for the accounts that are on them. */
import type { Plan, Plans } from '../../accounts/plan.ts'
import type { Packs } from './packs.ts'

export type PlanChange = {
  plan: string
  field: string
  before: string
  after: string
  /** How many accounts are on the plan. */
  accounts: number
  effect: string
}

const count = (value: number): string => value.toLocaleString('en-US')

/** Field by field: what it is called, how it reads, and when accounts that are on the plan notice. */
const fields: readonly [name: string, read: (plan: Plan) => string, effect: string][] = [
  ['name', ({ name }) => name, 'at once'],
  [
    'price label',
    ({ priceLabel }) => priceLabel,
    'at once; what subscriptions cost stays as it is at the payment provider',
  ],
  [
    'prices',
    ({ prices }) => prices.map((one) => `${one.amount} ${one.currency} a ${one.interval}`).join(', ') || 'none',
    'for new subscriptions; those that exist go on paying what they pay',
  ],
  ['credits a month', ({ creditsPerMonth }) => count(creditsPerMonth), 'with the next period of each account'],
  [
    'trial',
    ({ trial }) => (trial ? `${count(trial.credits)} credits for ${trial.days} days` : 'none'),
    'for trials that begin from now on',
  ],
  [
    'requests a minute',
    ({ requestsPerMinute }) => count(requestsPerMinute),
    'at once, unless an account has its own limit',
  ],
  ['requests a day', ({ requestsPerDay }) => count(requestsPerDay), 'at once, unless an account has its own limit'],
  [
    'search rows a month',
    ({ searchRowsPerMonth }) => count(searchRowsPerMonth),
    'at once, unless an account has its own limit; rows that were used stay used',
  ],
  ['search rows a month in the web application', (plan) => count(plan.webSearchRowsPerMonth), 'at once'],
  ['watches', ({ watches }) => count(watches), 'at once; watches beyond the limit stay, and no new one can be made'],
]

type Sold = { plans: Plans; packs: Packs }

export function previewPlans(before: Sold, after: Sold, accountsOn: ReadonlyMap<string, number>): PlanChange[] {
  const ids = [...new Set([...before.plans.keys(), ...after.plans.keys()])]
  const ofPlans = ids.flatMap((id): PlanChange[] => {
    const [old, next] = [before.plans.get(id), after.plans.get(id)]
    const base = { plan: id, accounts: accountsOn.get(id) ?? 0 }
    if (!old) return [{ ...base, field: 'plan', before: 'none', after: next!.name, effect: 'it is for sale' }]
    if (!next)
      return [{ ...base, field: 'plan', before: old.name, after: 'none', effect: 'nobody can be on it any more' }]
    return fields.flatMap(([field, read, effect]) => {
      const [was, is] = [read(old), read(next)]
      return was === is ? [] : [{ ...base, field, before: was, after: is, effect }]
    })
  })
  return [...ofPlans, ...previewPacks(before.packs, after.packs)]
}

function previewPacks(before: Packs, after: Packs): PlanChange[] {
  const describe = (packs: Packs, id: string) => {
    const pack = packs.get(id)
    return pack
      ? `${count(pack.credits)} credits for ${pack.amount} ${pack.currency}, ${pack.validMonths} months`
      : 'none'
  }
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [describe(before, id), describe(after, id)]
    const effect = 'for purchases from now on; credits that were bought stay'
    return was === is ? [] : [{ plan: `credit pack ${id}`, field: 'pack', before: was, after: is, accounts: 0, effect }]
  })
}
