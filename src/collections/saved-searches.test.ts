import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'

let test: ServedApp
let owner: Browser
let stranger: Browser
let apiKey: string

beforeAll(async () => {
  test = await startServedApp()
  owner = await signIn('owner@searches.example')
  stranger = await signIn('stranger@elsewhere.example')
  apiKey = (await owner.call('POST', '/app/v1/keys', { name: 'All' })).body.api_key
  await test.plantContacts(3)
  await test.app.start()
})
afterAll(async () => {
  test.expectDescribedReplies()
  await test.stop()
})

async function signIn(email: string): Promise<Browser> {
  await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  return browser
}

const asKey = (method: string, path: string, body?: unknown, key = apiKey) =>
  test.call(method, `/api/v1${path}`, { key, ...(body !== undefined && { body }) })

const save = async (draft: object): Promise<string> => {
  const saved = await asKey('POST', '/saved-searches', { name: 'Kept', kind: 'contacts', query: {}, ...draft })
  expect(saved.status).toBe(201)
  return saved.body.id
}

it('LIST-5, G3: a list that a key saved can be listed, changed and deleted by a person, and no other account sees it', async () => {
  const query = { person: { roles_any: ['founder'] }, store: { apps: { any: ['Klaviyo'] } } }
  const id = await save({ name: 'Founders', query })
  const found = await owner.call('GET', `/api/v1/saved-searches/${id}`)
  expect(found.body).toMatchObject({ id, object: 'saved_search', name: 'Founders', kind: 'contacts', query })
  const renamed = await owner.call('PATCH', `/api/v1/saved-searches/${id}`, { name: 'All founders' })
  expect(renamed.body).toMatchObject({ name: 'All founders', query })
  const other = { kind: 'stores', query: { store: { countries: ['DE'] } } }
  expect((await asKey('PATCH', `/saved-searches/${id}`, other)).body).toMatchObject({ name: 'All founders', ...other })
  const half = await asKey('PATCH', `/saved-searches/${id}`, { kind: 'contacts' })
  expect(half.body.error).toMatchObject({ code: 'invalid_request', param: 'query' })
  const listed = await asKey('GET', '/saved-searches?kind=stores')
  expect(listed.body).toMatchObject({ total: 1, data: [{ id }] })
  expect((await asKey('GET', '/saved-searches?kind=contacts')).body).toMatchObject({ total: 0, data: [] })
  expect((await stranger.call('GET', '/api/v1/saved-searches')).body.data).toEqual([])
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await stranger.call(method, `/api/v1/saved-searches/${id}`)).body.error.code).toBe('resource_not_found')
  }
  expect((await owner.call('DELETE', `/api/v1/saved-searches/${id}`)).body).toMatchObject({ id, deleted: true })
  expect((await asKey('GET', `/saved-searches/${id}`)).status).toBe(404)
})

it('LIST-5: saved searches are listed by name, over pages, each once', async () => {
  for (const name of ['beta', 'Alpha', 'gamma', 'alpha']) await save({ name, kind: 'stores' })
  const names: string[] = []
  let cursor: string | null = null
  do {
    const rest: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = await asKey('GET', `/saved-searches?kind=stores&limit=2${rest}`)
    expect(page.body.total).toBe(4)
    names.push(...page.body.data.map((one: { name: string }) => one.name.toLowerCase()))
    cursor = page.body.next_cursor
  } while (cursor !== null)
  expect(names).toEqual(['alpha', 'alpha', 'beta', 'gamma'])
})

it('LIST-5, G5: only what the search itself would take is kept, and what it would not is named', async () => {
  const attempt = async (kind: string, query: unknown) => {
    const { status, body } = await asKey('POST', '/saved-searches', { name: 'Kept', kind, query })
    return [status, body.error?.param]
  }
  const ofStores = { contacts: { available: true, roles_any: ['ceo'] }, store: { countries: ['DE'] } }
  expect(await attempt('stores', ofStores)).toEqual([201, undefined])
  expect(await attempt('contacts', {})).toEqual([201, undefined])
  expect(await attempt('contacts', ofStores)).toEqual([400, 'query.contacts'])
  expect(await attempt('stores', { person: { roles_any: ['ceo'] } })).toEqual([400, 'query.person'])
  expect(await attempt('contacts', { store: { apps: { any: [7] } } })).toEqual([400, 'query.store.apps.any[0]'])
  expect(await attempt('contacts', { 'a\0b': 1 })).toEqual([400, 'query.a\0b'])
  expect(await attempt('contacts', { limit: 10 })).toEqual([400, 'query.limit'])
  expect(await attempt('contacts', 'everything')).toEqual([400, 'query'])
  const deep = JSON.parse(`${'{"person":'.repeat(2_000)}1${'}'.repeat(2_000)}`)
  expect(await attempt('contacts', deep)).toEqual([400, 'query.person.person'])
})

