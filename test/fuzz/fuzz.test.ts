/**
 * A few seconds of what `npm run long -- fuzz` does for longer. FUZZ_REQUESTS and FUZZ_HANG_MS come from that command; without them
 * time decides nothing here but a hang.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/call/operation.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { mixedRows, rowsOfMode } from '../support/rows-of-mode.ts'
import { seed } from '../support/seed.ts'
import { createTestKey } from '../support/test-key.ts'
import { type FuzzResult, forgive, fuzz } from './fuzz.ts'
import type { KnownIds } from './values.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 300)
const testRequests = Number(process.env.FUZZ_REQUESTS ?? 400)
const hangMs = Number(process.env.FUZZ_HANG_MS ?? 20_000)

let test: ServedApp
let host: PublicHost
let prepared: Awaited<ReturnType<typeof prepare>>
beforeAll(async () => {
  host = await startPublicHost('hook.example')
  test = await startServedApp({ webhookRequests: host.requests })
  prepared = await prepare()
}, 120_000)
afterAll(async () => {
  await test.stop()
  await host.stop()
})

const stores = Array.from({ length: 20 }, (_, at) => ({
  domain: `fuzz-${at}.example`,
  name: `Store ${at}`,
  country: 'US',
  category: 'home',
  apps: ['Klaviyo'],
  lead_fit_score: at * 5,
  contacts: Array.from({ length: 3 }, (_, who) => ({
    first_name: `Ada${who}`,
    last_name: `Lovelace${at}`,
    title: 'Founder',
    role: 'founder',
    emails: [{ email: `person${who}@fuzz-${at}.example`, status: 'verified', type: 'work', is_primary: true }],
  })),
}))

/** One of each thing that requests name, by the field that names it. */
async function makeOneOfEach(key: string, name: string, contactIds: string[]): Promise<KnownIds> {
  const make = async (method: string, path: string, body: object) => {
    const answer = await test.call(method, `/api/v1${path}`, { key, body })
    expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200])
    return answer.body.id as string
  }
  const list = await make('POST', '/lists', { name, kind: 'contacts' })
  const search = await make('POST', '/saved-searches', { name, kind: 'contacts', query: {} })
  const watches = [
    await make('POST', '/watches', { list_id: list }),
    await make('POST', '/watches', { saved_search_id: search }),
  ]
  const webhook = await make('POST', '/webhooks', { url: host.at('hook.example', '/') })
  const job = await make('POST', '/jobs', { kind: 'reveal', contact_ids: contactIds.slice(0, 2) })
  await make('PUT', `/exclusions/${name}`, { entries: [] })
  const events = (await test.call('GET', '/api/v1/events', { key })).body.data.map(({ id }: { id: string }) => id)
  return {
    ...{ list_id: [list], add_to_list_id: [list], saved_search_id: [search], watch_id: watches, webhook_id: [webhook] },
    ...{ job_id: [job], label: [name], event_id: events, event_ids: events, ids: contactIds },
  }
}

/** An account with something of everything, and another one whose words must not appear. */
async function prepare() {
  const { database, channelKeys } = test.app
  await importCatalogue(database, { source: readRecords(stores), channelKeys })
  await test.app.start()
  const email = 'owner@fuzz.example'
  const { apiKey, accountId } = await test.createAccount({ email, credits: 1_000_000, name: 'Fuzzed' })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const session = { cookie, origin: test.url, 'sec-fetch-site': 'same-origin' }
  const spare = await browser.call('POST', '/app/v1/keys', { name: 'Spare' })
  const other = await test.createAccount({ email: 'neighbour-owner@elsewhere.example', name: 'Neighbour and Sons' })
  const found = await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 50 } })
  const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
  await test.reveal(apiKey, ids.slice(0, 5))
  const planted = await test.plantContacts(2)
  await test.reveal(other.apiKey, planted)
  const known: KnownIds = {
    ...(await makeOneOfEach(apiKey, 'Live', ids)),
    '^ct_': [...ids, ...planted],
    contact_id: [...ids, ...planted],
    contact_ids: ids,
    domain: stores.map(({ domain }) => domain),
    domains: stores.map(({ domain }) => domain),
    key_id: [spare.body.key.id, other.keyId],
    user_id: [other.userId],
    account_id: [other.accountId, accountId],
    plan: ['pro', 'business'],
    pack: ['small'],
    pack_id: ['small'],
    countries: ['US'],
    categories: ['home'],
    any: ['Klaviyo'],
    title: ['Founder'],
  }
  const api = { authorization: `Bearer ${apiKey}` }
  const secrets = ['Neighbour and Sons', 'neighbour-owner@', other.apiKey]
  return { accountId, credentials: { api, session }, known, secrets }
}

