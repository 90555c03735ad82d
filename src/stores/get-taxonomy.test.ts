/** The values that searches take. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue, type SearchApp, startSearchApp, until } from '../../test/support/search-catalogue.ts'
import { seniorities } from '../base/seniorities.ts'
import { revenueTiers, trafficTiers } from '../base/tiers.ts'
import { suppress } from '../catalog/suppressions.ts'
import { makeKey } from '../keys/keys.ts'
import { allFilters } from '../search/schema/filters.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

const taxonomy = (headers = {}) => test.call('GET', '/api/v1/taxonomy', { key: test.apiKey, headers })
type Value = { value: string; label: string; count: number | null }
const counts = (list: Value[]) => Object.fromEntries(list.map(({ value, count }) => [value, count]))

it('TAXONOMY-1: the taxonomy has these lists and no others', async () => {
  const { body } = await taxonomy()
  expect(Object.keys(body).sort()).toEqual(
    [
      'object',
      'roles',
      'seniorities',
      'categories',
      'countries',
      'traffic_tiers',
      'revenue_tiers',
      'theme_types',
      'apps',
      'pixels',
      'email_statuses',
      'email_types',
      'phone_types',
      'change_types',
      'request_id',
    ].sort(),
  )
  expect(body.object).toBe('taxonomy')
})

it('the closed lists that searches know are those that imports let in', () => {
  const closedOf = (taxonomy: string) =>
    allFilters.flatMap((filter) => ('taxonomy' in filter && filter.taxonomy === taxonomy ? [filter.closed] : []))
  expect(closedOf('traffic_tiers')).toEqual([trafficTiers.map(({ value }) => value)])
  expect(closedOf('revenue_tiers')).toEqual([revenueTiers.map(({ value }) => value)])
  expect(closedOf('seniorities')).toEqual([[...seniorities]])
})

it('TAXONOMY-2: person fields count revealable contacts, store fields count stores', async () => {
  const { body } = await taxonomy()
  expect(counts(body.roles)).toEqual({
    ceo: 2,
    marketing: 2,
    founder: 1,
    operations: 1,
    buyer: 1,
    intern: 0,
    assistant: 0,
  })
  expect(counts(body.seniorities)).toEqual({ executive: 3, decision_maker: 2, other: 3 })
  expect(counts(body.categories)).toEqual({ coffee_tea: 1, beauty: 1, sports: 1 })
  expect(counts(body.countries)).toEqual({ US: 2, GB: 1, DE: 1 })
  expect(counts(body.theme_types)).toEqual({ free: 1, paid: 1, custom: 1 })
  expect(counts(body.apps)).toEqual({ Klaviyo: 3, Yotpo: 2, 'Judge.me': 1 })
  expect(counts(body.pixels)).toEqual({ Meta: 2, TikTok: 2 })
})

it('TAXONOMY-1: every value of every list has value, label and count, and tiers their bounds', async () => {
  const { object, request_id, ...lists } = (await taxonomy()).body as Record<string, object[]>
  expect(Object.keys(lists)).toHaveLength(13)
  for (const [name, values] of Object.entries(lists)) {
    expect([name, values.length > 0]).toEqual([name, true])
    const keys = name.endsWith('_tiers') ? ['value', 'label', 'count', 'min', 'max'] : ['value', 'label', 'count']
    for (const value of values) expect([name, Object.keys(value).sort()]).toEqual([name, keys.sort()])
  }
})

it('TAXONOMY-3: tiers go from under_10k to over_5m', async () => {
  const { body } = await taxonomy()
  const tiers = ['under_10k', '10k_50k', '50k_100k', '100k_500k', '500k_1m', '1m_5m', 'over_5m']
  const ofRevenue = ['under_10k', '10k_50k', '50k_250k', '250k_1m', '1m_5m', 'over_5m']
  for (const [list, expected] of [
    [body.traffic_tiers, tiers],
    [body.revenue_tiers, ofRevenue],
  ]) {
    expect(list.map(({ value }: Value) => value)).toEqual(expected)
    expect([list[0].min, list[0].max, list.at(-1).min, list.at(-1).max]).toEqual([0, 10_000, 5_000_000, null])
  }
})

it('TAXONOMY-1, TAXONOMY-3: tiers are closed lists in their order, with bounds', async () => {
  const { body } = await taxonomy()
  const bounds = (list: { value: string; min: number; max: number | null }[]) =>
    list.map(({ value, min, max }) => ({ value, min, max }))
  expect(bounds(body.traffic_tiers)).toEqual(trafficTiers)
  expect(bounds(body.revenue_tiers)).toEqual(revenueTiers)
  expect(body.seniorities.map(({ value }: Value) => value)).toEqual(['executive', 'decision_maker', 'other'])
  expect(counts(body.traffic_tiers)).toMatchObject({ '10k_50k': 1, '50k_100k': 1, '1m_5m': 1, over_5m: 0 })
})

it('TAXONOMY-1, TAXONOMY-2: every value has a label for people; channels are sealed, so nothing is counted of them', async () => {
  const { body } = await taxonomy()
  expect(body.countries.find(({ value }: Value) => value === 'GB').label).toBe('United Kingdom')
  expect(body.categories.find(({ value }: Value) => value === 'coffee_tea').label).toBe('Coffee and tea')
  expect(body.email_statuses.map(({ value, count }: Value) => [value, count])).toEqual([
    ['verified', null],
    ['matched', null],
    ['found', null],
    ['reported', null],
  ])
  expect(body.email_types.map(({ value }: Value) => value)).toEqual(['work', 'personal', 'generic', 'other'])
  expect(body.phone_types.map(({ value }: Value) => value)).toEqual(['direct', 'mobile', 'company', 'other'])
})

it('TAXONOMY-3, T9: every listed value is one that a search takes', async () => {
  const { body } = await taxonomy()
  const values = (list: Value[]) => list.map(({ value }) => value)
  const answer = await test.searchContacts({
    person: { roles_any: values(body.roles), seniority_any: values(body.seniorities) },
    store: {
      countries: values(body.countries),
      categories: values(body.categories),
      traffic_tiers: values(body.traffic_tiers),
      revenue_tiers: values(body.revenue_tiers),
      theme_types: values(body.theme_types),
      apps: { any: values(body.apps) },
      pixels: { any: values(body.pixels) },
    },
  })
  expect([answer.status, answer.body.total]).toEqual([200, 7])
})

it('AUTH-5: callers who may read stores, search contacts or reveal them can read the taxonomy, and nobody else', async () => {
  const { accountId } = await test.createAccount()
  for (const [scope, status] of [
    ['contacts:search', 200],
    ['contacts:reveal', 200],
    ['usage:read', 403],
  ] as const) {
    const { apiKey } = await makeKey(test.store.database, { accountId, name: 'Narrow', scopes: [scope] })
    expect((await test.call('GET', '/api/v1/taxonomy', { key: apiKey })).status).toBe(status)
  }
})

describe('TAXONOMY-4, T8: the ETag', () => {
  it('is over the content without request_id: the same for every request and account', async () => {
    const { apiKey } = await test.createAccount()
    const etags = [
      (await taxonomy()).headers.etag,
      (await taxonomy()).headers.etag,
      (await test.call('GET', '/api/v1/taxonomy', { key: apiKey })).headers.etag,
    ]
    expect(etags[0]).toMatch(/^"[\w-]+"$/)
    expect((await taxonomy()).headers['cache-control']).toBe('private, max-age=60')
    expect(new Set(etags).size).toBe(1)
  })

  it('sent back is a 304 without a body, with X-Request-Id', async () => {
    const etag = String((await taxonomy()).headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await taxonomy({ 'if-none-match': known })
      expect([known, answer.status, answer.text]).toEqual([known, 304, ''])
      expect(answer.headers['x-request-id']).toMatch(/^req_/)
      expect(answer.headers.etag).toBe(etag)
    }
    expect((await taxonomy({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('changes with a suppression at once, and with a new catalogue once it is served', async () => {
    const etag = String((await taxonomy()).headers.etag)
    await suppress(test.store.database, test.app.channelKeys, { contact: await test.idOf('Dee') })
    const suppressed = await taxonomy({ 'if-none-match': etag })
    expect(suppressed.status).toBe(200)
    // The only founder: the role is gone with her.
    expect(counts(suppressed.body.roles)).toEqual({
      ceo: 2,
      marketing: 2,
      operations: 1,
      buyer: 1,
      intern: 0,
      assistant: 0,
    })
    await test.import([...catalogue, { domain: 'new.example', apps: ['Loox'] }])
    const served = await until(taxonomy, ({ body }) => counts(body.apps).Loox === 1)
    expect(served.headers.etag).not.toBe(suppressed.headers.etag)
    expect(served.body.roles.map(({ value }: Value) => value)).not.toContain('founder')
  })
})

it('LIMIT-3: the taxonomy is counted in one window with usage and credit entries', async () => {
  const { apiKey } = await test.createAccount({ requestsPerMinute: 1, requestsPerDay: 1 })
  for (let at = 0; at < 3; at += 1) {
    const answer = await test.call('GET', '/api/v1/taxonomy', { key: apiKey })
    expect(answer.status).toBe(200)
    expect(answer.headers['ratelimit-policy']).toContain('q=120')
  }
  const left = async (path: string) =>
    Number(/r=(\d+)/.exec(String((await test.call('GET', `/api/v1${path}`, { key: apiKey })).headers.ratelimit))![1])
  const before = await left('/taxonomy')
  expect([await left('/usage'), await left('/credits/entries'), await left('/taxonomy')]).toEqual([
    before - 1,
    before - 2,
    before - 3,
  ])
})
