import type { ContactQuery, StoreQuery } from '../src/search/schema/filters.ts'
import { appName, categoryName, countryCode, pixelName, type Random, roles, skewed } from './search-rows.ts'

/** Queries as people and integrations ask them: one to five filters, frequent values more often than rare ones. */
type StoreBlock = NonNullable<ContactQuery['store']>
type PersonBlock = NonNullable<ContactQuery['person']>

const popularRank = {
  app: skewed(500, 0.8),
  pixel: skewed(60, 0.8),
  country: skewed(100, 1),
  category: skewed(100, 0.6),
}
const popularRole = skewed(roles.length, 0.7)
const titles = [
  'marketing',
  'head of growth',
  'director',
  'chief product',
  'vice president sales',
  'word1a',
  'wordzz design',
]

function several(
  random: Random,
  most: number,
  draw: (random: Random) => number,
  name: (rank: number) => string,
): string[] {
  const count = 1 + Math.floor(random() ** 2 * most)
  return [...new Set(Array.from({ length: count }, () => name(draw(random))))]
}

const storeFilters: ((random: Random) => StoreBlock)[] = [
  (random) => ({ countries: several(random, 4, popularRank.country, countryCode) }),
  (random) => ({ countries: several(random, 2, popularRank.country, countryCode) }),
  (random) => ({ categories: several(random, 4, popularRank.category, categoryName) }),
  (random) => ({ traffic_tiers: ['100k_500k', '500k_1m', '1m_5m', 'over_5m'].slice(Math.floor(random() * 4)) }),
  (random) => ({ revenue_tiers: ['50k_250k', '250k_1m', '1m_5m'].slice(Math.floor(random() * 3)) }),
  (random) => ({ lead_fit_score: { min: Math.floor(random() * 90) } }),
  (random) => ({ shopify_plus: random() < 0.8 }),
  (random) => ({ ads_active: random() < 0.8 }),
  (random) => ({ apps: { any: several(random, 5, popularRank.app, appName) } }),
  (random) => ({
    apps: { any: several(random, 3, popularRank.app, appName), none: several(random, 3, popularRank.app, appName) },
  }),
  (random) => ({ apps: { all: several(random, 3, popularRank.app, appName) } }),
  (random) => ({ pixels: { any: several(random, 3, popularRank.pixel, pixelName) } }),
  () => ({ theme_types: ['custom', 'paid'] }),
]

const personFilters: ((random: Random) => PersonBlock)[] = [
  (random) => ({ roles_any: several(random, 4, popularRole, (rank) => roles[rank]!) }),
  (random) => ({ roles_any: several(random, 2, popularRole, (rank) => roles[rank]!) }),
  () => ({ seniority_any: ['executive', 'decision_maker'] }),
  () => ({ has_verified_email: true }),
  () => ({ has_verified_email: true }),
  () => ({ has_phone: true }),
  (random) => ({ title: titles[Math.floor(random() * titles.length)]! }),
]

function someOf<T>(random: Random, sources: readonly ((random: Random) => T)[], most: number): T {
  const chosen = Array.from({ length: Math.floor(random() * (most + 1)) }, () => {
    return sources[Math.floor(random() * sources.length)]!(random)
  })
  return Object.assign({}, ...chosen)
}

/** One query in fifty pastes a long list, up to the bound of a request. */
const longList = (random: Random): StoreBlock => ({ apps: { any: several(random, 100, popularRank.app, appName) } })

export function contactQuery(random: Random): ContactQuery {
  const store = random() < 0.02 ? longList(random) : someOf(random, storeFilters, 3)
  return { person: someOf(random, personFilters, 3), store }
}

export function storeQuery(random: Random): StoreQuery {
  const asksForRole = random() < 0.3
  const contacts: NonNullable<StoreQuery['contacts']> = asksForRole
    ? { roles_any: several(random, 4, popularRole, (rank) => roles[rank]!), verified_email: true }
    : { available: true }
  const store = random() < 0.02 ? longList(random) : someOf(random, storeFilters, 4)
  return random() < 0.5 ? { store } : { store, contacts }
}
