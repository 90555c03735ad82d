/** Stores like a given one, most similar first, with the reasons. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catalogue, type SearchApp, startSearchApp } from '../../test/support/search-catalogue.ts'
import { suppress } from '../catalog/suppressions.ts'

const store = (domain: string, rest: object) => ({ domain, lead_fit_score: 10, ...rest })
const like = { category: 'candles', country: 'NZ', traffic_tier: '10k_50k', revenue_tier: '10k_50k' }
const many = Array.from({ length: 30 }, (_, at) =>
  store(`common-${at}.example`, { category: 'candles', apps: ['Klaviyo'] }),
)

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp([
    ...catalogue,
    store('one.example', { ...like, apps: ['Klaviyo', 'Rare App'], pixels: ['Meta'], contacts: [] }),
    store('twin.example', { ...like, apps: ['KLAVIYO', 'rare app'], pixels: ['Meta'] }),
    store('near.example', { ...like, traffic_tier: '50k_100k', apps: ['Klaviyo'] }),
    store('rare.example', { category: 'tools', apps: ['Rare App'] }),
    store('alone.example', {}),
    ...many,
  ])
})
afterAll(() => test.stop())

const similarTo = (domain: string, key = test.apiKey) =>
  test.call('GET', `/api/v1/stores/${encodeURIComponent(domain)}/similar`, { key })

describe('SIMILAR-1: similar stores', () => {
  it('are at most 25, the most similar first, never the store itself', async () => {
    const { status, body } = await similarTo('one.example')
    expect(status).toBe(200)
    expect(body.data).toHaveLength(25)
    const domains = body.data.map((one: { store: { domain: string } }) => one.store.domain)
    expect(domains.slice(0, 2)).toEqual(['twin.example', 'near.example'])
    expect(domains).not.toContain('one.example')
    const shares = body.data.map(({ similarity }: { similarity: number }) => similarity)
    expect(shares).toEqual(shares.toSorted((left: number, right: number) => right - left))
    expect(shares[0]).toBe(1)
  })

  it('come with what both have, by weight, which adds up for a store that has everything', async () => {
    const { body } = await similarTo('https://www.One.example/products')
    const [twin] = body.data
    expect(twin.reasons.map(({ field, value }: { field: string; value: string }) => [field, value]).toSorted()).toEqual(
      [
        ['app', 'Klaviyo'],
        ['app', 'Rare App'],
        ['category', 'candles'],
        ['country', 'NZ'],
        ['pixel', 'Meta'],
        ['revenue_tier', '10k_50k'],
        ['traffic_tier', '10k_50k'],
      ],
    )
    const weights = twin.reasons.map(({ weight }: { weight: number }) => weight)
    expect(weights).toEqual(weights.toSorted((left: number, right: number) => right - left))
    expect(weights.reduce((sum: number, weight: number) => sum + weight)).toBeCloseTo(1, 1)
    const near = body.data.find((one: { store: { domain: string } }) => one.store.domain === 'near.example')
    expect(near.reasons.map(({ field }: { field: string }) => field)).not.toContain('traffic_tier')
  })

  it('have the store as every other operation shows it, suppressions included', async () => {
    await suppress(test.store.database, test.app.channelKeys, { contact: await test.idOf('Ann') })
    const { body } = await similarTo('soap.example')
    const tea = body.data.find((one: { store: { domain: string } }) => one.store.domain === 'tea.example')
    const looked = await test.call('GET', '/api/v1/stores/tea.example', { key: test.apiKey })
    const { request_id, ...expected } = looked.body
    expect(tea.store).toEqual(expected)
  })

  it('cost no credits and no search rows', async () => {
    const { apiKey } = await test.createAccount({ credits: 5, searchRowsPerMonth: 10 })
    expect((await test.call('GET', '/api/v1/stores/one.example/similar', { key: apiKey })).status).toBe(200)
    const { body } = await test.call('GET', '/api/v1/usage', { key: apiKey })
    expect([body.contact_credits.remaining, body.search_rows.used, body.web_search_rows.used]).toEqual([5, 0, 0])
  })

  it('of a store that nothing is known of are none; of one that is not there a 404', async () => {
    expect((await similarTo('alone.example')).body.data).toEqual([])
    for (const domain of ['nowhere.example', 'no domain', 'x'.repeat(300)]) {
      expect((await similarTo(domain)).body.error.code).toBe('store_not_found')
    }
  })
})
