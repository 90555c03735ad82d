import { expect, it } from 'vitest'
import { eachChanged } from '../../../test/support/changed-values.ts'
import { packs } from './packs.ts'
import { plans } from './plans.ts'
import { previewPlans } from './preview-plans.ts'

const pro = {
  ...plans.get('pro')!,
  prices: plans.get('pro')!.prices.map((price) => ({ ...price, stripePriceId: 'price_1' })),
}
const pack = { ...packs.get('small')!, stripePriceId: 'price_2' }
const sold = (plan = pro, one = pack) => ({ plans: new Map([['pro', plan]]), packs: new Map([['small', one]]) })
const changesTo = (after: ReturnType<typeof sold>) => previewPlans(sold(), after, new Map())

it.each([
  ...eachChanged(pro).map(([path, changed]) => [`${path} of a plan`, sold(changed)] as const),
  ...eachChanged(pack).map(([path, changed]) => [`${path} of a credit pack`, sold(pro, changed)] as const),
])('a preview shows another %s', (path, after) => {
  expect(changesTo(after)).toHaveLength(path.startsWith('id of') ? 0 : 1)
})
