import { revenueTiers, tierOf, trafficTiers } from '../base/tiers.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { demoContacts } from './contacts.ts'
import { withDates } from './dates.ts'
import { createRandom, type Random, weighted } from './random.ts'
import { storeName } from './store-name.ts'
import { CATEGORIES } from './words/categories.ts'
import { COUNTRIES } from './words/places.ts'
import { APPS, CUSTOM_THEMES, FREE_THEMES, PAID_THEMES, PIXELS } from './words/technologies.ts'

/**
 * A synthetic catalogue that looks like a real one and can reach nobody. A store depends on the seed and its index
 * alone, so a larger catalogue of the same seed begins with the smaller one, store by store.
 */
export function* demoCatalogue(options: DemoOptions): Generator<ImportedStore> {
  const { stores, seed, now } = options
  const random = createRandom()
  for (let index = 0; index < stores; index++) {
    const store = demoStore(random, seed, index)
    yield now ? withDates(random, store, now) : store
  }
}

/** `now`: with dates in the two years before. */
type DemoOptions = { stores: number; seed: number; now?: Date }

/** What its stores may have had before. */
export const demoNames = { apps: APPS.slice(0, 120), themes: [...FREE_THEMES, ...PAID_THEMES] }

const pickCategory = weighted(CATEGORIES.map((category) => [category, category.weight]))
const pickCountry = weighted(
  COUNTRIES.map((country) => [{ country, pickTradition: weighted(country.traditions) }, country.weight]),
)
const pickApp = weighted(byPopularity(APPS))
const pickPixel = weighted(PIXELS)
const pickFreeTheme = weighted(byPopularity(FREE_THEMES))
const pickPaidTheme = weighted(byPopularity(PAID_THEMES))

/** Few names are everywhere and most are rare (Zipf). */
function byPopularity(names: readonly string[]): [string, number][] {
  return names.map((name, rank) => [name, 1 / (rank + 2) ** 0.9])
}

function demoStore(random: Random, seed: number, index: number): ImportedStore {
  random.startStore(seed, index)
  const category = pickCategory(random)
  const { country, pickTradition } = pickCountry(random)
  const { domain, name } = storeName(random, { seed, index, category, country })
  const size = drawSize(random)
  const isPlus = random.chance(clamp(0.16 * (size - 0.7), 0.004, 0.8))
  const revenue = drawRevenue(random, size)
  const pixels = drawDistinct(random, pickPixel, Math.round(2.6 + 1.1 * size + 1.3 * random.bell()), 12)
  const contactCount = Math.min(60, Math.floor(Math.exp(0.53 + 0.85 * size + 0.55 * random.bell())))
  return {
    domain,
    name: random.chance(0.99) ? name : undefined,
    category: random.chance(0.96) ? category.slug : undefined,
    country: random.chance(0.97) ? country.code : undefined,
    traffic_tier: random.chance(0.95) ? tierOf(trafficTiers, drawVisits(random, size))! : undefined,
    revenue_tier: revenue.tier,
    monthly_revenue_estimate: revenue.estimate,
    shopify_plus: isPlus,
    lead_fit_score: random.chance(0.95) ? drawScore(random, size) : undefined,
    apps: drawDistinct(random, pickApp, Math.round(Math.exp(1.65 + 0.4 * size + 0.45 * random.bell()) - 1), 40),
    pixels,
    theme: random.chance(0.97) ? drawTheme(random, name, size, isPlus) : undefined,
    ads_active: random.chance(0.97) ? random.chance(clamp(0.1 + 0.07 * pixels.length, 0.02, 0.9)) : undefined,
    contacts: demoContacts(random, { index, domain, country, pickTradition }, contactCount, size > 1.3),
  }
}

/** How big a store is, in deviations from the usual; everything else leans on it. A few are far beyond the rest. */
function drawSize(random: Random): number {
  const size = random.bell()
  return random.chance(0.02) ? size + 1 + random.below(1000) / 600 : size
}

function drawVisits(random: Random, size: number): number {
  return Math.exp((3.75 + 0.7 * size + 0.45 * random.bell()) * Math.LN10)
}

/** Sources know the tier, the estimate, both or neither. */
function drawRevenue(random: Random, size: number): { tier: string | undefined; estimate: number | undefined } {
  const estimate = twoDigits(Math.exp((4.1 + 0.65 * size + 0.4 * random.bell()) * Math.LN10))
  const known = random.below(100)
  return {
    tier: known < 86 ? tierOf(revenueTiers, estimate)! : undefined,
    estimate: known < 72 || (known >= 86 && known < 95) ? estimate : undefined,
  }
}

/** Rounds to two significant digits, as estimates are published. */
function twoDigits(amount: number): number {
  let step = 1
  while (amount >= step * 100) step *= 10
  return Math.round(amount / step) * step
}

function drawScore(random: Random, size: number): number {
  return Math.round(clamp(50 + 9 * size + 13 * random.bell(), 0, 100))
}

function drawTheme(random: Random, name: string, size: number, isPlus: boolean): { name: string; type: string } {
  const draw = random.below(100) + (isPlus ? 30 : 0) + 8 * size
  if (draw < 54) return { name: pickFreeTheme(random), type: 'free' }
  if (draw < 88) return { name: pickPaidTheme(random), type: 'paid' }
  return { name: random.chance(0.3) ? `${name} 2.0` : random.pick(CUSTOM_THEMES), type: 'custom' }
}

function drawDistinct(random: Random, pick: (random: Random) => string, count: number, most: number): string[] {
  const drawn: string[] = []
  const wanted = Math.min(count, most)
  while (drawn.length < wanted) {
    const value = pick(random)
    if (!drawn.includes(value)) drawn.push(value)
  }
  return drawn
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max))
}
