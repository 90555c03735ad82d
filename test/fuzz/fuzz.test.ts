/**
 * A few seconds of what `npm run long -- fuzz` does for longer. FUZZ_REQUESTS and FUZZ_HANG_MS come from that command; without them
 * time decides nothing here but a hang.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql, sql } from '../../src/base/sql.ts'
import type { AnyOperation } from '../../src/call/operation.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { operations, sessionOperations } from '../../src/operations.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { seed } from '../support/seed.ts'
import { createTestKey } from '../support/test-key.ts'
import { type FuzzResult, forgive, fuzz } from './fuzz.ts'
import type { KnownIds } from './values.ts'

const requests = Number(process.env.FUZZ_REQUESTS ?? 300)
const testRequests = Number(process.env.FUZZ_REQUESTS ?? 400)
const hangMs = Number(process.env.FUZZ_HANG_MS ?? 20_000)

let test: ServedApp
let prepared: Awaited<ReturnType<typeof prepare>>
beforeAll(async () => {
  test = await startServedApp()
  prepared = await prepare()
}, 120_000)
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
  const known: KnownIds = {
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

/** Every row of every table that belongs to a test account, or to none: by its table, in a form that can be compared. */
async function rowsOf(mode: 'live' | 'test'): Promise<Record<string, string>> {
  const { database } = test.store
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT LIKE 'unmet\\_%' -- searches that found nothing are noted by the node in its own time; REPORT-3 has the mode
    ORDER BY 1`)
  const rows: Record<string, string> = {}
  for (const { name } of tables) {
    // Up to which version of the catalogue a watch was judged is noted by the node itself, in its own time.
    const row = name === 'watches' ? `(to_jsonb(t) - '{judged_version,query}'::text[])::text` : 't::text'
    const [table] = await database.query<{ content: string }>(
      rawSql(`SELECT count(*) || ' ' || coalesce(md5(string_agg(${row}, ' ' ORDER BY ${row})), '') AS content FROM ${name} t
        WHERE t::text ${mode === 'live' ? '!~' : '~'} '(acc|cus)_test_'`),
    )
    rows[name] = table!.content
  }
  return rows
}

/** Rows of live accounts that name something of test mode. */
async function mixedRows(): Promise<string[]> {
  const { database } = test.store
  const tables = await database.query<{ name: string }>(sql`
    SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'account_id'
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`)
  const found = tables.map(({ name }) =>
    database.query<{ row: string }>(
      rawSql(`SELECT '${name} ' || t::text AS row FROM ${name} t
        WHERE NOT starts_with(account_id, 'acc_test_') AND t::text ~ '(ct|st|acc|cus|psk)_test_' LIMIT 3`),
    ),
  )
  return (await Promise.all(found)).flat().map(({ row }) => row)
}

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
  const list = await test.call('POST', '/api/v1/lists', {
    key: apiKey,
    body: { name: 'Of test mode', kind: 'contacts' },
  })
  // What the sandbox sells is the same in both modes, and learnt once.
  await test.app.billing.stripe!.prepare()
  const ofTest = { '^ct_': ids, contact_id: ids, contact_ids: ids, domain: domains, domains, list_id: [list.body.id] }
  const both = { ...known }
  for (const [name, values] of Object.entries(ofTest)) both[name] = [...values, ...(known[name] ?? [])]
  // They start over and move the clock, and have tests of their own.
  const asks = ({ id }: AnyOperation<never>) =>
    (operations as readonly AnyOperation<never>[]).some((one) => one.id === id) && !/^(resetTest|advanceTest)/.test(id)
  const shared = { seed, hangMs, asks, credentials: { ...credentials, api: { authorization: `Bearer ${apiKey}` } } }

  await forgive(test)
  const live = await rowsOf('live')
  const secrets = ['Ada0', 'Ada1', 'Ada2', '"Store 1', 'Neighbour and Sons']
  const result = await fuzz(test, { ...shared, requests: testRequests, known: both, secrets })
  expect(result.findings).toEqual([])
  expect(await rowsOf('live')).toEqual(live)
  expect(await mixedRows()).toEqual([])
  expect(result.succeeded.size).toBeGreaterThan(30)

  await forgive(test)
  const rows = await rowsOf('test')
  const crossed = await fuzz(test, {
    ...{ ...shared, credentials, requests: testRequests / 4 },
    ...{ known: { ...known, ...ofTest }, secrets: ['Of test mode', ...previews.map(({ store }) => store.name)] },
  })
  expect(crossed.findings).toEqual([])
  expect(await rowsOf('test')).toEqual(rows)
}, 900_000)
