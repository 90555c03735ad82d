import type { ChangeRow, ContactRow, StoreRow, StoreWithContacts } from '../src/search/indexing/row-feed.ts'

/** A catalogue in the shape of a real one: a few values are everywhere, most are rare. The same seed gives the same rows. */
export type SyntheticCatalogue = {
  contacts: number
  seed: number
  /** Every domain holds a number of its own; unset: from 0. */
  firstNumber?: number
}

export const contactsPerStore = 2.5
const appCount = 500
const pixelCount = 60
const countryCount = 100
const categoryCount = 100
const unusualWordCount = 20_000

export const roles = [
  'founder',
  'ceo',
  'marketing',
  'ecommerce',
  'operations',
  'head_of_growth',
  'product',
  'finance',
  'engineering',
  'customer_support',
  'sales',
  'design',
  'buying',
  'logistics',
  'partnerships',
  'people',
  'legal',
  'data',
  'content',
  'retail',
]
const ranks = ['Chief', 'Head of', 'Director of', 'Senior', 'Vice President', 'Junior', 'Lead', 'Manager of', '']
const subjects = ['Marketing', 'Growth', 'E-Commerce', 'Operations', 'Product', 'Brand', 'Sales', 'Finance', 'Design']
const trafficTiers = ['under_10k', '10k_50k', '50k_100k', '100k_500k', '500k_1m', '1m_5m', 'over_5m']
const revenueTiers = ['under_10k', '10k_50k', '50k_250k', '250k_1m', '1m_5m', 'over_5m']
const seniorities = ['other', 'decision_maker', 'executive']
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export const appName = (rank: number): string => `App ${rank}`
export const pixelName = (rank: number): string => `Pixel ${rank}`
export const categoryName = (rank: number): string => `category_${rank}`
/** The first is the most frequent, as everywhere here. */
export const countryCode = (rank: number): string => `${letters[rank % 26]}${letters[Math.floor(rank / 26)]}`

export type Random = () => number

