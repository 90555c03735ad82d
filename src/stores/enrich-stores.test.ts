/** Enrichment of domains, in any form a person would paste. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SearchApp, soap, startSearchApp, tea } from '../../test/support/search-catalogue.ts'
import { scopes } from '../base/scopes.ts'
import type { Principal } from '../call/principal.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { suppress } from '../catalog/suppressions.ts'
import type { Database } from '../db/database.ts'
import { makeKey } from '../keys/keys.ts'
import { enrichStores } from './enrich-stores.ts'

/** More people than an enrichment shows: two of each rank would fit, the rest does not. */
const crowd: ImportedStore = {
  domain: 'bücher.example',
  contacts: Array.from({ length: 15 }, (_, at) => ({
    source_id: String(at),
    first_name: `Nr ${at}`,
    seniority: at % 3 === 0 ? 'other' : at % 3 === 1 ? 'decision_maker' : 'executive',
    phones: [{ phone: `+1 202 555 01${String(at).padStart(2, '0')}` }],
  })),
}

let test: SearchApp
beforeAll(async () => {
  test = await startSearchApp([tea, soap, crowd])
})
afterAll(() => test.stop())

const enrich = (body: unknown, key = test.apiKey) => test.call('POST', '/api/v1/stores/enrich', { key, body })
type Item = { domain: string; status: string; store: object | null; contact_previews?: { seniority: string }[] }

it('ENRICH-1: an enrichment says of every domain whether it was found, and gives the store', async () => {
  const { status, body } = await enrich({ domains: ['tea.example', 'unknown.example'] })
  const { request_id: _, ...store } = (await test.call('GET', '/api/v1/stores/tea.example', { key: test.apiKey })).body
  expect(status).toBe(200)
  expect(body).toEqual({
    object: 'store_enrichment_result',
    data: [
      { domain: 'tea.example', inputs: ['tea.example'], status: 'found', store },
      { domain: 'unknown.example', inputs: ['unknown.example'], status: 'not_found', store: null },
    ],
    found: 1,
    not_found: 1,
    request_id: expect.stringMatching(/^req_/),
  })
})

it('ENRICH-1, T5: one item per distinct normalised domain, in order of first occurrence', async () => {
  const { body } = await enrich({
    domains: [
      ' https://WWW.Soap.example/products?x=1#y ',
      'tea.example',
      'soap.example',
      'http://user@tea.example:8080/',
      'BÜCHER.example',
      'xn--bcher-kva.example',
      'www.tea.example.',
      'mailto:jane@nobody.example',
    ],
  })
  expect(body.data.map(({ domain, status }: Item) => `${domain} ${status}`)).toEqual([
    'soap.example found',
    'tea.example found',
    'xn--bcher-kva.example found',
    'nobody.example not_found',
  ])
  expect([body.found, body.not_found]).toEqual([3, 1])
})

it('ENRICH-2, T4: a text that is not a domain is not_found in a batch, as it came', async () => {
  const wrong = [
    '127.0.0.1',
    '[::1]',
    '/etc/passwd',
    '🍕',
    'localhost',
    'x'.repeat(300),
    'no domain',
    '',
    '.',
    '-.example',
  ]
  const { status, body } = await enrich({ domains: [...wrong, 'tea.example'], include: ['contact_previews'] })
  expect(status).toBe(200)
  expect(body.data.slice(0, -1)).toEqual(
    wrong.map((domain) => ({ domain, inputs: [domain], status: 'not_found', store: null, contact_previews: [] })),
  )
  expect([body.found, body.not_found]).toEqual([1, wrong.length])
})

describe('ENRICH-3: contact previews', () => {
  it('come when they are asked for, and only those that a reveal could return something for', async () => {
    const { body } = await enrich({ domains: ['tea.example'], include: ['contact_previews'] })
    const [item] = body.data
    expect(item.contact_previews.map(({ first_name }: { first_name: string }) => first_name)).toEqual([
      'Ann',
      'Bea',
      'Cy',
    ])
    const { body: searched } = await test.searchContacts({ store: { domains: ['tea.example'] } })
    expect(item.contact_previews).toEqual(expect.arrayContaining(searched.data))
    expect((await enrich({ domains: ['tea.example'] })).body.data[0]).not.toHaveProperty('contact_previews')
  })

  it('ENRICH-3, T6: are at most ten a store: executives first, then decision makers', async () => {
    const { body } = await enrich({ domains: ['bücher.example', 'tea.example'], include: ['contact_previews'] })
    const [many, few] = body.data as Item[]
    expect(many!.contact_previews!.map(({ seniority }) => seniority)).toEqual([
      ...Array(5).fill('executive'),
      ...Array(5).fill('decision_maker'),
    ])
    expect(few!.contact_previews).toHaveLength(3)
  })

  it('say what this account has revealed', async () => {
    const { apiKey } = await test.createAccount()
    await test.reveal(apiKey, [await test.idOf('Dee')])
    const shown = async (key: string) => {
      const { body } = await enrich({ domains: ['soap.example'], include: ['contact_previews'] }, key)
      return body.data[0].contact_previews.map(({ revealed }: { revealed: boolean }) => revealed)
    }
    expect(await shown(apiKey)).toEqual([true, false])
    expect(await shown(test.apiKey)).toEqual([false, false])
  })

  it('ORDER-4, AUTH-5: need the scope contacts:search: 403 with the header that names it', async () => {
    const { apiKey } = await makeKey(test.store.database, {
      accountId: test.accountId,
      name: 'Stores only',
      scopes: scopes.filter((scope) => scope !== 'contacts:search'),
    })
    expect((await enrich({ domains: ['tea.example'] }, apiKey)).status).toBe(200)
    const refused = await enrich({ domains: ['tea.example'], include: ['contact_previews'] }, apiKey)
    expect([refused.status, refused.body.error.type, refused.body.error.code]).toEqual([
      403,
      'permission_error',
      'insufficient_scope',
    ])
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="contacts:search"')
    // Judged with the body: what is wrong with it is said first, and the request has been counted.
    const wrong = await enrich({ domains: [], include: ['contact_previews'] }, apiKey)
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'domains'])
    const left = (answer: typeof refused) => Number(/r=(\d+)/.exec(String(answer.headers.ratelimit))![1])
    expect(left(refused) - left(wrong)).toBe(1)
  })
})