it('LIST-5: a query alone replaces that of the kept kind, and is held to it', async () => {
  const change = async (id: string, query: object) => {
    const { body } = await asKey('PATCH', `/saved-searches/${id}`, { query })
    return body.error?.param ?? [body.kind, body.query]
  }
  const contacts = await save({})
  const stores = await save({ kind: 'stores' })
  const people = { person: { roles_any: ['ceo'] }, sort: 'updated' }
  const shops = { contacts: { available: true }, sort: 'VISITS' }
  expect(await change(contacts, people)).toEqual(['contacts', people])
  expect(await change(stores, shops)).toEqual(['stores', { ...shops, sort: 'visits' }])
  expect(await change(contacts, shops)).toBe('query.contacts')
  expect(await change(stores, people)).toBe('query.person')
  expect(await change(stores, { sort: 'updated' })).toBe('query.sort')
  expect(await change(contacts, { store: { lead_fit_score: { min: 9, max: 1 } } })).toBe('query.store.lead_fit_score')
  expect(await change(contacts, { limit: 5 })).toBe('query.limit')
  expect(await change('sea_00000000000000000000', {})).toBe('saved_search_id')
})

it('LIST-5, G5: filters that the search itself refuses are not kept, and the refusal is the same', async () => {
  const refused: [kind: 'contacts' | 'stores', query: object][] = [
    ['contacts', { store: { lead_fit_score: { min: 90, max: 10 } } }],
    ['stores', { store: { lead_fit_score: { min: 90, max: 10 } } }],
    ['contacts', { store: { traffic_tiers: ['enormous'] } }],
    ['contacts', { person: { seniority_any: ['overlord'] } }],
    ['contacts', { person: { title: '…' } }],
    ['contacts', { person: { email_statuses_any: ['splendid'] } }],
    ['stores', { store: { changes: { any: [{ type: 'shopify_plus_gained', value: 'Klaviyo', within_days: 30 }] } } }],
  ]
  const kept = await save({ name: 'Fine' })
  const { total } = (await asKey('GET', '/saved-searches')).body
  for (const [kind, query] of refused) {
    const searched = (await asKey('POST', `/${kind}/search`, query)).body.error
    expect(searched, JSON.stringify(query)).toMatchObject({ code: 'invalid_request' })
    const param = `query.${searched.param}`
    const message = searched.message.replace(searched.param, param)
    for (const saved of [
      await asKey('POST', '/saved-searches', { name: 'Kept', kind, query }),
      await asKey('PATCH', `/saved-searches/${kept}`, { kind, query }),
    ]) {
      expect([saved.status, saved.body.error?.param, saved.body.error?.message]).toEqual([400, param, message])
    }
  }
  expect((await asKey('GET', '/saved-searches')).body.total).toBe(total)
  expect((await asKey('GET', `/saved-searches/${kept}`)).body.query).toEqual({})
})

it('LIST-10: a saved search answers as the search itself, needs its scope alone, and counts as it does', async () => {
  const contacts = await save({ query: { person: { has_verified_email: true } } })
  const stores = await save({ kind: 'stores', query: { store: {} } })
  const narrow = async (scopes: string[]) =>
    (await owner.call('POST', '/app/v1/keys', { name: 'N', scopes })).body.api_key
  const run = (id: string, key: string, body: object = {}) => asKey('POST', `/saved-searches/${id}/search`, body, key)
  const [searcher, reader] = [await narrow(['contacts:search']), await narrow(['stores:read'])]

  const used = async () => (await asKey('GET', '/usage')).body
  const before = await used()
  const page = await run(contacts, searcher, { limit: 2, facets: ['role'] })
  const after = await used()
  expect(after.search_rows.used - before.search_rows.used).toBe(2)
  expect(after.requests.day.used - before.requests.day.used).toBe(1)
  const direct = await asKey('POST', '/contacts/search', {
    person: { has_verified_email: true },
    limit: 2,
    facets: ['role'],
  })
  const { request_id: _, next_cursor: cursor, ...same } = page.body
  expect(direct.body).toMatchObject(same)
  expect((await run(contacts, searcher, { limit: 2, cursor })).body.data).toHaveLength(1)
  expect((await run(stores, reader)).body).toMatchObject({ total: 1, data: [{ object: 'store' }] })
  expect((await run(contacts, reader)).body.error).toMatchObject({ code: 'insufficient_scope' })
  expect((await run(stores, searcher)).body.error).toMatchObject({ code: 'insufficient_scope' })
  expect((await run(stores, reader, { facets: ['role'] })).body.error.param).toBe('facets[0]')
  expect((await run('sea_none', searcher)).status).toBe(404)
})

it('LIST-10: a saved search is run in the order that was saved with it, which must be one of its search', async () => {
  const query = { store: {}, sort: 'name' }
  const id = await save({ kind: 'stores', query })
  expect((await asKey('GET', `/saved-searches/${id}`)).body.query).toEqual(query)
  const first = await asKey('POST', `/saved-searches/${id}/search`, { limit: 1 })
  expect(first.status).toBe(200)
  const named = await asKey('POST', '/stores/search', { sort: 'name', limit: 1 })
  expect(first.body.data).toEqual(named.body.data)
  const wrong = await asKey('POST', '/saved-searches', { name: 'Kept', kind: 'contacts', query: { sort: 'visits' } })
  expect(wrong.body.error).toMatchObject({ code: 'invalid_request', param: 'query.sort' })
})
