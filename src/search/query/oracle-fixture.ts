import fc from 'fast-check'
import type { ChangeRow, ContactRow, StoreRow, StoreWithContacts } from '../indexing/row-feed.ts'
import type { ContactQuery, StoreQuery } from '../schema/filters.ts'
import { textMatch, textQueries, wordsIn } from './text-oracle-fixture.ts'
import {
  changesOf,
  contactTimes,
  isChangedLately,
  isSeenLately,
  personFitsInTime,
  storeTimes,
  timedPersonFilters,
  timedStoreFilters,
  today,
} from './timed-oracle-fixture.ts'

/**
 * An independent answer to every search, for tests: it reads the rows one by one and shares no code with the index.
 * It does not know the order among equal scores; tests hold that against the order of the whole catalogue.
 */

type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 0x100000000
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function opaqueId(prefix: string, random: Random): string {
  return prefix + Array.from({ length: 16 }, () => letters[Math.floor(random() * 52)]).join('')
}

const apps = ['Klaviyo', 'Judge.me', 'Yotpo', 'Loox', 'ReCharge', 'Gorgias', 'Smile', 'Tidio', 'Zendesk', 'Über App']
const rareApps = Array.from({ length: 30 }, (_, number) => `Rare ${number}`)
const pixels = ['Meta', 'TikTok', 'Google Ads', 'Pinterest']
const countries = ['US', 'DE', 'FR', 'GB', 'JP', 'BR']
const categories = ['apparel', 'beauty', 'home_garden', 'pets', 'toys']
const roles = ['founder', 'ceo', 'marketing', 'head_of_growth', 'operations']
const seniorities = ['executive', 'decision_maker', 'other']
const trafficTiers = ['under_10k', '10k_50k', '50k_100k', '100k_500k', '500k_1m', '1m_5m', 'over_5m']
const revenueTiers = ['under_10k', '10k_50k', '50k_250k', '250k_1m', '1m_5m', 'over_5m']
const themeTypes = ['free', 'paid', 'custom']
const titleWords = ['Head', 'of', 'Márketing', 'E-Commerce', 'Directeur', 'Général', 'CEO', 'VP', 'growth', 'Søren']

const firstNames = 'Maya José Søren Anneliese Annelise Jean-Luc 山田 Mia Katherine Catherine'.split(' ')
const nameWords = ['Northwind', 'Northwend', 'Candles', 'Candle', 'Café', 'Shop', 'Tea', 'Straße', '李宁', 'Norhtwind']

/** 0.1 + 0.2 and 0.3 differ in their last bit only. */
const scores = [null, 0, 0.3, 0.1 + 0.2, 12.5, 40, 40.25, 77, 99.99, 100]

export function randomCatalogue(seed: number, storeCount: number): StoreWithContacts[] {
  const random = seededRandom(seed)
  const chance = (share: number) => random() < share
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() ** 2 * values.length)]!
  const anyCase = (value: string) => (chance(0.1) ? value.toUpperCase() : chance(0.1) ? value.toLowerCase() : value)
  const several = (values: readonly string[], most: number) =>
    Array.from({ length: Math.floor(random() * most) }, () => anyCase(pick(values)))

  /** A generator of its own, so that a history changes no other column. */
  const past = seededRandom(seed + 1)
  const drawPast = {
    random: past,
    chance: (share: number) => past() < share,
    pick: <T>(values: readonly T[]): T => values[Math.floor(past() ** 2 * values.length)]!,
  }

  const contactOf = (storeId: string): ContactRow =>
    withHistory({
      id: opaqueId('ct_live_', random),
      storeId,
      firstName: chance(0.1) ? null : anyCase(pick(firstNames)),
      maskedLastName: chance(0.1) ? null : `${pick(letters.split(''))}***`,
      role: chance(0.2) ? null : anyCase(pick(roles)),
      seniority: pick(seniorities),
      title: chance(0.1)
        ? null
        : Array.from({ length: 3 }, () => anyCase(pick(titleWords))).join(chance(0.5) ? ' ' : ' / '),
      hasEmail: chance(0.5),
      hasPhone: chance(0.3),
      hasLinkedin: chance(0.4),
    })
  const withHistory = (contact: Omit<ContactRow, keyof ReturnType<typeof contactTimes>>): ContactRow => ({
    ...contact,
    ...contactTimes(drawPast, contact.hasEmail),
  })

  return Array.from({ length: storeCount }, (_, number): StoreWithContacts => {
    const store: StoreRow = {
      id: opaqueId('st_live_', random),
      domain: `shop-${number}.example`,
      name: Array.from({ length: 1 + Math.floor(random() * 3) }, () => anyCase(pick(nameWords))).join(' '),
      category: chance(0.1) ? null : anyCase(pick(categories)),
      country: chance(0.1) ? null : anyCase(pick(countries)),
      trafficTier: chance(0.2) ? null : pick(trafficTiers),
      revenueTier: chance(0.2) ? null : pick(revenueTiers),
      shopifyPlus: chance(0.1),
      adsActive: chance(0.4),
      leadFitScore: pick(scores),
      apps: [...several(apps, 6), ...several(rareApps, 3)],
      pixels: several(pixels, 4),
      themeName: chance(0.3) ? null : pick(['Dawn', 'Türbo "X"', 'Backslash']),
      themeType: chance(0.2) ? null : pick(themeTypes),
      ...storeTimes(drawPast),
    }
    const contacts = Array.from({ length: Math.floor(random() * 6) }, () => contactOf(store.id))
    return { store, contacts, changes: changesOf(drawPast) }
  })
}