it('SUPPRESS-2: a suppressed contact is in no preview and in no summary', async () => {
  const before = (await enrich({ domains: ['soap.example'], include: ['contact_previews'] })).body.data[0]
  expect(before.store.contacts_summary).toMatchObject({ total: 2, verified_email_count: 2 })
  await suppress(test.store.database, test.app.channelKeys, { domain: 'soap.example' })
  const after = (await enrich({ domains: ['soap.example'], include: ['contact_previews'] })).body.data[0]
  expect(after).toMatchObject({ status: 'found', contact_previews: [] })
  expect(after.store.contacts_summary).toEqual({
    total: 0,
    has_revealable_contacts: false,
    verified_email_count: 0,
    roles: [],
  })
})

it('HTTP-7: an empty include asks for nothing', async () => {
  const { status, body } = await enrich({ domains: ['tea.example'], include: [] })
  expect([status, body.found, 'contact_previews' in body.data[0]]).toEqual([200, 1, false])
})

describe('LIMIT-7: requests that an enrichment refuses', () => {
  const domains = ['tea.example']
  it.each<[unknown, string]>([
    [{}, 'domains'],
    [{ domains: [] }, 'domains'],
    [{ domains: 'tea.example' }, 'domains'],
    [{ domains: [5] }, 'domains[0]'],
    [{ domains: Array.from({ length: 101 }, (_, at) => `a${at}.example`) }, 'domains'],
    [{ domains, include: ['contacts'] }, 'include[0]'],
    [{ domains, include: 'contact_previews' }, 'include'],
    [{ domains, limit: 5 }, 'limit'],
  ])('%j', async (body, param) => {
    const answer = await enrich(body)
    expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'invalid_request', param])
  })

  it('the bound is stated', async () => {
    const { body } = await enrich({ domains: Array.from({ length: 101 }, (_, at) => `a${at}.example`) })
    expect(body.error.message).toContain('100')
  })
})

it('T7: enriching 100 domains with previews is one round trip: two statements, neither waits for the other', async () => {
  const domains = Array.from({ length: 100 }, (_, at) => (at === 50 ? 'tea.example' : `shop-${at}.example`))
  const gate = Promise.withResolvers<void>()
  const asked: unknown[] = []
  // No statement is answered until all that are sent without an answer have been sent.
  const holding: Database = {
    ...test.store.database,
    query: async (statement) => {
      asked.push(statement.name)
      setImmediate(gate.resolve)
      await gate.promise
      return test.store.database.query(statement)
    },
  }
  const sentBeforeAnswer = gate.promise.then(() => asked.length)
  const principal = { account: { id: test.accountId }, scopes: [...scopes] } as unknown as Principal
  const result = await enrichStores.run(
    {
      principal,
      recheck: async () => principal,
      body: { domains, include: ['contact_previews'] },
      requestId: '',
      from: { address: '127.0.0.1', userAgent: null },
      query: {},
      params: {},
      headers: {},
      setHeader: () => {},
      answerOk: () => {},
    },
    { database: holding, publicUrl: '' },
  )
  expect([result.found, result.not_found]).toEqual([1, 99])
  expect(await sentBeforeAnswer).toBe(2)
  // A number follows where an earlier test of this process asked with another clock.
  const statements = asked.map((name) => String(name).replace(/_\d+$/, ''))
  expect(statements).toEqual(['find_stores_by_domain', 'find_preview_rows_of_stores'])
})

it('ERR-4: GET /stores/enrich is a 405, not a lookup', async () => {
  const answer = await test.call('GET', '/api/v1/stores/enrich', { key: test.apiKey })
  expect([answer.status, answer.body.error.code, answer.headers.allow]).toEqual([405, 'method_not_allowed', 'POST'])
})