function report({ requests: sent, statuses, slowestMs, slowest, succeeded }: FuzzResult): void {
  const all = operations.length + sessionOperations.length
  process.stdout.write(
    `fuzz: ${sent} requests over ${all} operations (${succeeded.size} answered 200), seed ${seed}; statuses ${JSON.stringify(statuses)}; ` +
      `slowest ${Math.round(slowestMs)} ms (${slowest})\n`,
  )
}

it('SEC-15: no request makes an operation fail, hang, leak or answer what is not described', async () => {
  const result = await fuzz(test, { requests, seed, hangMs, ...prepared })
  if (process.env.FUZZ_REQUESTS) report(result)
  expect(result.findings).toEqual([])
  expect(result.requests).toBe(requests)
  expect(result.succeeded.size).toBeGreaterThan(30)
}, 900_000)

it('TM2, MODE-3, MODE-5: after hundreds of requests of test mode, with ids of both modes, nothing live was shown or changed; nor the other way round', async () => {
  const { accountId, known, credentials } = prepared
  const { apiKey } = await createTestKey(test, accountId)
  const found = await test.call('POST', '/api/v1/contacts/search', {
    key: apiKey,
    body: { limit: 50, store: { countries: ['US'] } },
  })
  const previews = found.body.data as { id: string; store: { domain: string; name: string } }[]
  const ids = previews.map(({ id }) => id)
  const domains = previews.map(({ store }) => store.domain)
  await test.reveal(apiKey, ids.slice(0, 5))
  const owned = await makeOneOfEach(apiKey, 'Of test mode', ids)
  // What the sandbox sells is the same in both modes, and learnt once.
  await test.app.billing.stripe!.prepare()
  const ofTest: KnownIds = { ...owned, '^ct_': ids, contact_id: ids, contact_ids: ids, domain: domains, domains }
  const both = { ...known }
  for (const [name, values] of Object.entries(ofTest)) both[name] = [...values, ...(known[name] ?? [])]
  // They start over and move the clock, and have tests of their own.
  const asks = ({ id }: AnyOperation<never>) =>
    (operations as readonly AnyOperation<never>[]).some((one) => one.id === id) && !/^(resetTest|advanceTest)/.test(id)
  const shared = { seed, hangMs, asks, credentials: { ...credentials, api: { authorization: `Bearer ${apiKey}` } } }

  await forgive(test)
  const live = await rowsOfMode(test.store.database, 'live')
  const secrets = ['Ada0', 'Ada1', 'Ada2', '"Store 1', 'Neighbour and Sons']
  const result = await fuzz(test, { ...shared, requests: testRequests, known: both, secrets })
  expect(result.findings).toEqual([])
  expect(await rowsOfMode(test.store.database, 'live')).toEqual(live)
  expect(await mixedRows(test.store.database)).toEqual([])
  expect(result.succeeded.size).toBeGreaterThan(30)

  await forgive(test)
  const rows = await rowsOfMode(test.store.database, 'test')
  const crossed = await fuzz(test, {
    ...{ ...shared, credentials, requests: testRequests / 4 },
    ...{ known: { ...known, ...ofTest }, secrets: ['Of test mode', ...previews.map(({ store }) => store.name)] },
  })
  expect(crossed.findings).toEqual([])
  expect(await rowsOfMode(test.store.database, 'test')).toEqual(rows)
}, 900_000)