// ── the queries ──

const caseOf = (values: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...values), fc.constantFrom('as is', 'upper', 'lower'))
    .map(([value, how]) => (how === 'upper' ? value.toUpperCase() : how === 'lower' ? value.toLowerCase() : value))
const listOf = (values: readonly string[]) => fc.array(caseOf(values), { minLength: 1, maxLength: 4 })
const optional = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(fields, { requiredKeys: [] })
const technologies = (values: readonly string[], rare: readonly string[]) =>
  optional({
    any: fc.oneof(listOf(values), fc.constant([...rare, ...values.slice(0, 1)]), listOf([...values, ...rare])),
    all: fc.array(caseOf(values), { minLength: 1, maxLength: 2 }),
    none: fc.oneof(listOf(values), listOf([...values, ...rare])),
  }).filter((asked) => Object.keys(asked).length > 0)

/** At most three of the fields at a time, so that most queries find something. */
const upToThree = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .subarray(Object.keys(fields), { maxLength: 3 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, fields[name]!]))))

const knownRare = rareApps.slice(0, 12)

const storeBlock = upToThree({
  countries: listOf(countries),
  categories: listOf(categories),
  traffic_tiers: listOf(trafficTiers),
  revenue_tiers: listOf(revenueTiers),
  theme_types: listOf(themeTypes),
  shopify_plus: fc.boolean(),
  ads_active: fc.boolean(),
  lead_fit_score: optional({ min: fc.constantFrom(0, 12.5, 40.1, 90), max: fc.constantFrom(90, 99.99, 100) }),
  domains: fc.array(
    fc.nat(400).map((number) => `shop-${number}.example`),
    { minLength: 1, maxLength: 40 },
  ),
  apps: technologies(apps, knownRare),
  pixels: technologies(pixels, []),
  query: textQueries(nameWords),
  ...timedStoreFilters,
})

export const contactQueries = optional({
  person: upToThree({
    roles_any: listOf(roles),
    seniority_any: listOf(seniorities),
    has_verified_email: fc.boolean(),
    has_phone: fc.boolean(),
    has_linkedin: fc.boolean(),
    revealed: fc.boolean(),
    title: fc.array(caseOf([...titleWords, 'Unheard']), { minLength: 1, maxLength: 2 }).map((words) => words.join(' ')),
    query: textQueries([...firstNames, ...titleWords]),
    ...timedPersonFilters,
  }),
  store: storeBlock,
}) as fc.Arbitrary<ContactQuery>

export const storeQueries = optional({
  store: storeBlock,
  contacts: optional({ available: fc.boolean(), verified_email: fc.boolean(), roles_any: listOf(roles) }),
}) as fc.Arbitrary<StoreQuery>

// ── the answers ──

const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()
const isIn = (value: string | null, values: readonly string[]) =>
  value !== null && values.some((one) => same(one, value))

type Technologies = { any?: string[]; all?: string[]; none?: string[] } | undefined

function fitsTechnologies(has: readonly string[], asked: Technologies): boolean {
  if (asked?.any && !asked.any.some((value) => isIn(value, has))) return false
  if (asked?.all && !asked.all.every((value) => isIn(value, has))) return false
  return !asked?.none?.some((value) => isIn(value, has))
}

const storeMatch = (store: StoreRow, asked: StoreQuery['store'] = {}) =>
  asked.query === undefined ? 'exact' : textMatch([store.name, store.domain], asked.query)
const personMatch = (contact: ContactRow, asked: ContactQuery['person'] = {}) =>
  asked.query === undefined
    ? 'exact'
    : textMatch([contact.firstName, contact.maskedLastName, contact.title], asked.query)

