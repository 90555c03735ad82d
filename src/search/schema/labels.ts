/** How the taxonomy names values to people. Pages and files take their labels from there. */
import { countryAliases } from '../../base/country-codes.ts'

/** `head_of_growth` -> `Head of growth`, `ceo` -> `CEO`, `co_founder` -> `Co-founder`. */
export function sentenceOf(slug: string): string {
  const words = slug
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .replace(/^co /, 'co-')
    .replaceAll(/\b(c[efimoprst]o|vp|cbd)\b/g, (acronym) => acronym.toUpperCase())
    .replaceAll(/\b(wom|m)ens\b/g, "$1en's")
    .replace(/^shopify plus\b/, 'Shopify Plus')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** `10k_50k` -> `10K to 50K`, `over_5m` -> `Over 5M`. */
export function tierLabel(tier: string): string {
  const parts = tier.split('_').map((part) => (/^\d/.test(part) ? part.toUpperCase() : sentenceOf(part)))
  return /^\d/.test(tier) ? parts.join(' to ') : parts.join(' ')
}

/** A tier of US dollars: `250k_1m` -> `$250K to $1M`, `over_5m` -> `Over $5M`. */
export const dollarTierLabel = (tier: string): string => tierLabel(tier).replaceAll(/\d+/g, (digits) => `$${digits}`)

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** Other names by which people know countries, in lower case. */
const otherCountryNames: Record<string, string> = {
  'united states of america': 'US',
  usa: 'US',
  america: 'US',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  ...Object.fromEntries(Object.entries(countryAliases).map(([alias, code]) => [alias.toLowerCase(), code])),
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  'korea, south': 'KR',
  'republic of korea': 'KR',
  uae: 'AE',
  'hong kong': 'HK',
  'russian federation': 'RU',
  'viet nam': 'VN',
}

/** The code of every country by its name, whether or not the catalogue holds it. */
export const countryCodes: Record<string, string> = Object.fromEntries([
  ...Array.from({ length: 26 * 26 }, (_, at) => String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26)))
    // Not those that others have replaced, such as UK, SU and YU.
    .filter((code) => countryLabel(code) !== code && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`)
    .map((code) => [countryLabel(code).toLowerCase(), code]),
  ...Object.entries(otherCountryNames),
])

export function countryLabel(code: string): string {
  return /^[A-Za-z]{2}$/.test(code) ? (countryNames.of(code.toUpperCase()) ?? code) : code
}

/** Categories whose slug leaves out a word that people say. All others are read from their slug. */
const categoryLabels = new Map([
  ['arts_crafts', 'Arts and crafts'],
  ['baby_kids', 'Baby and kids'],
  ['bags_luggage', 'Bags and luggage'],
  ['bedding_bath', 'Bedding and bath'],
  ['books_stationery', 'Books and stationery'],
  ['candles_fragrance', 'Candles and fragrance'],
  ['cbd_vape', 'CBD and vape'],
  ['coffee_tea', 'Coffee and tea'],
  ['food_gourmet', 'Gourmet food'],
  ['garden_outdoor', 'Garden and outdoor'],
  ['health_wellness', 'Health and wellness'],
  ['kitchen_dining', 'Kitchen and dining'],
  ['music_instruments', 'Musical instruments'],
  ['party_gifts', 'Party and gifts'],
  ['sports_outdoors', 'Sports and outdoors'],
  ['tools_hardware', 'Tools and hardware'],
  ['toys_games', 'Toys and games'],
  ['wine_spirits', 'Wine and spirits'],
])

export const categoryLabel = (slug: string): string => categoryLabels.get(slug) ?? sentenceOf(slug)
