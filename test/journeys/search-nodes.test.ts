/** A change made through one node takes effect on every node. Two applications on one database. */
import { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import type { SuppressionTarget } from '../../src/catalog/covered-people.ts'
import { suppress, unsuppress } from '../../src/catalog/suppressions.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import type { Answer } from '../support/app.ts'
import {
  catalogue,
  domainsIn,
  emailOf,
  everyone,
  namesIn,
  type SearchApp,
  startSearchApp,
  until,
} from '../support/search-catalogue.ts'

let test: SearchApp
let otherDatabase: Database
let other: App
/** The same request to each node. */
let nodes: ((method: string, path: string, body?: object) => Promise<Answer>)[]

const ask =
  (app: App) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await app.http.server.inject({
      method: method as 'GET',
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${test.apiKey}` },
      ...(body && { payload: body }),
    })
    const { statusCode: status, headers, body: text } = response
    return { status, headers, text, body: response.json() }
  }

beforeAll(async () => {
  test = await startSearchApp()
  otherDatabase = openDatabase({ url: test.store.url })
  other = createApp({
    database: otherDatabase,
    secrets: test.secrets,
    publicUrl: 'http://localhost:8080',
    log: createLog('info', new Writable({ write: (_chunk, _encoding, done) => done() })),
  })
  await other.start()
  nodes = [ask(test.app), ask(other)]
})
afterAll(async () => {
  await other.stop()
  await otherDatabase.close()
  await test.stop()
})

type Facet = { value: string; count: number }
const countOf = (facet: Facet[], value: string): number => facet.find((one) => one.value === value)?.count ?? 0

/** Everything that a node says about tea.example's people, from all operations. */
async function saidOfTea(node: (typeof nodes)[number]) {
  const store = { domains: ['tea.example'] }
  const [contacts, stores, single, enriched, taxonomy, availability] = await Promise.all([
    node('POST', '/contacts/search', { store, facets: ['role', 'country'] }),
    node('POST', '/stores/search', { store }),
    node('GET', '/stores/tea.example'),
    node('POST', '/stores/enrich', { domains: ['tea.example'], include: ['contact_previews'] }),
    node('GET', '/taxonomy'),
    node('POST', '/stores/search', { store, contacts: { verified_email: true } }),
  ])
  return {
    listed: namesIn(contacts).sort(),
    total: contacts.body.total,
    ceos: countOf(contacts.body.facets.role, 'ceo'),
    inBritain: countOf(contacts.body.facets.country, 'GB'),
    summaries: [stores.body.data[0], single.body, enriched.body.data[0].store].map((one) => one.contacts_summary.total),
    emails: single.body.contacts_summary.verified_email_count,
    enriched: enriched.body.data[0].contact_previews.map((one: { first_name: string }) => one.first_name),
    knownCeos: countOf(taxonomy.body.roles, 'ceo'),
    withEmail: availability.body.total,
  }
}

const before = {
  listed: ['Ann', 'Bea', 'Cy'],
  total: 3,
  ceos: 1,
  inBritain: 3,
  summaries: [5, 5, 5],
  emails: 1,
  enriched: ['Ann', 'Bea', 'Cy'],
  knownCeos: 2,
  withEmail: 1,
}
const withoutAnn = {
  listed: ['Bea', 'Cy'],
  total: 2,
  ceos: 0,
  inBritain: 2,
  summaries: [4, 4, 4],
  emails: 0,
  enriched: ['Bea', 'Cy'],
  knownCeos: 1,
  withEmail: 0,
}
const withoutAnyone = {
  listed: [],
  total: 0,
  ceos: 0,
  inBritain: 0,
  summaries: [0, 0, 0],
  emails: 0,
  enriched: [],
  knownCeos: 1,
  withEmail: 0,
}

describe('SUPPRESS-2, SEARCH-6, K9: a suppression takes effect on the next request of every node, in everything that is said', () => {
  const targets: [string, () => Promise<SuppressionTarget>, typeof before][] = [
    ['by contact', async () => ({ contact: await test.idOf('Ann') }), withoutAnn],
    ['by email', async () => ({ email: emailOf('Ann').toUpperCase() }), withoutAnn],
    ['by domain', async () => ({ domain: 'https://www.tea.example' }), withoutAnyone],
  ]
  it.each(targets)('%s', async (_, target, after) => {
    const { database } = test.store
    for (const node of nodes) expect(await saidOfTea(node)).toEqual(before)
    await suppress(database, test.app.channelKeys, await target())
    for (const node of nodes) expect(await saidOfTea(node)).toEqual(after)
    await unsuppress(database, test.app.channelKeys, await target())
    for (const node of nodes) {
      await until(
        () => saidOfTea(node),
        (said) => JSON.stringify(said) === JSON.stringify(before),
      )
    }
  })

  it('also for an account that revealed before', async () => {
    const id = await test.idOf('Ann')
    await test.reveal(test.apiKey, [id])
    await suppress(test.store.database, test.app.channelKeys, { contact: id })
    for (const node of nodes) {
      const { body } = await node('POST', '/contacts/search', { person: { revealed: true } })
      expect([body.total, body.data]).toEqual([0, []])
    }
    await unsuppress(test.store.database, test.app.channelKeys, { contact: id })
    for (const node of nodes) {
      await until(
        () => node('POST', '/contacts/search', { person: { revealed: true } }),
        ({ body }) => body.total === 1,
      )
    }
  })

  it('a later import does not bring them back', async () => {
    await suppress(test.store.database, test.app.channelKeys, { email: emailOf('Dee') })
    await test.import([...catalogue, { domain: 'later.example' }])
    for (const node of nodes) {
      await until(
        () => node('POST', '/stores/search', { store: { domains: ['later.example'] } }),
        ({ body }) => body.total === 1,
      )
      const { body } = await node('POST', '/contacts/search', { store: { domains: ['soap.example'] } })
      expect([body.total, body.data.map((one: { first_name: string }) => one.first_name)]).toEqual([1, ['Eli']])
    }
    await unsuppress(test.store.database, test.app.channelKeys, { email: emailOf('Dee') })
  })
})

it('IMPORT-8, SEARCH-6: every node serves a new catalogue within 5 seconds of the import’s end, and drops no request meanwhile', async () => {
  let isOver = false
  const statuses = new Map<number, number>()
  const asking = nodes.map(async (node) => {
    while (!isOver) {
      for (const { status } of await Promise.all([
        node('POST', '/contacts/search', { limit: 5 }),
        node('POST', '/stores/search', { limit: 5 }),
      ])) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
  })
  const newcomers = Array.from({ length: 300 }, (_, at) => ({
    domain: `new-${at}.example`,
    country: 'NZ',
    contacts: [{ first_name: `New-${at}`, phones: [{ phone: '+64 20 555 0001' }] }],
  }))
  try {
    const begunAt = performance.now()
    await test.import([...catalogue, ...newcomers])
    // Five seconds, and on a machine that took seconds for the import itself, longer.
    const withinMs = Math.max(5_000, 10 * (performance.now() - begunAt))
    const served = nodes.map((node) =>
      until(
        () => node('POST', '/contacts/search', { store: { domains: ['new-7.example'] } }),
        ({ body }) => body.total === 1,
        withinMs,
      ),
    )
    for (const answer of await Promise.all(served)) expect(namesIn(answer)).toEqual(['New-7'])
    await test.import(catalogue, { replace: true, retireAnyway: true })
    await Promise.all(
      nodes.map((node) =>
        until(
          () => node('POST', '/contacts/search', {}),
          ({ body }) => body.total === everyone.length,
          withinMs,
        ),
      ),
    )
  } finally {
    isOver = true
    await Promise.all(asking)
  }
  expect([...statuses.keys()]).toEqual([200])
  expect(domainsIn(await nodes[1]!('POST', '/stores/search', {}))).not.toContain('new-7.example')
})

it('TAXONOMY-4: the ETag of the taxonomy is the same on every node', async () => {
  const etags = async () => Promise.all(nodes.map(async (node) => (await node('GET', '/taxonomy')).headers.etag))
  await expect.poll(async () => new Set(await etags()).size, { timeout: 60_000 }).toBe(1)
  expect((await etags())[0]).toMatch(/^"[\w-]+"$/)
})

it('SEARCH-7: until its index is built a node answers searches with 503 and is not ready; lookups work', async () => {
  const database = openDatabase({ url: test.store.url })
  const cold = createApp({
    database,
    secrets: test.secrets,
    publicUrl: 'http://localhost:8080',
    log: createLog('silent'),
  })
  const node = ask(cold)
  try {
    for (const [method, path, body] of [
      ['POST', '/contacts/search', {}],
      ['POST', '/stores/search', {}],
      ['GET', '/taxonomy', undefined],
    ] as const) {
      const answer = await node(method, path, body)
      expect([path, answer.status, answer.body.error.type, answer.body.error.code]).toEqual([
        path,
        503,
        'server_error',
        'service_unavailable',
      ])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await node('GET', '/stores/tea.example')).status).toBe(200)
    expect((await cold.http.server.inject('/readyz')).statusCode).toBe(503)
    expect((await cold.http.server.inject('/healthz')).statusCode).toBe(200)
    await cold.start()
    expect((await cold.http.server.inject('/readyz')).statusCode).toBe(200)
    expect((await node('POST', '/contacts/search', {})).body.total).toBe(everyone.length)
  } finally {
    await cold.stop()
    await database.close()
  }
})
