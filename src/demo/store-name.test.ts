import { expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { DISTINCT_NAMES, shuffledIndex, storeName } from './store-name.ts'
import { BRAND_CLOSINGS, BRAND_OPENINGS } from './words/brands.ts'
import { CATEGORIES } from './words/categories.ts'
import { COUNTRIES } from './words/places.ts'

it('more than two million stores have a name of their own', () => {
  expect(DISTINCT_NAMES).toBeGreaterThan(2_000_000)
})

it('no two stores get the same words and form', () => {
  const taken = new Uint8Array(DISTINCT_NAMES)
  for (let index = 0; index < DISTINCT_NAMES; index++) taken[shuffledIndex(0x9e3779b9, index)]! += 1
  expect(taken.every((times) => times === 1)).toBe(true)
})

it('past the last name of its own, a store is told apart by a number', () => {
  const random = createRandom()
  const store = { seed: 5, category: CATEGORIES[0]!, country: COUNTRIES[0]! }
  const [first, second] = [0, DISTINCT_NAMES].map((index) => {
    random.startStore(5, 0)
    return storeName(random, { ...store, index }).domain
  })
  expect(second).toBe(first!.replace('.example', '-2.example'))
})

it('a domain can be taken apart in one way only, whatever category and city its store draws', () => {
  const joined = BRAND_OPENINGS.flatMap((first) => BRAND_CLOSINGS.map((second) => first + second))
  const labels = new Set(joined.flatMap((label) => [label, `shop${label}`, `get${label}`]))
  expect(labels.size).toBe(joined.length * 3)

  const endings = CATEGORIES.flatMap((category) => category.endings)
  const cities = COUNTRIES.flatMap((country) => country.cities)
  const tails = ['co', 'studio', ...endings, ...cities]
  expect(new Set(tails).size).toBe(tails.length)
  expect([...tails, 'and'].filter((tail) => BRAND_CLOSINGS.includes(tail))).toEqual([])
  for (const category of CATEGORIES) expect(category.endings, category.slug).toHaveLength(8)
})
