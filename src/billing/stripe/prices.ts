import type Stripe from 'stripe'
import type { Plan, Plans } from '../../accounts/plan.ts'
import { problems } from '../../base/problems.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'
import type { BillingContext } from '../context/billing-context.ts'
import type { Interval } from '../plans/compare-plans.ts'
import type { Pack } from '../plans/packs.ts'
import { type Reach, unlessMissing } from './client.ts'

type SoldPlan = { planId: string; interval: Interval }

/** Which prices at Stripe stand for which plans. */
export type Prices = {
  /** Null: the price stands for none of our plans. */
  planOf(priceId: string): Promise<SoldPlan | null>
  priceFor(plan: Plan, interval: Interval): Promise<string>
  packPrice(pack: Pack): Promise<string | null>
  /** Remembers what every price stands for now, before a lookup key can move. */
  learn(): Promise<void>
}

export const lookupKeysOf = (planId: string, interval: Interval): string[] =>
  interval === 'month' ? [planId, `${planId}_month`] : [`${planId}_year`]

/** Stripe refuses a question about more at once. */
export const lookupKeysMax = 10

export const inGroups = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

const packLookupKey = (packId: string): string => `pack_${packId}`

/** In the metadata of a product or a price: the plan that it stands for. */
const planMetadataField = 'prospector_plan'

/**
 * The price decides, not its lookup key: a key may move to another price at any time. What a price stood for when it was
 * first seen is kept, so a subscription stays what was bought. The operator's word in plans.json comes before all.
 */
export function createPrices(
  db: Db,
  connect: () => Stripe,
  reach: Reach,
  { clock, plans, log }: BillingContext,
): Prices {
  // A price never changes, so it is cached for good.
  const known = new Map<string, SoldPlan>()

  async function remembered(priceId: string): Promise<SoldPlan | null> {
    const [row] = await db.query<SoldPlan>(
      sql`SELECT plan_id AS "planId", interval FROM billing_prices WHERE price_id = ${priceId}`,
    )
    return row && plans.has(row.planId) ? row : null
  }

  async function remember(sold: (SoldPlan & { priceId: string })[]): Promise<void> {
    await db.query(sql`
      INSERT INTO billing_prices (price_id, plan_id, interval, seen_at)
      SELECT price_id, plan_id, interval, ${clock.sql}
      FROM unnest(${sold.map(({ priceId }) => priceId)}::text[], ${sold.map(({ planId }) => planId)}::text[],
        ${sold.map(({ interval }) => interval)}::text[]) AS sold (price_id, plan_id, interval)
      ON CONFLICT (price_id) DO NOTHING`)
  }

  async function planOf(priceId: string): Promise<SoldPlan | null> {
    const sure = namedInPlans(plans, priceId) ?? known.get(priceId) ?? (await remembered(priceId))
    if (sure) known.set(priceId, sure)
    if (sure) return sure
    const price = await reach(unlessMissing(connect().prices.retrieve(priceId, { expand: ['product'] })))
    const sold = price && describedAtStripe(plans, price)
    if (sold) await remember([{ priceId, ...sold }])
    return sold
  }

  const findPrices = (lookupKeys: string[]) =>
    reach(
      connect().prices.list({
        lookup_keys: lookupKeys,
        active: true,
        limit: lookupKeys.length,
        expand: ['data.product'],
      }),
    )

  return {
    planOf,

    async learn() {
      const sold = [...plans.values()].flatMap((plan) =>
        plan.prices.map(({ interval }) => lookupKeysOf(plan.id, interval)),
      )
      for (const keys of inGroups(sold.flat(), lookupKeysMax)) {
        const { data } = await findPrices(keys)
        const found = data.flatMap((price) => {
          const plan = describedAtStripe(plans, price)
          return plan ? [{ priceId: price.id, ...plan }] : []
        })
        await remember(found)
      }
    },

    async priceFor(plan, interval) {
      const named = plan.prices.find((price) => price.interval === interval)?.stripePriceId
      if (named) return named
      const keys = lookupKeysOf(plan.id, interval)
      const { data } = await findPrices(keys)
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
        connect().prices.list({ lookup_keys: [packLookupKey(pack.id)], active: true, limit: 1 }),
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
