/** Searching stores: the results and their fields. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domainsIn, everyStore, type SearchApp, startSearchApp } from '../../test/support/search-catalogue.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

describe('FILTER-2, FILTER-3: every filter of store search', () => {
  it.each<[object, string]>([
    [{}, 'tea soap empty bike plain'],
    [{ store: { countries: ['us'] } }, 'soap empty'],
    [{ store: { categories: ['sports', 'beauty'] } }, 'soap bike'],
    [{ store: { traffic_tiers: ['10k_50k'] } }, 'tea'],
    [{ store: { revenue_tiers: ['250k_1m', 'over_5m'] } }, 'soap bike'],
    [{ store: { theme_types: ['free'] } }, 'tea'],
    [{ store: { shopify_plus: true } }, 'tea'],
    [{ store: { shopify_plus: false } }, 'soap empty bike plain'],
    [{ store: { ads_active: true } }, 'tea bike'],
    [{ store: { ads_active: false } }, 'soap empty plain'],
    [{ store: { lead_fit_score: { min: 70, max: 80 } } }, 'soap empty'],
    [{ store: { lead_fit_score: { min: 0, max: 100 } } }, 'tea soap empty bike'],
    [{ store: { domains: ['mailto:sales@www.bike.example', 'TEA.example.', 'unknown.example'] } }, 'tea bike'],
    [{ store: { apps: { any: ['Judge.me', 'Yotpo'] } } }, 'tea soap bike'],
    [{ store: { apps: { all: ['klaviyo'] } } }, 'tea soap empty'],
    [{ store: { apps: { none: ['Klaviyo'] } } }, 'bike plain'],
    [{ store: { pixels: { any: ['Meta', 'TikTok'] } } }, 'tea soap bike'],
    [{ store: { pixels: { all: ['Meta', 'TikTok'] } } }, 'bike'],
    [{ store: { pixels: { none: ['TikTok'] } } }, 'tea empty plain'],
    [{ contacts: { available: true } }, 'tea soap bike plain'],
    [{ contacts: { available: false } }, 'empty'],
    [{ contacts: { verified_email: true } }, 'tea soap'],
    [{ contacts: { verified_email: false } }, 'empty bike plain'],
    [{ contacts: { roles_any: ['ceo', 'founder'] } }, 'tea soap bike'],
    [{ contacts: { roles_any: ['marketing'] } }, 'tea'],
    [{ contacts: { roles_any: ['ceo'], available: true }, store: { ads_active: true } }, 'tea bike'],
  ])('%j finds %s', async (body, names) => {
    const answer = await test.searchStores(body)
    expect(domainsIn(answer).join(' ').replaceAll('.example', '')).toBe(names)
    expect([answer.body.total, answer.body.has_more]).toEqual([answer.body.data.length, false])
  })

  it('FILTER-2, T3: roles_any with verified_email must fit one and the same contact', async () => {
    // Tea has somebody in marketing, and somebody else with an email.
    const asked = { roles_any: ['marketing'], verified_email: true }
    expect(domainsIn(await test.searchStores({ contacts: asked }))).toEqual([])
    expect(domainsIn(await test.searchStores({ contacts: { ...asked, roles_any: ['ceo'] } }))).toEqual(['tea.example'])
  })
})

it('STORE-1: a store has these fields and no others', async () => {
  const { body } = await test.searchStores({ store: { domains: ['tea.example'] } })
  expect(body).toEqual({
    object: 'list',
    data: [
      {
        id: expect.stringMatching(/^st_[A-Za-z]+_[A-Za-z]{16}$/),
        object: 'store',
        domain: 'tea.example',
        name: 'Tea House',
        category: 'coffee_tea',
        country: 'GB',
        traffic_tier: '10k_50k',
        revenue_tier: '1m_5m',
        shopify_plus: true,
        lead_fit_score: 90,
        technologies: { apps: ['Klaviyo', 'Judge.me'], pixels: ['Meta'], theme: { name: 'Dawn', type: 'free' } },
        // Total and roles are over everybody; the other two over those a reveal could return.
        contacts_summary: {
          total: 5,
          has_revealable_contacts: true,
          verified_email_count: 1,
          roles: ['assistant', 'ceo', 'intern', 'marketing'],
        },
        first_seen_at: expect.stringMatching(/Z$/),
        updated_at: expect.stringMatching(/Z$/),
        observed_at: expect.stringMatching(/Z$/),
        last_change: null,
      },
    ],
    has_more: false,
    next_cursor: null,
    total: 1,
    warnings: [],
    request_id: expect.stringMatching(/^req_/),
  })
})

it('STORE-2, T2: a missing revenue tier is derived from the estimate, and what is unknown is null', async () => {
  const { body } = await test.searchStores({})
  const bySlug = Object.fromEntries(body.data.map((store: { domain: string }) => [store.domain, store]))
  expect(bySlug['soap.example'].revenue_tier).toBe('250k_1m')
  expect(bySlug['plain.example']).toMatchObject({
    name: 'plain.example',
    category: null,
    country: null,
    traffic_tier: null,
    revenue_tier: null,
    lead_fit_score: null,
    technologies: { apps: [], pixels: [], theme: { name: null, type: null } },
  })
  expect(bySlug['empty.example'].contacts_summary).toEqual({
    total: 0,
    has_revealable_contacts: false,
    verified_email_count: 0,
    roles: [],
  })
})

it('SEARCH-3, SEARCH-5: facets count the whole result set, by fields of the store', async () => {
  const { body } = await test.searchStores({
    contacts: { available: true },
    limit: 1,
    facets: ['country', 'category', 'traffic_tier', 'revenue_tier', 'theme_type', 'app', 'pixel'],
  })
  expect([body.total, body.data.length, body.has_more]).toEqual([4, 1, true])
  expect(
    body.facets.country.toSorted((a: { value: string }, b: { value: string }) => (a.value < b.value ? -1 : 1)),
  ).toEqual([
    { value: 'DE', count: 1 },
    { value: 'GB', count: 1 },
    { value: 'US', count: 1 },
  ])
  expect(body.facets.app.map(({ value, count }: { value: string; count: number }) => [value, count])).toEqual(
    expect.arrayContaining([
      ['Klaviyo', 2],
      ['Yotpo', 2],
      ['Judge.me', 1],
    ]),
  )
})

it('SEARCH-5: facets of a person are not facets of a store', async () => {
  for (const facet of ['role', 'seniority', 'title']) {
    const answer = await test.searchStores({ facets: [facet] })
    expect([answer.status, answer.body.error.param]).toEqual([400, 'facets[0]'])
  }
})

it('SEARCH-4: the best lead fit comes first, a store without a score last, the same every time', async () => {
  expect(domainsIn(await test.searchStores({}))).toEqual(everyStore)
  expect(domainsIn(await test.searchStores({ limit: 2 }))).toEqual(everyStore.slice(0, 2))
})

it.each([0, 101, 1.5, '2'])('LIMIT-7: a limit of %j is refused', async (limit) => {
  const answer = await test.searchStores({ limit })
  expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_request', 'limit'])
})

it('AUTH-5: a store search needs the scope stores:read, a contact search contacts:search', async () => {
  const { operations } = await import('../operations.ts')
  const scopeOf = Object.fromEntries(operations.map(({ id, scope }) => [id, scope]))
  expect([scopeOf.searchStores, scopeOf.searchContacts]).toEqual(['stores:read', 'contacts:search'])
})
