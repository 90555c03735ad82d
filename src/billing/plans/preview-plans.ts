/** What a change of the plans means for the accounts that are on them. */
import type { Plans } from '../../accounts/plan.ts'
import { count } from '../../base/words.ts'
import { formatMoney } from './money.ts'
import type { Packs } from './packs.ts'
import { atStripe, planFields } from './plan-fields.ts'

export type PlanChange = {
  plan: string
  field: string
  before: string
  after: string
  /** How many accounts are on the plan. */
  accounts: number
  effect: string
}

type Offer = { plans: Plans; packs: Packs }

export function previewPlans(before: Offer, after: Offer, accountsOn: ReadonlyMap<string, number>): PlanChange[] {
  const ids = [...new Set([...before.plans.keys(), ...after.plans.keys()])]
  const ofPlans = ids.flatMap((id): PlanChange[] => {
    const [old, next] = [before.plans.get(id), after.plans.get(id)]
    const base = { plan: id, accounts: accountsOn.get(id) ?? 0 }
    if (!old) return [{ ...base, field: 'plan', before: 'none', after: next!.name, effect: 'it is for sale' }]
    if (!next)
      return [{ ...base, field: 'plan', before: old.name, after: 'none', effect: 'nobody can be on it any more' }]
    return Object.values(planFields).flatMap(({ label, show, effect }) => {
      const [was, is] = [show(old), show(next)]
      return was === is ? [] : [{ ...base, field: label, before: was, after: is, effect }]
    })
  })
  return [...ofPlans, ...previewPacks(before.packs, after.packs)]
}

function previewPacks(before: Packs, after: Packs): PlanChange[] {
  const describe = (packs: Packs, id: string) => {
    const pack = packs.get(id)
    if (!pack) return 'none'
    return `“${pack.name}”, ${count(pack.credits)} credits for ${formatMoney(pack.amount, pack.currency)}${atStripe(pack)}, ${count(pack.validMonths)} months`
  }
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [was, is] = [describe(before, id), describe(after, id)]
    const effect = 'for purchases from now on; credits that were bought stay'
    return was === is ? [] : [{ plan: `credit pack ${id}`, field: 'pack', before: was, after: is, accounts: 0, effect }]
  })
}
