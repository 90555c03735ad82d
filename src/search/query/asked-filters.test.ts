import { expect, test } from 'vitest'
import type { ContactQuery } from '../schema/filters.ts'
import { fingerprintOf } from './asked-filters.ts'

const query: ContactQuery = {
  person: { roles_any: ['founder', 'CEO'], title: 'Directeur Général' },
  store: { apps: { any: ['Klaviyo'], none: ['Loox'] }, lead_fit_score: { min: 20 }, shopify_plus: false },
}

test('S10: the order, case and repetition of values and an empty block change nothing', () => {
  const same: ContactQuery = {
    store: { shopify_plus: false, lead_fit_score: { min: 20 }, apps: { none: ['LOOX'], any: ['klaviyo', 'KLAVIYO'] } },
    person: { title: 'general directeur', roles_any: ['ceo', 'Founder'] },
  }
  expect(fingerprintOf('contacts', same)).toBe(fingerprintOf('contacts', query))
  expect(fingerprintOf('contacts', { person: {} })).toBe(fingerprintOf('contacts', {}))
  expect(fingerprintOf('contacts', { ...query, ...{ limit: 3, facets: ['role'], cursor: 'x' } })).toBe(
    fingerprintOf('contacts', query),
  )
})

test.each<[string, ContactQuery]>([
  ['a value more', { ...query, person: { ...query.person, roles_any: ['founder', 'ceo', 'cto'] } }],
  ['a value in another list', { ...query, store: { ...query.store, apps: { all: ['Klaviyo'], none: ['Loox'] } } }],
  ['a flag turned', { ...query, store: { ...query.store, shopify_plus: true } }],
  ['a bound of the range moved', { ...query, store: { ...query.store, lead_fit_score: { max: 20 } } }],
  ['a filter less', { store: query.store! }],
])('S10: %s is another query', (_, other) => {
  expect(fingerprintOf('contacts', other)).not.toBe(fingerprintOf('contacts', query))
})

test('S10: a search of stores is another query than one of contacts', () => {
  expect(fingerprintOf('stores', { store: {} })).not.toBe(fingerprintOf('contacts', { store: {} }))
})
