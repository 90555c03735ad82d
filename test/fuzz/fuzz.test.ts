/**
 * A few seconds of what `npm run long -- fuzz` does for longer. FUZZ_REQUESTS and FUZZ_HANG_MS come from that command; without them
 * time decides nothing here but a hang.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { seed } from '../support/seed.ts'
import { type FuzzResult, fuzz } from './fuzz.ts'
import type { Known } from './values.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 500)
const hangMs = Number(process.env.FUZZ_HANG_MS ?? 20_000)

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

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
  const list = await browser.call('POST', '/api/v1/lists', { name: 'List', kind: 'contacts' })
  const other = await test.createAccount({ email: 'neighbour-owner@elsewhere.example', name: 'Neighbour and Sons' })
  const found = await test.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 50 } })
  const ids = found.body.data.map(({ id }: { id: string }) => id) as string[]
  await test.reveal(apiKey, ids.slice(0, 5))
  const planted = await test.plantContacts(2)
  await test.reveal(other.apiKey, planted)
  const known: Known = {
    '^ct_': [...ids, ...planted],
    contact_id: [...ids, ...planted],
    contact_ids: ids,
    domain: stores.map(({ domain }) => domain),
    domains: stores.map(({ domain }) => domain),
    key_id: [spare.body.key.id, other.keyId],
    list_id: [list.body.id ?? 'lst_unknown'],
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
  return { credentials: { api, session }, known, secrets: ['Neighbour and Sons', 'neighbour-owner@', other.apiKey] }
}

function report({ requests: sent, statuses, slowestMs, slowest, succeeded }: FuzzResult): void {
  const all = operations.length + sessionOperations.length
  process.stdout.write(
    `fuzz: ${sent} requests over ${all} operations (${succeeded.size} answered 200), seed ${seed}; statuses ${JSON.stringify(statuses)}; ` +
      `slowest ${Math.round(slowestMs)} ms (${slowest})\n`,
  )
}

it('SEC-15: no request makes an operation fail, hang, leak or answer what is not described', async () => {
  const result = await fuzz(test, { requests, seed, hangMs, ...(await prepare()) })
  if (process.env.FUZZ_REQUESTS) report(result)
  expect(result.findings).toEqual([])
  expect(result.requests).toBe(requests)
  expect(result.succeeded.size).toBeGreaterThan(30)
}, 900_000)
