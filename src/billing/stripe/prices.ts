import type Stripe from 'stripe'
import type { Plan, Plans } from '../../accounts/plan.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { problems } from '../../problems.ts'
import type { BillingContext } from '../billing-context.ts'
import type { Pack } from '../packs.ts'
import type { Interval } from '../snapshot.ts'
import { type Reach, unlessMissing } from './client.ts'

type SoldPlan = { planId: string; interval: Interval }

/** Which prices at Stripe stand for which plans. */
export type Prices = {
  /** Null: the price stands for none of our plans. */
  planOf(priceId: string): Promise<SoldPlan | null>
  priceFor(plan: Plan, interval: Interval): Promise<string>
  packPrice(pack: Pack): Promise<string | null>
}

export const lookupKeysOf = (planId: string, interval: Interval): string[] =>
  interval === 'month' ? [planId, `${planId}_month`] : [`${planId}_year`]

const packLookupKey = (packId: string): string => `pack_${packId}`

/** In the metadata of a product or a price: the plan that it stands for. */
const planMetadataField = 'prospector_plan'

/**
 * The price decides, not its lookup key: a key may move to another price at any time. What a price stood for when it was
 * first seen is kept, so a subscription stays what was bought. The operator's word in plans.json comes before all.
 */
export function createPrices(db: Db, stripe: Stripe, reach: Reach, { clock, plans, log }: BillingContext): Prices {
  async function remembered(priceId: string): Promise<SoldPlan | null> {
    const [row] = await db.query<SoldPlan>(
      sql`SELECT plan_id AS "planId", interval FROM billing_prices WHERE price_id = ${priceId}`,
    )
    return row && plans.has(row.planId) ? row : null
  }

  async function remember(priceId: string, { planId, interval }: SoldPlan): Promise<void> {
    await db.query(sql`
      INSERT INTO billing_prices (price_id, plan_id, interval, seen_at)
      VALUES (${priceId}, ${planId}, ${interval}, ${clock.sql}) ON CONFLICT (price_id) DO NOTHING`)
  }

  async function planOf(priceId: string): Promise<SoldPlan | null> {
    const known = namedInPlans(plans, priceId) ?? (await remembered(priceId))
    if (known) return known
    const price = await reach(unlessMissing(stripe.prices.retrieve(priceId, { expand: ['product'] })))
    const sold = price && describedAtStripe(plans, price)
    if (sold) await remember(priceId, sold)
    return sold
  }

  return {
    planOf,

    async priceFor(plan, interval) {
      const named = plan.prices.find((price) => price.interval === interval)?.stripePriceId
      if (named) return named
      const keys = lookupKeysOf(plan.id, interval)
      const { data } = await reach(stripe.prices.list({ lookup_keys: keys, active: true, limit: keys.length }))
      for (const { id } of data) {
        const sold = await planOf(id)
        if (sold?.planId === plan.id && sold.interval === interval) return id
      }
      log.error({ plan: plan.id, interval, lookup_keys: keys }, 'no price at Stripe stands for this plan')
      throw problems.planNotForSale(plan.name)
    },

    async packPrice(pack) {
      if (pack.stripePriceId !== null) return pack.stripePriceId
      const { data } = await reach(
        stripe.prices.list({ lookup_keys: [packLookupKey(pack.id)], active: true, limit: 1 }),
      )
      return data[0]?.id ?? null
    },
  }
}

function namedInPlans(plans: Plans, priceId: string): SoldPlan | null {
  for (const plan of plans.values()) {
    const price = plan.prices.find(({ stripePriceId }) => stripePriceId === priceId)
    if (price) return { planId: plan.id, interval: price.interval }
  }
  return null
}

const intervals: readonly Interval[] = ['month', 'year']

/** By metadata of the price or its product, else by its lookup key. */
function describedAtStripe(plans: Plans, price: Stripe.Price): SoldPlan | null {
  const interval = intervals.find((known) => known === price.recurring?.interval)
  if (interval === undefined || price.recurring?.interval_count !== 1) return null
  const product = typeof price.product === 'object' && !('deleted' in price.product) ? price.product : null
  const named = price.metadata?.[planMetadataField] ?? product?.metadata?.[planMetadataField]
  if (named !== undefined) return plans.has(named) ? { planId: named, interval } : null
  const planId = [...plans.keys()].find((id) => lookupKeysOf(id, interval).includes(price.lookup_key ?? ''))
  return planId === undefined ? null : { planId, interval }
}
