import { readFileSync } from 'node:fs'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { contactSearchRequest, storeSearchRequest } from './request-schema.ts'
import { contactFacets, storeFacets } from './schema/filters.ts'

const store = {
  countries: ['US'],
  categories: ['apparel'],
  traffic_tiers: ['10k_50k'],
  revenue_tiers: ['over_5m'],
  theme_types: ['paid'],
  shopify_plus: true,
  ads_active: false,
  lead_fit_score: { min: 0, max: 99.5 },
  domains: ['https://shop.example/x'],
  apps: { any: ['A'], all: ['B'], none: ['C'] },
  pixels: { none: ['Meta'] },
  changes: { any: [{ type: 'app_added', value: 'A', within_days: 30 }] },
  first_seen_within_days: 365,
}
const person = {
  roles_any: ['founder'],
  seniority_any: ['executive'],
  has_verified_email: true,
  has_phone: false,
  has_linkedin: true,
  revealed: false,
  title: 'head of growth',
  email_statuses_any: ['verified'],
  email_types_any: ['work'],
  verified_within_days: 1,
  added_within_days: 7,
}
const paging = { limit: 100, cursor: 'sealed' }

test('FILTER-1: both searches accept every filter, and nothing at all', () => {
  expect(Value.Check(contactSearchRequest, { person, store, ...paging, facets: contactFacets })).toBe(true)
  const contacts = { available: true, verified_email: false, roles_any: ['ceo'] }
  expect(Value.Check(storeSearchRequest, { store, contacts, ...paging, facets: storeFacets })).toBe(true)
  expect(Value.Check(contactSearchRequest, {})).toBe(true)
  expect(Value.Check(storeSearchRequest, {})).toBe(true)
})

test('a pasted address may be longer than any other value', () => {
  const pasted = (length: number) => ({ store: { domains: ['https://shop.example/?'.padEnd(length, 'x')] } })
  expect(Value.Check(contactSearchRequest, pasted(2_048))).toBe(true)
  expect(Value.Check(storeSearchRequest, pasted(2_049))).toBe(false)
})

test('SEARCH-5: contact search has ten facets, store search eight', () => {
  const ofStores = [
    'country',
    'category',
    'traffic_tier',
    'revenue_tier',
    'theme_type',
    'app',
    'pixel',
    'change',
    'change_week',
  ]
  expect(storeFacets).toEqual(ofStores)
  expect(contactFacets).toEqual(['role', 'seniority', ...ofStores])
})

describe('a search refuses', () => {
  const many = Array.from({ length: 101 }, (_, number) => `App ${number}`)
  test.each([
    ['an unknown block', { stores: {} }],
    ['an unknown filter', { person: { role: ['ceo'] } }],
    ['an unknown list of a technology', { store: { apps: { some: ['A'] } } }],
    ['an empty value', { store: { countries: [''] } }],
    ['a value instead of a list', { store: { countries: 'US' } }],
    ['a number for a boolean', { person: { has_phone: 1 } }],
    ['null for nothing', { person: null }],
    ['a list beyond its bound', { store: { apps: { any: many } } }],
    ['a value beyond its length', { person: { title: 'x'.repeat(201) } }],
    ['a score beyond 100', { store: { lead_fit_score: { max: 101 } } }],
    ['limit 0', { limit: 0 }],
    ['limit 101', { limit: 101 }],
    ['half a limit', { limit: 2.5 }],
    ['an unknown sort', { sort: 'visits' }],
    ['eleven changes', { store: { changes: { any: Array(11).fill({ type: 'ads_started', within_days: 1 }) } } }],
    ['a change without days', { store: { changes: { any: [{ type: 'ads_started' }] } } }],
    ['a change of a year and a day', { store: { changes: { any: [{ type: 'ads_started', within_days: 366 }] } } }],
    ['half a day', { person: { added_within_days: 0.5 } }],
    ['no day', { store: { first_seen_within_days: 0 } }],
    ['an unknown facet', { facets: ['domain'] }],
    ['a facet twice', { facets: ['role', 'role'] }],
    ['the contacts block of a search of stores', { contacts: { available: true } }],
  ])('%s', (_, request) => {
    expect(Value.Check(contactSearchRequest, request)).toBe(false)
  })
})

test('HTTP-7: empty lists, empty objects and a cursor of null are accepted as nothing', () => {
  const nothing = { person: { roles_any: [] }, store: { apps: { any: [] }, pixels: {}, lead_fit_score: {} } }
  expect(Value.Check(contactSearchRequest, { ...nothing, facets: [], cursor: null })).toBe(true)
})

test('S9: no row of the feed has a column for a channel, or for a last name but the masked one', () => {
  const feed = readFileSync(new URL('./schema/feed.ts', import.meta.url), 'utf8')
  const columns = [...feed.matchAll(/'(\w+)'/g)].map(([, column]) => column!)
  expect(columns).toContain('hasEmail')
  expect(columns.filter((column) => /last|^email|^phone|linkedinUrl|channel/i.test(column))).toEqual([
    'maskedLastName',
    // Status, type and age, not the address.
    'emailKinds',
    'emailsVerifiedAt',
  ])
})
