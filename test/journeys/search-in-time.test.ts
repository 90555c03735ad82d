/** What changed, and when: filters, sorts, facets and fields of the searches, over HTTP, while time passes and imports come. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { releaseChanges } from '../../src/catalog/held-changes.ts'
import type { ImportedContact, ImportedStore } from '../../src/catalog/import-record.ts'
import { storeSorts } from '../../src/search/schema/sorts.ts'
import { type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

const on = (month: number, day: number) => new Date(Date.UTC(2026, month - 1, day)).toISOString()
const person = (first_name: string, ...emails: NonNullable<ImportedContact['emails']>): ImportedContact => ({
  source_id: first_name,
  first_name,
  last_name: 'Person',
  linkedin_url: `https://www.linkedin.com/in/${first_name.toLowerCase()}-person`,
  emails,
})

const ann = person('Ann', { email: 'ann@a.example', status: 'verified', type: 'work', verified_at: on(2, 20) })
const bob = person(
  'Bob',
  { email: 'info@a.example', status: 'found', type: 'generic' },
  { email: 'bob@b.example', status: 'matched', type: 'personal', verified_at: on(3, 25) },
  { email: 'bob@c.example', status: 'guessed', type: 'work', verified_at: on(3, 31) },
)
const cid = person('Cid', { email: 'cid@b.example', status: 'verified', type: 'personal' })

const first: ImportedStore[] = [
  { domain: 'alpha.example', name: 'Élan', lead_fit_score: 50, apps: ['Yotpo'], contacts: [ann, bob] },
  { domain: 'beta.example', name: 'beta', lead_fit_score: 60, traffic_tier: '10k_50k', revenue_tier: '1m_5m' },
  { domain: 'gamma.example', name: 'Zeta', lead_fit_score: 70, traffic_tier: '1m_5m' },
].map((store) => ({ ...store, observed_at: on(3, 1) }))
const second: ImportedStore[] = [
  { domain: 'alpha.example', apps: ['Yotpo', 'Klaviyo'] },
  { domain: 'beta.example', contacts: [cid] },
  { domain: 'delta.example', name: 'Delta', lead_fit_score: 80 },
].map((store) => ({ ...store, observed_at: on(3, 20) }))
const third: ImportedStore[] = [{ domain: 'beta.example', traffic_tier: '50k_100k', observed_at: on(3, 30) }]

let app: SearchApp
beforeAll(async () => {
  app = await startSearchApp(first, { clock: 'fixed', startAt: new Date(on(4, 1)) })
  await app.import(second)
  await app.import(third)
  await vi.waitFor(async () => expect(await storesOf({ sort: 'visits' })).toHaveLength(4), { timeout: 60_000 })
  await vi.waitFor(async () => expect(await storesOf(changed('traffic_tier_up', 30))).toEqual(['beta']), {
    timeout: 60_000,
  })
})
afterAll(() => app.stop())

const changed = (type: string, within_days: number, value?: string) => ({
  store: { changes: { any: [{ type, within_days, ...(value && { value }) }] } },
})
const name = ({ domain }: { domain: string }) => domain.replace('.example', '')
async function storesOf(body: object): Promise<string[]> {
  const answer = await app.searchStores(body)
  expect(answer.body.error, JSON.stringify(body)).toBeUndefined()
  expect(answer.body.total).toBe(answer.body.data.length)
  return answer.body.data.map(name)
}
async function peopleOf(body: object): Promise<string[]> {
  const answer = await app.searchContacts(body)
  expect(answer.body.error, JSON.stringify(body)).toBeUndefined()
  expect(answer.body.total).toBe(answer.body.data.length)
  return answer.body.data.map((preview: { first_name: string }) => preview.first_name)
}

test('STORE-7, PREVIEW-4: stores and previews say since when they are known; search, lookup and enrichment agree', async () => {
  const { body: searched } = await app.searchStores({ store: { domains: ['alpha.example'] } })
  const [store] = searched.data
  expect(store).toMatchObject({
    first_seen_at: on(3, 1),
    updated_at: on(3, 20),
    observed_at: on(3, 20),
    last_change: { type: 'app_added', value: 'Klaviyo', observed_at: on(3, 20) },
  })
  const key = app.apiKey
  const { body: looked } = await app.call('GET', '/api/v1/stores/alpha.example', { key })
  expect(looked).toMatchObject(store)
  const wanted = { domains: ['alpha.example'], include: ['contact_previews'] }
  const { body: enriched } = await app.call('POST', '/api/v1/stores/enrich', { key, body: wanted })
  expect(enriched.data[0].store).toEqual(store)
  const { body: previews } = await app.searchContacts({ store: { domains: ['alpha.example'] } })
  const byId = (left: { id: string }, right: { id: string }) => (left.id < right.id ? -1 : 1)
  expect(enriched.data[0].contact_previews.toSorted(byId)).toEqual(previews.data.toSorted(byId))
  const previewOf = (who: string) => previews.data.find((one: { first_name: string }) => one.first_name === who)
  expect(previewOf('Ann')).toMatchObject({
    added_at: on(3, 1),
    updated_at: on(3, 1),
    best_email: { status: 'verified', type: 'work', verified_at: on(2, 20) },
  })
  expect(previewOf('Bob').best_email).toEqual({ status: 'found', type: 'generic', verified_at: null })
  expect(JSON.stringify(previews)).not.toContain('@')
  const { body: revealed } = await app.reveal(key, [previewOf('Bob').id])
  const { status, type, verified_at } = revealed.data[0].emails[0]
  expect(previewOf('Bob').best_email).toEqual({ status, type, verified_at })
  expect(revealed.data[0]).toMatchObject({ updated_at: on(3, 1), source: 'import' })
})

describe('FILTER-13: changes of the store', () => {
  test.each<[string, object, string[]]>([
    ['an app that was added', changed('app_added', 30, 'klaviyo'), ['alpha']],
    ['any app', changed('app_added', 30), ['alpha']],
    ['too long ago', changed('app_added', 11, 'Klaviyo'), []],
    ['another app', changed('app_added', 30, 'Yotpo'), []],
    ['another type', changed('app_removed', 30, 'Klaviyo'), []],
    ['a new store', changed('store_added', 30), ['delta']],
    ['by its label, in any case', changed('Store added', 30), ['delta']],
    ['nothing asked', { store: { changes: { any: [] } } }, ['delta', 'gamma', 'beta', 'alpha']],
  ])('%s', async (_what, body, expected) => {
    expect(await storesOf(body)).toEqual(expected)
  })

  test('any of several, together with other filters, in both searches', async () => {
    const any = [
      { type: 'app_added', value: 'Klaviyo', within_days: 30 },
      { type: 'contact_added', within_days: 30 },
    ]
    expect(await storesOf({ store: { changes: { any } } })).toEqual(['beta', 'alpha'])
    expect(await storesOf({ store: { changes: { any }, apps: { any: ['Yotpo'] } } })).toEqual(['alpha'])
    expect(await peopleOf({ store: { changes: { any } }, person: { email_types_any: ['personal'] } })).toEqual([
      'Cid',
      'Bob',
    ])
  })

  test.each<[string, object, string]>([
    ['an unknown type', { type: 'app_addd', within_days: 7 }, 'store.changes.any[0].type'],
    ['a value where none can be', { type: 'ads_started', value: 'Meta', within_days: 7 }, 'store.changes.any[0].value'],
    ['too many days', { type: 'ads_started', within_days: 366 }, 'store.changes.any[0].within_days'],
    ['no days', { type: 'ads_started' }, 'store.changes.any[0].within_days'],
  ])('%s is refused by name', async (_what, item, param) => {
    const { status, body } = await app.searchStores({ store: { changes: { any: [item] } } })
    expect([status, body.error.param]).toEqual([400, param])
  })

  test('an app that nobody has ever heard of is a warning with the nearest', async () => {
    const { body } = await app.searchStores(changed('app_added', 7, 'Klavyo'))
    expect(body.warnings).toMatchObject([{ param: 'store.changes.any[0].value', value: 'Klavyo', nearest: 'Klaviyo' }])
    expect((await app.searchStores(changed('app_removed', 7, 'Yotpo'))).body.warnings).toEqual([])
  })
})

test('FILTER-14: first seen and added within so many days', async () => {
  expect(await storesOf({ store: { first_seen_within_days: 13 } })).toEqual(['delta'])
  expect(await storesOf({ store: { first_seen_within_days: 365 } })).toHaveLength(4)
  expect(await peopleOf({ person: { added_within_days: 13 } })).toEqual(['Cid'])
})

test('FILTER-13, FILTER-14, MCP-1, LIST-5: an agent and a saved search are answered by the same filters of time, with the same totals', async () => {
  const key = app.apiKey
  const filters: ['stores' | 'contacts', object, number][] = [
    ['stores', changed('app_added', 30, 'klaviyo'), 1],
    ['stores', { store: { first_seen_within_days: 13 } }, 1],
    ['contacts', { person: { added_within_days: 13 } }, 1],
    ['contacts', { person: { verified_within_days: 90 } }, 2],
  ]
  for (const [kind, query, total] of filters) {
    const searched = kind === 'stores' ? await app.searchStores(query) : await app.searchContacts(query)
    expect(searched.body.total, JSON.stringify(query)).toBe(total)
    const idsOf = (data: { id: string; domain?: string }[]) => data.map(({ id, domain }) => domain ?? id)
    const ids = idsOf(searched.body.data)
    const params = { name: `search_${kind}`, arguments: query }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const headers = { accept: 'application/json, text/event-stream' }
    const { body: tool } = await app.call('POST', '/mcp', { key, body: message, headers })
    const told = JSON.parse(tool.result.content[0].text)
    const saved = await app.call('POST', '/api/v1/saved-searches', {
      key,
      body: { name: JSON.stringify(query), kind, query },
    })
    const { body: again } = await app.call('POST', `/api/v1/saved-searches/${saved.body.id}/search`, { key, body: {} })
    for (const { total: found, data } of [told, again]) {
      expect([found, idsOf(data)], JSON.stringify(query)).toEqual([total, ids])
    }
  }
})

test('FILTER-15: status, type and age must fit one and the same email that may leave', async () => {
  expect(await peopleOf({ person: { email_statuses_any: ['verified'] } })).toEqual(['Cid', 'Ann'])
  expect(await peopleOf({ person: { email_types_any: ['Work'] } })).toEqual(['Ann'])
  expect(await peopleOf({ person: { email_statuses_any: ['found'], email_types_any: ['personal'] } })).toEqual([])
  expect(await peopleOf({ person: { verified_within_days: 10 } })).toEqual(['Bob'])
  expect(await peopleOf({ person: { verified_within_days: 10, email_types_any: ['generic'] } })).toEqual([])
  expect(await peopleOf({ person: { verified_within_days: 90, email_statuses_any: ['verified'] } })).toEqual(['Ann'])
  const { status, body } = await app.searchContacts({ person: { email_statuses_any: ['guessed'] } })
  expect([status, body.error.param]).toEqual([400, 'person.email_statuses_any[0]'])
})

test('SEARCH-8: sorts cover the whole result; unknown comes last, ties by score', async () => {
  expect(await storesOf({ sort: 'score' })).toEqual(['delta', 'gamma', 'beta', 'alpha'])
  expect(await storesOf({ sort: 'name' })).toEqual(['beta', 'delta', 'alpha', 'gamma'])
  expect(await storesOf({ sort: 'visits' })).toEqual(['gamma', 'beta', 'delta', 'alpha'])
  expect(await storesOf({ sort: 'revenue' })).toEqual(['beta', 'delta', 'gamma', 'alpha'])
  expect(await storesOf({ sort: 'contacts' })).toEqual(['alpha', 'beta', 'delta', 'gamma'])
  expect(await storesOf({ sort: 'newest' })).toEqual(['delta', 'gamma', 'beta', 'alpha'])
  expect(await storesOf({ sort: 'last_change' })).toEqual(['beta', 'delta', 'alpha', 'gamma'])
  expect((await peopleOf({ sort: 'newest' }))[0]).toBe('Cid')
  expect((await peopleOf({ sort: 'updated' }))[0]).toBe('Cid')
  expect((await app.searchContacts({ sort: 'visits' })).body.error.param).toBe('sort')
})

test('SEARCH-8, CURSOR-2: every sort has its own cursor', async () => {
  for (const sort of storeSorts.filter((one) => one !== 'score')) {
    const whole = await storesOf({ sort })
    const paged: string[] = []
    let cursor: string | null = null
    do {
      const { body }: { body: { data: { domain: string }[]; next_cursor: string | null; total: number } } =
        await app.searchStores({ sort, limit: 1, cursor })
      paged.push(...body.data.map(name))
      cursor = body.next_cursor
    } while (cursor !== null)
    expect(paged).toEqual(whole)
  }
  const { body } = await app.searchStores({ sort: 'name', limit: 1 })
  const moved = await app.searchStores({ sort: 'visits', limit: 1, cursor: body.next_cursor })
  expect(moved.body.error.code).toBe('invalid_cursor')
})

test('SEARCH-9: the facet counts the types of the last 30 days', async () => {
  const { body } = await app.searchStores({ facets: ['change'] })
  const counts = Object.fromEntries(
    body.facets.change.map((one: { value: string; count: number }) => Object.values(one)),
  )
  expect(counts).toEqual({ app_added: 1, store_added: 1, contact_added: 1, traffic_tier_up: 1 })
  const { body: people } = await app.searchContacts({ facets: ['change'] })
  expect(people.facets.change).toEqual([
    { value: 'app_added', count: 2 },
    { value: 'contact_added', count: 1 },
    { value: 'traffic_tier_up', count: 1 },
  ])
})

test('FILTER-14, CURSOR-6: results change as time passes, but not within a page run', async () => {
  const body = { store: { first_seen_within_days: 31 }, limit: 2 }
  app.setTime(new Date(Date.parse(on(4, 1)) - 1))
  const page = await app.searchStores(body)
  expect(page.body.total).toBe(4)
  app.setTime(new Date(on(4, 1)))
  const next = await app.searchStores({ ...body, cursor: page.body.next_cursor })
  expect([next.body.total, next.body.data.length]).toEqual([4, 2])
  expect((await app.searchStores(body)).body.total).toBe(1)
  app.setTime(new Date(on(5, 1)))
  expect(await storesOf(changed('app_added', 30))).toEqual([])
  expect((await app.searchStores({ facets: ['change'] })).body.facets.change).toEqual([])
  app.setTime(new Date(on(4, 1)))
})

test('STORE-7: an observation that brings nothing new is seen by searches, too', async () => {
  await app.import([{ domain: 'gamma.example', observed_at: on(3, 31) }])
  const seen = async () => (await app.searchStores({ store: { domains: ['gamma.example'] } })).body.data[0]
  await vi.waitFor(async () => expect((await seen()).observed_at).toBe(on(3, 31)), { timeout: 60_000 })
  expect((await seen()).updated_at).toBe(on(3, 1))
})

test('FILTER-13: changes that were held are found once they are released', async () => {
  const shops = Array.from({ length: 25 }, (_, at) => `held-${at}.example`)
  const see = (day: number, apps: string[]) =>
    app.import(shops.map((domain) => ({ domain, apps, observed_at: on(3, day) })))
  await see(2, ['Loox'])
  await see(3, [])
  const { importRun, held } = await see(4, [])
  expect(held).toEqual([{ type: 'app_removed', value: 'Loox', stores: 25 }])
  const total = async () => (await app.searchStores(changed('app_removed', 90, 'Loox'))).body.total
  const all = async () => (await app.searchStores(changed('store_added', 90))).body.total
  await vi.waitFor(async () => expect(await all()).toBe(26), { timeout: 60_000 })
  expect(await total()).toBe(0)
  await releaseChanges(app.store.database, { importRun })
  await vi.waitFor(async () => expect(await total()).toBe(25), { timeout: 60_000 })
})