function storeFits({ store, changes = [] }: StoreWithContacts, asOf: number, asked: StoreQuery['store'] = {}): boolean {
  if (!isSeenLately(store, asked, asOf) || !isChangedLately(changes, asked, asOf)) return false
  if (storeMatch(store, asked) === 'none') return false
  if (asked.countries && !isIn(store.country, asked.countries)) return false
  if (asked.categories && !isIn(store.category, asked.categories)) return false
  if (asked.traffic_tiers && !isIn(store.trafficTier, asked.traffic_tiers)) return false
  if (asked.revenue_tiers && !isIn(store.revenueTier, asked.revenue_tiers)) return false
  if (asked.theme_types && !isIn(store.themeType, asked.theme_types)) return false
  if (asked.shopify_plus !== undefined && asked.shopify_plus !== store.shopifyPlus) return false
  if (asked.ads_active !== undefined && asked.ads_active !== store.adsActive) return false
  if (asked.domains && !asked.domains.includes(store.domain)) return false
  const { min, max } = asked.lead_fit_score ?? {}
  if (min !== undefined && (store.leadFitScore ?? -1) < min) return false
  if (max !== undefined && (store.leadFitScore ?? 101) > max) return false
  return fitsTechnologies(store.apps, asked.apps) && fitsTechnologies(store.pixels, asked.pixels)
}

type Asker = { asOf: number; revealed: ReadonlySet<string> }

function personFits(contact: ContactRow, { asOf, revealed }: Asker, asked: ContactQuery['person'] = {}): boolean {
  if (!personFitsInTime(contact, asked, asOf)) return false
  if (personMatch(contact, asked) === 'none') return false
  if (asked.roles_any && !isIn(contact.role, asked.roles_any)) return false
  if (asked.seniority_any && !isIn(contact.seniority, asked.seniority_any)) return false
  if (asked.has_verified_email !== undefined && asked.has_verified_email !== contact.hasEmail) return false
  if (asked.has_phone !== undefined && asked.has_phone !== contact.hasPhone) return false
  if (asked.has_linkedin !== undefined && asked.has_linkedin !== contact.hasLinkedin) return false
  if (asked.revealed !== undefined && asked.revealed !== revealed.has(contact.id)) return false
  if (asked.title === undefined) return true
  const words = wordsIn(contact.title ?? '')
  return wordsIn(asked.title).every((word) => words.includes(word))
}

const isRevealable = (contact: ContactRow, suppressed: ReadonlySet<string>) =>
  (contact.hasEmail || contact.hasPhone || contact.hasLinkedin) && !suppressed.has(contact.id)

type FoundContact = FoundStore & { contact: ContactRow }

export function findContacts(
  rows: readonly StoreWithContacts[],
  query: ContactQuery,
  suppressed: ReadonlySet<string>,
  revealed: ReadonlySet<string>,
  asOf = today,
): FoundContact[] {
  return rows.flatMap((row) =>
    row.contacts
      .filter((contact) => isRevealable(contact, suppressed))
      .filter((contact) => storeFits(row, asOf, query.store) && personFits(contact, { asOf, revealed }, query.person))
      .map((contact) => ({
        id: contact.id,
        byTypo: storeMatch(row.store, query.store) === 'typo' || personMatch(contact, query.person) === 'typo',
        score: row.store.leadFitScore,
        store: row.store,
        contact,
        ...aside(row, suppressed),
      })),
  )
}

type FoundStore = {
  id: string
  byTypo: boolean
  score: number | null
  store: StoreRow
  changes: readonly ChangeRow[]
  /** Those who have not opted out. */
  contacts: number
}

const aside = ({ changes = [], contacts }: StoreWithContacts, suppressed: ReadonlySet<string>) => ({
  changes,
  contacts: contacts.filter(({ id }) => !suppressed.has(id)).length,
})

export function findStores(
  rows: readonly StoreWithContacts[],
  query: StoreQuery,
  suppressed: ReadonlySet<string>,
  asOf = today,
): FoundStore[] {
  const { available, verified_email: verified, roles_any: wanted } = query.contacts ?? {}
  const found = rows.filter((row) => {
    const live = row.contacts.filter((contact) => isRevealable(contact, suppressed))
    if (!storeFits(row, asOf, query.store)) return false
    if (available !== undefined && live.length > 0 !== available) return false
    if (wanted) {
      return live.some((one) => isIn(one.role, wanted) && (verified === undefined || one.hasEmail === verified))
    }
    return verified === undefined || live.some((one) => one.hasEmail) === verified
  })
  return found.map((row) => ({
    id: row.store.id,
    byTypo: storeMatch(row.store, query.store) === 'typo',
    score: row.store.leadFitScore,
    store: row.store,
    ...aside(row, suppressed),
  }))
}
