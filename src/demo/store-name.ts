import { type Random, scramble } from './random.ts'
import { BRAND_CLOSINGS, BRAND_OPENINGS } from './words/brands.ts'
import type { Category } from './words/categories.ts'
import type { Country } from './words/places.ts'

/** Ways to build a name from two words: eight plain ones, then one for each ending of the store's category. */
const PLAIN_FORMS = 8
const FORMS = PLAIN_FORMS + 8

/** How many stores have a name of their own; after that, a number is added to the name. */
export const DISTINCT_NAMES = BRAND_OPENINGS.length * BRAND_CLOSINGS.length * FORMS

const PERMUTATION_MASK = 2 ** Math.ceil(Math.log2(DISTINCT_NAMES)) - 1

const OPENING_TITLES = BRAND_OPENINGS.map(capitalised)
const CLOSING_TITLES = BRAND_CLOSINGS.map(capitalised)

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/**
 * Moves an index to another place in the same range, one to one. Every step can be undone (adding, multiplying by an
 * odd number, folding the upper bits down), so no two stores share a name and none has to be remembered.
 */
export function shuffledIndex(seedHash: number, index: number): number {
  let place = index
  do {
    place = (place + seedHash) & PERMUTATION_MASK
    place = Math.imul(place ^ (place >>> 11), 0x2c1b3c6d) & PERMUTATION_MASK
    place = Math.imul(place ^ (place >>> 9), 0x297a2d39) & PERMUTATION_MASK
    place ^= place >>> 12
  } while (place >= DISTINCT_NAMES)
  return place
}

interface StoreName {
  domain: string
  name: string
}

/** The name of the store with this index. The combination of words and form is its own; the rest may vary freely. */
export function storeName(
  random: Random,
  store: { seed: number; index: number; category: Category; country: Country },
): StoreName {
  const round = Math.floor(store.index / DISTINCT_NAMES)
  const place = shuffledIndex(scramble(store.seed), store.index % DISTINCT_NAMES)
  const pair = Math.floor(place / FORMS)
  const opening = pair % BRAND_OPENINGS.length
  const closing = Math.floor(pair / BRAND_OPENINGS.length)
  const { label, name } = inForm(random, place % FORMS, opening, closing, store.category, store.country)
  return { domain: `${label}${round === 0 ? '' : `-${round + 1}`}.example`, name }
}

function inForm(
  random: Random,
  form: number,
  opening: number,
  closing: number,
  category: Category,
  country: Country,
): { label: string; name: string } {
  const first = BRAND_OPENINGS[opening]!
  const second = BRAND_CLOSINGS[closing]!
  const joined = first + second
  const apart = `${OPENING_TITLES[opening]!} ${CLOSING_TITLES[closing]!}`
  const brand = random.chance(0.5) ? apart : OPENING_TITLES[opening]! + second
  switch (form) {
    case 0:
      return { label: joined, name: brand }
    case 1:
      return { label: `${first}-${second}`, name: apart }
    case 2:
      return { label: `${first}-and-${second}`, name: `${OPENING_TITLES[opening]!} & ${CLOSING_TITLES[closing]!}` }
    case 3:
      return { label: `${joined}-co`, name: `${brand} Co.` }
    case 4:
      return { label: `shop${joined}`, name: brand }
    case 5:
      return { label: `get${joined}`, name: brand }
    case 6:
      return { label: `${joined}-studio`, name: `${brand} Studio` }
    case 7: {
      const city = random.pick(country.cities)
      return { label: `${joined}-${city}`, name: `${brand} ${capitalised(city)}` }
    }
    default: {
      const ending = category.endings[form - PLAIN_FORMS]!
      const label = random.chance(0.35) ? `${first}-${second}-${ending}` : `${joined}-${ending}`
      return { label, name: `${brand} ${capitalised(ending)}` }
    }
  }
}
