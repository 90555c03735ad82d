/** Invalid searches and their errors. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp()
})
afterAll(() => test.stop())

async function refusal(search: 'contacts' | 'stores', body: unknown) {
  const answer = await (search === 'contacts' ? test.searchContacts(body) : test.searchStores(body))
  expect([answer.status, answer.body.error?.type]).toEqual([400, 'invalid_request_error'])
  expect(answer.body.error.request_id).toBe(answer.headers['x-request-id'])
  return answer.body.error as { code: string; param?: string; message: string }
}

describe('HTTP-5: unknown parameters are named', () => {
  it.each<['contacts' | 'stores', object, string]>([
    ['contacts', { persons: {} }, 'persons'],
    ['contacts', { person: { roles: ['ceo'] } }, 'person.roles'],
    ['contacts', { person: { email: 'a@b.example' } }, 'person.email'],
    ['contacts', { store: { country: 'US' } }, 'store.country'],
    ['contacts', { store: { apps: { some: ['Klaviyo'] } } }, 'store.apps.some'],
    ['contacts', { store: { lead_fit_score: { over: 5 } } }, 'store.lead_fit_score.over'],
    ['contacts', { contacts: { available: true } }, 'contacts'],
    ['contacts', { page: 2 }, 'page'],
    ['stores', { person: { roles_any: ['ceo'] } }, 'person'],
    ['stores', { contacts: { has_phone: true } }, 'contacts.has_phone'],
  ])('%s %j', async (search, body, param) => {
    expect(await refusal(search, body)).toMatchObject({ code: 'invalid_request', param })
  })
})

describe('HTTP-5, K10: wrong types and out-of-range values are named', () => {
  it.each<[object, string]>([
    [{ person: [] }, 'person'],
    [{ person: null }, 'person'],
    [{ person: { roles_any: 'ceo' } }, 'person.roles_any'],
    [{ person: { roles_any: [5] } }, 'person.roles_any[0]'],
    [{ person: { roles_any: ['ceo', null] } }, 'person.roles_any[1]'],
    [{ person: { has_verified_email: 'true' } }, 'person.has_verified_email'],
    [{ person: { has_phone: 1 } }, 'person.has_phone'],
    [{ person: { revealed: null } }, 'person.revealed'],
    [{ person: { title: ['head'] } }, 'person.title'],
    [{ person: { title: '' } }, 'person.title'],
    [{ person: { title: '&!' } }, 'person.title'],
    [{ store: { apps: ['Klaviyo'] } }, 'store.apps'],
    [{ store: { lead_fit_score: 5 } }, 'store.lead_fit_score'],
    [{ store: { lead_fit_score: { min: '5' } } }, 'store.lead_fit_score.min'],
    [{ store: { lead_fit_score: { min: -1 } } }, 'store.lead_fit_score.min'],
    [{ store: { lead_fit_score: { max: 101 } } }, 'store.lead_fit_score.max'],
    [{ store: { lead_fit_score: { min: 60, max: 40 } } }, 'store.lead_fit_score'],
    [{ facets: 'role' }, 'facets'],
    [{ facets: ['email'] }, 'facets[0]'],
    [{ facets: ['role', 'role'] }, 'facets'],
  ])('%j', async (body, param) => {
    expect(await refusal('contacts', body)).toMatchObject({ code: 'invalid_request', param })
  })

  it.each([
    [{ person: { role: ['ceo'] } }, 'person.role is not a known parameter. Did you mean person.roles_any?'],
    [{ person: { hasPhone: true } }, 'person.hasPhone is not a known parameter. Did you mean person.has_phone?'],
    [{ store: { country: ['DE'] } }, 'store.country is not a known parameter. Did you mean store.countries?'],
    [{ stor: {} }, 'stor is not a known parameter. Did you mean store?'],
    [{ person: { shoe_size: 44 } }, 'person.shoe_size is not a known parameter.'],
  ])('HTTP-5: a parameter near a known one is refused with its name: %j', async (body, message) => {
    expect((await refusal('contacts', body)).message).toBe(message)
  })

  it('FILTER-10: min over max says so', async () => {
    const { message } = await refusal('stores', { store: { lead_fit_score: { min: 60, max: 40 } } })
    expect(message).toMatch(/min must not be over max/)
  })
})

describe('HTTP-7: empty lists and objects ask nothing', () => {
  it.each([
    { person: { roles_any: [] } },
    { person: { seniority_any: [] } },
    { store: { countries: [] } },
    { store: { categories: [] } },
    { store: { domains: [] } },
    { store: { apps: { any: [] } } },
    { store: { apps: { all: [], none: [] } } },
    { store: { apps: {} } },
    { store: { lead_fit_score: {} } },
    { facets: [] },
    { cursor: null },
  ])('%j', async (body) => {
    const everything = await test.searchContacts({})
    const answer = await test.searchContacts(body)
    expect([answer.status, answer.body.total]).toEqual([200, everything.body.total])
  })

  it('an empty value is no value', async () => {
    expect(await refusal('contacts', { store: { countries: [''] } })).toMatchObject({ param: 'store.countries[0]' })
  })
})

describe('FILTER-7: a value that an open list does not hold is a warning, with the nearest one', () => {
  it.each<['contacts' | 'stores', object, string, string, string]>([
    ['contacts', { person: { roles_any: ['ceo', 'markting'] } }, 'person.roles_any[1]', 'markting', 'marketing'],
    ['contacts', { store: { countries: ['Untied States'] } }, 'store.countries[0]', 'Untied States', 'US'],
    ['contacts', { store: { countries: ['UX'] } }, 'store.countries[0]', 'UX', ''],
    ['contacts', { store: { categories: ['cofee_tea'] } }, 'store.categories[0]', 'cofee_tea', 'coffee_tea'],
    ['stores', { store: { theme_types: ['fre'] } }, 'store.theme_types[0]', 'fre', 'free'],
    ['stores', { store: { apps: { any: ['Klavio'] } } }, 'store.apps.any[0]', 'Klavio', 'Klaviyo'],
    ['stores', { store: { pixels: { none: ['Meta', 'Tiktak'] } } }, 'store.pixels.none[1]', 'Tiktak', 'TikTok'],
    ['stores', { contacts: { roles_any: ['foundr'] } }, 'contacts.roles_any[0]', 'foundr', 'founder'],
    ['contacts', { store: { apps: { any: ['🍕🍕🍕🍕🍕🍕🍕🍕'] } } }, 'store.apps.any[0]', '🍕🍕🍕🍕🍕🍕🍕🍕', ''],
  ])('%s %j', async (search, body, param, value, nearest) => {
    const answer = await (search === 'contacts' ? test.searchContacts(body) : test.searchStores(body))
    expect(answer.status).toBe(200)
    expect(answer.body.warnings).toEqual([
      { param, value, message: expect.stringContaining(`"${value}"`), nearest: nearest || null },
    ])
  })

  it('matches nothing, and under none everything', async () => {
    const all = (await test.searchStores({})).body.total
    const totalOf = async (store: object) => {
      const { body } = await test.searchStores({ store })
      return [body.total, body.warnings.length]
    }
    for (const store of [{ countries: ['ZZ'] }, { categories: ['x'] }, { theme_types: ['x'] }])
      expect(await totalOf(store)).toEqual([0, 1])
    for (const kind of ['apps', 'pixels']) {
      expect(await totalOf({ [kind]: { any: ['No such thing'] } })).toEqual([0, 1])
      expect(await totalOf({ [kind]: { all: ['No such thing'] } })).toEqual([0, 1])
      expect(await totalOf({ [kind]: { none: ['No such thing'] } })).toEqual([all, 1])
    }
  })

  it('FILTER-12: values are found by the label of the taxonomy too, and countries by their names', async () => {
    for (const [store, domain] of [
      [{ countries: ['United Kingdom'] }, 'tea.example'],
      [{ countries: ['great britain'] }, 'tea.example'],
      [{ countries: ['United States'] }, 'soap.example'],
      [{ categories: ['Coffee and tea'] }, 'tea.example'],
      [{ categories: ['Coffee & Tea'] }, 'tea.example'],
    ] as const) {
      const { body } = await test.searchStores({ store })
      expect([store, body.warnings, body.data[0]?.domain]).toEqual([store, [], domain])
    }
  })

  it('FILTER-8: every country code is a country, and UK is read as GB', async () => {
    const unheld = await test.searchStores({ store: { countries: ['NZ'] } })
    expect([unheld.status, unheld.body.total, unheld.body.warnings.length]).toEqual([200, 0, 1])
    const { body } = await test.searchStores({ store: { countries: ['UK'] } })
    expect([body.data[0].domain, body.warnings]).toEqual(['tea.example', []])
  })
})

describe('FILTER-9: a value that a closed list does not hold is refused, with the nearest one', () => {
  it.each<['contacts' | 'stores', object, string, string, string]>([
    ['contacts', { person: { seniority_any: ['executiv'] } }, 'person.seniority_any[0]', 'executiv', 'executive'],
    ['stores', { store: { traffic_tiers: ['10k_50'] } }, 'store.traffic_tiers[0]', '10k_50', '10k_50k'],
    ['stores', { store: { revenue_tiers: ['over_50m'] } }, 'store.revenue_tiers[0]', 'over_50m', 'over_5m'],
  ])('%s %j', async (search, body, param, value, nearest) => {
    const error = await refusal(search, body)
    expect(error).toMatchObject({ code: 'invalid_request', param })
    expect(error.message).toContain(`"${value}"`)
    expect(error.message).toContain(`"${nearest}"`)
  })

  it('also as a facet, and as something to include', async () => {
    const facet = await refusal('contacts', { facets: ['role', 'rolle'] })
    expect(facet).toMatchObject({ code: 'invalid_request', param: 'facets[1]' })
    expect(facet.message).toContain('must be one of role, seniority, country')
    const { body } = await test.call('POST', '/api/v1/stores/enrich', {
      key: test.apiKey,
      body: { domains: ['tea.example'], include: ['contacts'] },
    })
    expect(body.error).toMatchObject({ code: 'invalid_request', param: 'include[0]' })
    expect(body.error.message).toContain('contact_previews')
  })

  it('closed lists are known even where no document carries the value', async () => {
    const { status, body } = await test.searchContacts({ store: { traffic_tiers: ['over_5m'] } })
    expect([status, body.total]).toEqual([200, 0])
  })
})

describe('FILTER-11: every text typed into a search box is answered exactly or refused by name', () => {
  it.each(['🍕', '...', ' - ', '"\'"', '\u202e'])('%j holds no word', async (query) => {
    expect(await refusal('stores', { store: { query } })).toMatchObject({ param: 'store.query' })
    expect(await refusal('contacts', { person: { query } })).toMatchObject({ param: 'person.query' })
  })

  it('a thousand words are refused', async () => {
    const query = 'word '.repeat(1_000)
    expect(await refusal('contacts', { person: { query } })).toMatchObject({ param: 'person.query' })
  })

  it.each([
    ['t', ['tea.example']],
    ['TEA hou', ['tea.example']],
    ['téa', ['tea.example']],
    ['house tea.example', ['tea.example']],
    ['Wroks', ['soap.example']],
    ['שלום', []],
    ['مرحبا', []],
    ['tea 🍕', ['tea.example']],
  ])('%j finds %j', async (query, domains) => {
    const { status, body } = await test.searchStores({ store: { query } })
    expect(status).toBe(200)
    expect(body.data.map(({ domain }: { domain: string }) => domain)).toEqual(domains)
    expect(body.total).toBe(domains.length)
  })
})

describe('FILTER-11: people are found by first name, initial and title', () => {
  it.each([
    ['ann', ['Ann']],
    ['AN', ['Ann']],
    ['ann o', ['Ann']],
    ['ofann', []],
    ['growth', ['Bea', 'Fay']],
    ['grow chi', ['Fay']],
    ['cafe', ['Cy']],
    // One typo is forgiven from five letters on.
    ['growht', ['Bea', 'Fay']],
    ['caef', []],
  ])('%j finds %j', async (query, names) => {
    const { body } = await test.searchContacts({ person: { query } })
    expect(body.data.map((one: { first_name: string }) => one.first_name).sort()).toEqual(names)
    expect(body.total).toBe(names.length)
  })
})

describe('LIMIT-7: every list has a bound, and the error states it', () => {
  it('10,000 apps', async () => {
    const { param, message } = await refusal('contacts', {
      store: { apps: { any: Array.from({ length: 10_000 }, () => 'a') } },
    })
    expect(param).toBe('store.apps.any')
    expect(message).toMatch(/100 items/)
  })

  it('101 of anything, and a value of 201 characters', async () => {
    const many = Array.from({ length: 101 }, (_, at) => `shop-${at}.example`)
    expect(await refusal('stores', { store: { domains: many } })).toMatchObject({
      param: 'store.domains',
      message: expect.stringContaining('100'),
    })
    expect(await refusal('contacts', { person: { title: 'x'.repeat(201) } })).toMatchObject({
      param: 'person.title',
      message: expect.stringContaining('200'),
    })
  })

  it('text that can’t be stored can’t be searched for', async () => {
    for (const wrong of ['a\0b', '\ud800']) {
      const answer = await test.call('POST', '/api/v1/contacts/search', {
        key: test.apiKey,
        body: JSON.stringify({ person: { title: wrong } }),
        headers: { 'content-type': 'application/json' },
      })
      expect([answer.status, answer.body.error.param]).toEqual([400, 'person.title'])
    }
  })
})

it('HTTP-5: a body that is no object is refused', async () => {
  for (const body of ['[]', '"x"', '5', 'null', 'true']) {
    const answer = await test.call('POST', '/api/v1/contacts/search', {
      key: test.apiKey,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect([body, answer.status, answer.body.error.code]).toEqual([body, 400, 'invalid_request'])
  }
})

it('ROWS-4: a refused search counts no rows', async () => {
  const { apiKey } = await test.createAccount({ searchRowsPerMonth: 10 })
  await test.searchContacts({ store: { countries: ['UX'] } }, apiKey)
  await test.searchContacts({ limit: 0 }, apiKey)
  await test.searchContacts({ cursor: 'forged' }, apiKey)
  await test.searchStores({ store: { lead_fit_score: { min: 2, max: 1 } } }, apiKey)
  const { body } = await test.call('GET', '/api/v1/usage', { key: apiKey })
  expect(body.search_rows).toMatchObject({ limit: 10, used: 0, remaining: 10 })
})
