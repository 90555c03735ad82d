import type Stripe from 'stripe'
import type { Plans } from '../../accounts/plan.ts'
import { ConfigError } from '../../base/config.ts'
import { formatMoney } from '../plans/money.ts'
import { connectToStripe, type StripeSettings } from './client.ts'
import { inGroups, lookupKeysMax, lookupKeysOf } from './prices.ts'
import { stripeSdk } from './sdk.ts'

/**
 * Asked once at the start: wrong settings must not wait for the first customer to be found out. A Stripe that can't be
 * reached is no reason not to start; then this says so in the log's words.
 */
export async function checkStripe(settings: StripeSettings, plans: Plans): Promise<{ warnings: string[] }> {
  const stripe = connectToStripe(settings, { maxNetworkRetries: 0, timeout: 5_000 })
  try {
    const found = await readPrices(stripe, plans)
    return { warnings: [...plans.values()].flatMap((plan) => plan.prices.flatMap((price) => warn(plan, price, found))) }
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError } = stripeSdk().errors
    if (error instanceof StripeAuthenticationError) {
      throw new ConfigError(['STRIPE_SECRET_KEY is refused by Stripe.'])
    }
    if (error instanceof StripePermissionError) {
      throw new ConfigError(['STRIPE_SECRET_KEY may not read prices.'])
    }
    return { warnings: ['Stripe does not answer; its settings were not checked.'] }
  }
}

type FoundPrices = Map<string, Stripe.Price>

async function readPrices(stripe: Stripe, plans: Plans): Promise<FoundPrices> {
  const sold = [...plans.values()].flatMap((plan) => plan.prices.map((price) => ({ plan, price })))
  const keys = sold.flatMap(({ plan, price }) => (price.stripePriceId ? [] : lookupKeysOf(plan.id, price.interval)))
  const found: FoundPrices = new Map()
  for (const lookupKeys of inGroups(keys, lookupKeysMax)) {
    const { data } = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: lookupKeysMax })
    for (const price of data) if (price.lookup_key !== null) found.set(price.lookup_key, price)
  }
  return found
}

type SoldItem = { id: string; name: string }
type SoldPrice = { interval: 'month' | 'year'; amount: number; currency: string; stripePriceId: string | null }

function warn({ id, name }: SoldItem, price: SoldPrice, found: FoundPrices): string[] {
  if (price.stripePriceId !== null) return []
  const keys = lookupKeysOf(id, price.interval)
  const atStripe = keys.map((key) => found.get(key)).find((known) => known !== undefined)
  const what = `${name} by the ${price.interval}`
  if (!atStripe) return [`Stripe has no active price with the lookup key ${keys.join(' or ')}: ${what} can't be sold.`]
  if (atStripe.unit_amount === price.amount && atStripe.currency === price.currency) return []
  const shown = formatMoney(price.amount, price.currency)
  const charged = formatMoney(atStripe.unit_amount ?? 0, atStripe.currency)
  return [`${what} is shown for ${shown} (plans.json) but sold for ${charged} at Stripe.`]
}