/** mulberry32: small, quick, and good enough for synthetic rows. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
}

/** Draws ranks so that rank r comes up in proportion to 1 / (r + 1) ** skew. */
export function skewed(count: number, skew: number): (random: Random) => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1) ** skew
    sums[rank] = sum
  }
  return (random) => {
    const drawn = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sums[middle]! < drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

export function* syntheticRows(
  { contacts, seed, firstNumber = 0 }: SyntheticCatalogue,
  batchSize = 1000,
): Generator<StoreWithContacts[]> {
  const random = randomFrom(seed)
  const history = historySource(randomFrom(seed + 1))
  const nextStore = storeSource(random, firstNumber, history)
  const nextContact = contactSource(random, history)
  let batch: StoreWithContacts[] = []
  for (let made = 0; made < contacts; ) {
    const store = nextStore()
    // Four of ten stores have no contact or one; a few have dozens.
    const wanted = Math.min(contacts - made, Math.floor(-Math.log(1 - random()) * (contactsPerStore + 0.5)))
    const entry: StoreWithContacts = { store, contacts: [], changes: history.changesOf(store) }
    for (let at = 0; at < wanted; at++) entry.contacts.push(nextContact(store.id))
    made += wanted
    batch.push(entry)
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** A fresh, flat string, as a database driver hands over: not a rope that its first reader has to flatten. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

const idBytes = Buffer.alloc(24)

function opaqueId(prefix: string, random: Random): string {
  idBytes.write(prefix, 'latin1')
  for (let letter = 0; letter < 16; letter++) idBytes[8 + letter] = letters.charCodeAt(Math.floor(random() * 52))
  return idBytes.toString('latin1')
}

const nameWords = Array.from({ length: 4_000 }, (_, word) => syllables(word))
const firstNames = Array.from({ length: 3_000 }, (_, name) => syllables(name + 7_919))
const themeNames = ['Dawn', 'Impulse', 'Prestige', 'Turbo', 'Refresh', 'Sense', 'Craft', 'Own theme']

/** Words that look like words: two or three syllables. */
function syllables(number: number): string {
  const consonants = 'bcdfglmnprstvz'
  const vowels = 'aeiou'
  let word = ''
  for (let rest = number + 100; rest > 0; rest = Math.floor(rest / 70)) {
    word += consonants[rest % 14]! + vowels[Math.floor(rest / 14) % 5]!
  }
  return word.charAt(0).toUpperCase() + word.slice(1)
}

const commonWord = skewed(nameWords.length, 0.7)

/** Two words, and a domain of the same words; a number tells those apart that would have the same. */
function nameAndDomain(random: Random, number: number): { name: string; domain: string } {
  const [first, second] = [nameWords[commonWord(random)]!, nameWords[commonWord(random)]!]
  return {
    name: flat(`${first} ${second}`),
    domain: flat(`${first.toLowerCase()}-${second.toLowerCase()}-${number.toString(36)}.com`),
  }
}

function storeSource(random: Random, firstNumber: number, history: History): () => StoreRow {
  const app = skewed(appCount, 1.05)
  const pixel = skewed(pixelCount, 1)
  const country = skewed(countryCount, 1.3)
  const category = skewed(categoryCount, 0.8)
  const tier = skewed(7, 0.7)
  let number = firstNumber
  const several = (draw: (random: Random) => number, most: number, name: (rank: number) => string): string[] =>
    [...new Set(Array.from({ length: Math.floor(random() * most) }, () => draw(random)))].map((rank) =>
      flat(name(rank)),
    )
  return () => ({
    id: opaqueId('st_live_', random),
    ...nameAndDomain(random, number++),
    category: random() < 0.05 ? null : flat(categoryName(category(random))),
    country: random() < 0.03 ? null : flat(countryCode(country(random))),
    trafficTier: random() < 0.1 ? null : trafficTiers[tier(random)]!,
    revenueTier: random() < 0.1 ? null : revenueTiers[tier(random) % 6]!,
    shopifyPlus: random() < 0.08,
    adsActive: random() < 0.35,
    leadFitScore: random() < 0.05 ? null : Math.round(random() * 1000) / 10,
    apps: several(app, 19, appName),
    pixels: several(pixel, 7, pixelName),
    themeName: themeNames[Math.floor(random() ** 2 * themeNames.length)]!,
    themeType: random() < 0.1 ? null : ['free', 'paid', 'custom'][Math.floor(random() * 3)]!,
    ...history.ofStore(),
  })
}

function contactSource(random: Random, history: History): (storeId: string) => ContactRow {
  const role = skewed(roles.length, 0.9)
  const unusual = skewed(unusualWordCount, 0.7)
  const firstName = skewed(firstNames.length, 0.8)
  return (storeId) => {
    const hasEmail = random() < 0.62
    const rank = ranks[Math.floor(random() * ranks.length)]
    const subject = subjects[Math.floor(random() * subjects.length)]
    const extra = random() < 0.1 ? ` word${unusual(random).toString(36)}` : ''
    return {
      id: opaqueId('ct_live_', random),
      storeId,
      firstName: random() < 0.02 ? null : firstNames[firstName(random)]!,
      maskedLastName: random() < 0.02 ? null : `${letters[Math.floor(random() ** 2 * 26)]}***`,
      role: random() < 0.15 ? null : roles[role(random)]!,
      seniority: seniorities[Math.floor(random() ** 2 * 3)]!,
      title: random() < 0.08 ? null : flat(`${rank} ${subject}${extra}`),
      hasEmail,
      hasPhone: random() < 0.3,
      hasLinkedin: !hasEmail || random() < 0.55,
      ...history.ofContact(hasEmail),
    }
  }
}

type History = ReturnType<typeof historySource>

const hour = 60 * 60 * 1000
/** Rows are as old as if they had been made then. */
export const madeAt = Date.UTC(2026, 10, 17)
const emailStatuses = ['verified', 'verified', 'verified', 'matched', 'found']
const emailTypes = ['work', 'work', 'work', 'personal', 'generic']

/** Two years of imports every six hours; changes, mostly recent. A source of its own: it changes no other column. */
function historySource(random: Random) {
  const ago = (hours: number): Date => new Date(madeAt - Math.floor((random() * hours) / 6) * 6 * hour)
  const twoYears = 2 * 365 * 24
  const kindOf = (): string => `${emailStatuses[Math.floor(random() * 5)]} ${emailTypes[Math.floor(random() * 5)]}`
  return {
    ofStore: () => ({ firstSeenAt: ago(twoYears), updatedAt: ago(twoYears / 2), observedAt: ago(14 * 24) }),
    ofContact(hasEmail: boolean) {
      const emailKinds = hasEmail ? Array.from({ length: random() < 0.15 ? 2 : 1 }, kindOf) : []
      const emailsVerifiedAt = emailKinds.map(() => (random() < 0.1 ? null : ago(twoYears)))
      return { addedAt: ago(twoYears), updatedAt: ago(twoYears / 2), emailKinds, emailsVerifiedAt }
    },
    /** Three a store in two years. */
    changesOf({ apps, pixels }: StoreRow): ChangeRow[] {
      const changed = apps.slice(0, 3).map((value, at) => ({ type: at === 1 ? 'app_removed' : 'app_added', value }))
      const others = ['traffic_tier_up', 'contact_added', 'ads_started', 'theme_changed'].filter(() => random() < 0.2)
      return [
        ...changed.filter(() => random() < 0.7),
        ...pixels.slice(0, 1).map((value) => ({ type: 'pixel_added', value })),
        ...others.map((type) => ({ type, value: '' })),
      ].map((change) => ({ ...change, observedAt: ago(twoYears) }))
    },
  }
}
