/** A person and an account are erased by the operator's command while the service runs. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { plans } from '../../src/billing/plans/plans.ts'
import { readKnown } from '../../src/billing/settle/facts.ts'
import { standingOf } from '../../src/billing/settle/standing.ts'
import { erase } from '../../src/catalog/erasure.ts'
import { importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { readRecords } from '../../src/catalog/import/read-lines.ts'
import { recordEvents } from '../../src/events/record.ts'
import { confirmErasure } from '../../src/privacy/erasure-confirmations.ts'
import { createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { type Command, createQuickCommand, environmentFor } from '../support/command.ts'
import { dumpOf } from '../support/dump.ts'
import { createTestKey } from '../support/test-key.ts'

let test: ServedApp
let run: Command
beforeAll(async () => {
  test = await startServedApp()
  const CHANNEL_KEY = test.secrets.channelKeys[0]!.toString('base64')
  run = createQuickCommand({ ...environmentFor(test.store.url), CHANNEL_KEY })
})
afterAll(() => test.stop())

const dump = () => dumpOf(test.app.database)

it('ERASE-2: the ledger keeps ids and amounts of an erased contact, and the contact is unavailable to everybody', async () => {
  const { apiKey } = await test.createAccount({ credits: 5 })
  const [id] = await test.plantContacts(1)
  expect((await test.reveal(apiKey, [id!])).status).toBe(200)
  expect(await run(`erase --contact ${id} --json`)).toMatchObject({ code: 0, json: { contacts: 1 } })
  const again = await test.reveal(apiKey, [id!])
  expect([again.status, again.body.error.code]).toEqual([404, 'no_revealable_contacts'])
  const { body } = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  expect(body.data).toMatchObject([{ amount: -1, contact_ids: [id] }])
  expect((await run('ledger verify --json')).json).toMatchObject({ problems: [] })
})

it('ERASE-3: an erased account has no people and no keys, and its ledger stays', async () => {
  const email = 'wilhelmina@erase.example'
  const { apiKey, accountId } = await test.createAccount({ email, name: 'Wilhelmina and Sons', credits: 5 })
  const browser = createBrowser(test)
  await browser.signIn(email)
  await browser.call('POST', '/api/v1/lists', { name: 'Friends of Wilhelmina', kind: 'contacts' })
  const [known] = await test.plantContacts(1)
  await test.reveal(apiKey, [known!])
  // Events hold words of the account, too: its tags, and what it calls what it watches.
  await browser.call('PATCH', `/api/v1/contacts/${known}/work`, { tags: ['tag of wilhelmina'] })
  const told = { watch_id: 'wat_x', saved_search_id: 'sea_x', list_id: null, kind: 'contacts' as const, count: 0 }
  await test.app.database.transaction((tx) =>
    recordEvents(tx, test.app.clock, accountId, [
      {
        type: 'watch.matched',
        data: { ...told, name: 'Search of Wilhelmina', last_match: 0, data: [], next_cursor: null },
      },
    ]),
  )
  // Entries of the ledger and of the audit log name who did it.
  const [own] = await test.plantContacts(1)
  expect((await browser.call('POST', '/api/v1/contacts/reveal', { contact_ids: [own] })).status).toBe(200)
  await browser.call('POST', '/app/v1/keys', { name: 'Key of Wilhelmina' })
  await browser.call('POST', '/app/v1/invitations', { email: 'brother-of-wilhelmina@erase.example', role: 'member' })
  const testKey = await createTestKey(test, accountId, { name: 'Test key of Wilhelmina' })
  await test.reveal(testKey.apiKey, ['ct_test_VerifiedEmailOne'])
  const listed = { name: 'Tests of Wilhelmina', kind: 'contacts' }
  await test.call('POST', '/api/v1/lists', { key: testKey.apiKey, body: listed })
  const people = [{ email: 'friend-of-wilhelmina@erase.example', ref: 'wilhelmina 1' }]
  expect((await browser.call('POST', '/api/v1/jobs', { kind: 'reveal', people })).status).toBe(201)
  await confirmErasure(test.app.database, test.app.clock, {
    accountId,
    contactIds: [own!],
    actorName: 'Wilhelmina',
  })
  expect(await dump()).toMatch(/wilhelmina/i)
  expect(await run(`account erase ${accountId} --json`)).toMatchObject({
    code: 0,
    json: { account_id: accountId, people: 1 },
  })
  expect(await dump()).not.toMatch(/wilhelmina/i)
  expect(test.logLines.join('\n')).not.toMatch(/wilhelmina/i)
  expect((await test.call('GET', '/api/v1/billing/status', { key: apiKey })).status).toBe(401)
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
  expect((await test.call('GET', '/api/v1/usage', { key: testKey.apiKey })).status).toBe(401)
  expect(await dump()).not.toContain(testKey.testAccountId)
  expect(await test.app.database.query(sql`SELECT FROM jobs WHERE account_id = ${accountId}`)).toEqual([])
  // Whoever settles the account again finds that its access has ended.
  expect(standingOf(plans, await readKnown(test.app.database, accountId), 'pro').status).toBe('lapsed')
  const entries = await test.app.database.query(sql`SELECT FROM credit_entries WHERE account_id = ${accountId}`)
  expect(entries.length).toBeGreaterThan(1)
  expect((await run('ledger verify --json')).json).toMatchObject({ problems: [] })
})

it('ERASE-1: after an erasure no table and no log line names the person, whoever had revealed, listed and exported them', async () => {
  const email = 'zephyrine@erase-shop.example'
  const { apiKey } = await test.createAccount({ email: 'reader@erase.example', credits: 5 })
  const browser = createBrowser(test)
  await browser.signIn('reader@erase.example')
  const person = {
    first_name: 'Zephyrine',
    last_name: 'Quillfeather',
    title: 'Keeper of Lanterns',
    role: 'founder',
    source_id: email,
    linkedin_url: 'https://www.linkedin.com/in/zephyrine-quillfeather',
    emails: [{ email, status: 'verified', type: 'work', is_primary: true }],
  }
  const { database, channelKeys } = test.app
  await importCatalogue(database, {
    source: readRecords([{ domain: 'erase-shop.example', contacts: [person] }]),
    channelKeys,
  })
  const [row] = await database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE last_name = 'Quillfeather'`,
  )
  expect((await test.reveal(apiKey, [row!.id])).status).toBe(200)
  const { body: made } = await browser.call('POST', '/api/v1/lists', { name: 'List', kind: 'contacts' })
  await browser.call('POST', `/api/v1/lists/${made.id}/items`, { ids: [row!.id] })
  const sheet = await browser.call('POST', '/api/v1/contacts/export', {}, { accept: 'text/csv' })
  expect(sheet.text).toMatch(/Zephyrine/)
  const before = await dump()
  expect(before).toMatch(/Quillfeather/)
  expect(await erase(database, channelKeys, [{ email }])).toEqual({ contactIds: [expect.stringMatching(/^ct_live_/)] })
  const after = `${await dump()}\n${test.logLines.join('\n')}`
  expect(after).not.toMatch(/zephyrine|quillfeather|lanterns|erase-shop\.example@|@erase-shop/i)
  const again = await browser.call('POST', '/api/v1/contacts/export', {}, { accept: 'text/csv' })
  expect(again.text).not.toMatch(/zephyrine|quillfeather|lanterns/i)
})
