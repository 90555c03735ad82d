/** What is sent to HubSpot, on the whole application against a simulator of HubSpot's public reference. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { liftSuspension, suspend } from '../accounts/suspension.ts'
import { sql } from '../base/sql.ts'
import { setAccount } from '../billing/set-account.ts'
import { suppress } from '../catalog/suppressions.ts'
import { tellAccounts } from '../contacts/tell-accounts.ts'
import { recordEvents } from '../events/record.ts'
import { onErased } from '../privacy/erasure-confirmations.ts'
import { findFree, readBacklog } from './connections.ts'

let hubspot: HubspotSimulator
let test: TestApp
beforeAll(async () => {
  hubspot = await startHubspot()
  test = await startTestApp({ hubspot: hubspot.ends })
})
afterAll(async () => {
  await test.stop()
  await hubspot.stop()
})

const phone = { phone: '+1 202 555 0142', type: 'mobile' as const, is_primary: true }
const email = (address: string) => [{ email: address, status: 'verified', type: 'work' as const, is_primary: true }]
const balance = async (key: string) => (await test.call('GET', '/api/v1/usage', { key })).body.contact_credits

it('HUBSPOT-2: a selection, a list and everything are sent as contacts with their companies, and nothing is spent', async () => {
  const { portal, push, reveal, apiKey, call } = await connectAccount(test, hubspot)
  const [ada, bea] = await reveal(2, { phones: [phone] })
  const [stranger] = await test.plantContacts(1)
  const before = await balance(apiKey)
  const run = await push({ contact_ids: [ada, stranger] })
  expect(run).toMatchObject({ kind: 'push', origin: 'request', status: 'finished', total: 1 })
  expect(run.counts).toMatchObject({ create: 1, skip: 0, fail: 0 })
  const [record] = [...portal.contacts.values()]
  const [company] = [...portal.companies.values()]
  expect(record!.properties).toMatchObject({
    ...{ firstname: 'Ada', lastname: 'Lovelace', jobtitle: 'Founder', phone: phone.phone, company: 'A store' },
    ...{ prospector_contact_id: ada, prospector_origin: 'created', prospector_email_status: 'verified' },
  })
  expect(record!.properties.email).toBe(`person0@${company!.properties.domain}`)
  expect(company!.properties).toMatchObject({
    name: 'A store',
    prospector_store_id: expect.stringMatching(/^st_live_/),
  })
  expect([...portal.associations]).toEqual([`${record!.id} ${company!.id}`])

  const list = await test.call('POST', '/api/v1/lists', {
    key: apiKey,
    body: { name: 'For the CRM', kind: 'contacts' },
  })
  await test.call('POST', `/api/v1/lists/${list.body.id}/items`, { key: apiKey, body: { ids: [ada, bea] } })
  expect((await push({ list_id: list.body.id })).counts).toMatchObject({ create: 1, unchanged: 1 })
  expect((await push({})).counts).toMatchObject({ create: 0, unchanged: 2 })
  expect([portal.contacts.size, portal.companies.size, portal.associations.size]).toEqual([2, 1, 2])
  expect(await balance(apiKey)).toEqual(before)

  expect((await call('POST', '/runs', { list_id: list.body.id, contact_ids: [ada] })).body.error.param).toBe('list_id')
  const refused = async (...ids: (string | undefined)[]) =>
    (await call('POST', '/runs', { contact_ids: ids })).body.error.code
  expect(await refused('nobody')).toBe('invalid_contact_id')
  expect(await refused(stranger, 'ct_test_VerifiedEmailOne')).toBe('contact_not_found')
  // Whoever opts out while a run waits is not sent.
  const late = await call('POST', '/runs', { contact_ids: [bea] })
  await suppress(test.app.database, test.app.channelKeys, { contact: bea! })
  await test.app.hubspot.runDue()
  expect((await call('GET', `/runs/${late.body.id}`)).body.counts).toMatchObject({ skip: 1, unchanged: 0 })
})

it('HUBSPOT-2: more than a hundred contacts go in batches of a hundred, with a request for each step and not for each contact', async () => {
  const { push, reveal, portal } = await connectAccount(test, hubspot)
  const ids = await reveal(130)
  const from = hubspot.visitsOf(portal).length
  expect((await push({ contact_ids: ids })).counts.create).toBe(130)
  expect([portal.contacts.size, portal.companies.size, portal.associations.size]).toEqual([130, 1, 130])
  const created = hubspot
    .visitsOf(portal)
    .slice(from)
    .filter(({ path }) => path.endsWith('/contacts/batch/create'))
  expect(created.map(({ body }) => body.inputs!.length)).toEqual([100, 30])
  expect(hubspot.visitsOf(portal).length - from).toBeLessThan(20)
})

it('HUBSPOT-5: with automatic on, reveals from then on are sent, and none without a plan', async () => {
  const { portal, reveal, runDue, call, runs, contactOf, accountId } = await connectAccount(test, hubspot)
  await reveal(1)
  await runDue()
  expect(portal.contacts.size).toBe(0)
  expect((await call('PUT', '', { automatic: true })).body).toMatchObject({ automatic: true, status: 'connected' })
  const [ada] = await reveal(1)
  await runDue()
  expect(contactOf(ada!)).toBeDefined()
  expect(portal.contacts.size).toBe(1)
  expect(await runs()).toMatchObject([{ origin: 'reveal.created', kind: 'push', status: 'finished', total: 1 }])
  const [bea] = await reveal(1)
  const [cleo] = await reveal(1)
  expect((await call('POST', '/runs', { contact_ids: [cleo] })).status).toBe(201)
  await setAccount(test.app.database, test.app.clock, test.app.plans, accountId, { status: 'lapsed' })
  await runDue()
  expect([contactOf(bea!), contactOf(cleo!)]).toEqual([undefined, undefined])
})

it('HUBSPOT-5: what was revealed before access ended is sent when the account has access again, also if it was no run yet', async () => {
  const { accountId, reveal, contactOf, runDue } = await connectAccount(test, hubspot, { automatic: true })
  const { database, clock } = test.app
  const [ada] = await reveal(1)
  await database.query(sql`UPDATE accounts SET access_ends_at = clock_timestamp() WHERE account_id = ${accountId}`)
  const laterId = 'ct_live_QmXvTzRbKwNpLdFs'
  await database.transaction((tx) =>
    recordEvents(tx, clock, accountId, [
      { type: 'reveal.created', data: { contact_ids: [laterId], credits: 1, door: 'api_key' } },
    ]),
  )
  await runDue()
  expect(contactOf(ada!)).toBeUndefined()
  expect((await findFree(database, clock)).find((one) => one.accountId === accountId)).toMatchObject({ hasRuns: false })
  await database.query(sql`UPDATE accounts SET access_ends_at = NULL WHERE account_id = ${accountId}`)
  await runDue()
  expect(contactOf(ada!)).toBeDefined()
  const items = await database.query(sql`
    SELECT contact_id AS id FROM hubspot_run_items WHERE account_id = ${accountId}`)
  expect(items).toEqual([{ id: ada }])
})

it('HUBSPOT-5, OPERATOR-14: nothing is sent of an account that is suspended, except erasures; the rest is sent after it', async () => {
  const { accountId, reveal, contactOf, call, runDue } = await connectAccount(test, hubspot, { automatic: true })
  const { database, clock, channelKeys } = test.app
  const [ada] = await reveal(1)
  await runDue()
  expect(contactOf(ada!)).toBeDefined()
  const [bea, cleo] = await reveal(2)
  expect((await call('POST', '/runs', { contact_ids: [cleo] })).status).toBe(201)
  await database.transaction((tx) => suspend(tx, clock, accountId, 'Stolen card'))
  await suppress(database, channelKeys, { contact: ada! })
  await tellAccounts(database, clock, onErased)
  await runDue()
  await runDue()
  expect([ada, bea, cleo].map((id) => contactOf(id!))).toEqual([undefined, undefined, undefined])
  // What waits for the end of it is no work: no node takes it up again and again.
  const waiting = (await findFree(database, clock)).find((one) => one.accountId === accountId)
  expect(waiting).toMatchObject({ hasRuns: false })
  await database.query(sql`
    UPDATE hubspot_runs SET worked_at = worked_at - interval '1 hour' WHERE account_id = ${accountId}`)
  expect((await readBacklog(database, clock)).lateSeconds).toBeLessThan(600)
  await database.transaction((tx) => liftSuspension(tx, accountId))
  await runDue()
  expect([contactOf(bea!), contactOf(cleo!)]).toEqual([expect.anything(), expect.anything()])
})

it('HUBSPOT-6: interrupted after HubSpot has written and before we have, nothing is created twice', async () => {
  const { portal, push, reveal, contactOf, call, runDue } = await connectAccount(test, hubspot)
  portal.searchLags = true
  const [ada] = await reveal(1)
  for (const path of [/companies\/batch\/create/, /contacts\/batch\/create/, /associate/]) {
    hubspot.failNext(portal, { status: 0, afterwards: 'cut', path })
    await (contactOf(ada!) ? runDue() : push({ contact_ids: [ada] }))
    await test.app.database.query(sql`UPDATE hubspot_connections SET paused_until = '-infinity'`)
  }
  expect(portal.contacts.size).toBe(1)
  await runDue()
  const [last] = (await call('GET', '/runs')).body.data
  expect(last).toMatchObject({ status: 'finished' })
  expect([portal.contacts.size, portal.companies.size, portal.associations.size]).toEqual([1, 1, 1])
  expect(contactOf(ada!)!.properties.prospector_origin).toBe('created')
})

it('HUBSPOT-6: a record that somebody creates at the same moment is filled, not doubled', async () => {
  const { portal, push, reveal, contactOf } = await connectAccount(test, hubspot)
  const [ada] = await reveal(1, { emails: email('race@here.example') })
  const letGo = hubspot.hold(portal, /contacts\/batch\/create/)
  const pushed = push({ contact_ids: [ada] })
  await expect.poll(() => hubspot.visitsOf(portal).at(-1)!.path, { timeout: 30_000 }).toMatch(/contacts\/batch\/create/)
  portal.write('contacts', { email: 'race@here.example', firstname: 'Theirs' })
  letGo()
  expect((await pushed).counts).toMatchObject({ update: 1, kept: 1 })
  expect(portal.contacts.size).toBe(1)
  expect(contactOf(ada!)!.properties).toMatchObject({ firstname: 'Theirs', prospector_origin: 'filled' })
})

it('HUBSPOT-8: what HubSpot refuses of a batch fails alone, also when it refuses the whole batch', async () => {
  const { portal, push, reveal, itemsOf } = await connectAccount(test, hubspot)
  const good = await reveal(3)
  const [bad] = await reveal(1, { emails: email('not-an-address') })
  const run = await push({ contact_ids: [...good, bad] })
  expect(run.counts).toMatchObject({ create: 3, fail: 1 })
  expect(await itemsOf(run.id)).toContainEqual(
    expect.objectContaining({ contact_id: bad, outcome: 'fail', reason: 'invalid_email' }),
  )
  const more = await reveal(3)
  hubspot.failNext(portal, {
    status: 400,
    body: { category: 'VALIDATION_ERROR', message: 'no' },
    path: /contacts\/batch\/create/,
  })
  expect((await push({ contact_ids: more })).counts).toMatchObject({ create: 3, fail: 0 })
  expect(portal.contacts.size).toBe(6)
})

it('HUBSPOT-11: test mode sends synthetic contacts, and only to portals that hold nobody real', async () => {
  const { accountId } = await test.createAccount()
  const { apiKey: key, testAccountId } = await createTestKey(test, accountId)
  const connect = (token: string) => test.call('PUT', '/api/v1/hubspot', { key, body: { token } })
  const live = hubspot.openPortal()
  const refused = await connect(live.token)
  expect([refused.status, refused.body.error.param]).toEqual([400, 'token'])
  expect(refused.body.error.message).toMatch(/test account or a sandbox/)
  expect(live.properties.contacts.some(({ name }) => name.startsWith('prospector_'))).toBe(false)
  const sandbox = hubspot.openPortal({ accountType: 'SANDBOX' })
  expect((await connect(sandbox.token)).body.status).toBe('connected')
  await test.reveal(key, ['ct_test_VerifiedEmailOne'])
  await test.call('POST', '/api/v1/hubspot/runs', { key, body: {} })
  await test.app.hubspot.runDue()
  expect([...sandbox.contacts.values()].map(({ properties }) => properties.email)).toEqual(['vera@magic.example'])
  expect(live.contacts.size).toBe(0)
  // Starting over disconnects, and the token is gone at once.
  await test.call('POST', '/api/v1/test/reset', { key, body: {} })
  expect((await test.call('GET', '/api/v1/hubspot', { key })).body.status).toBe('not_connected')
  const kept = sql`SELECT FROM hubspot_connections WHERE account_id = ${testAccountId}`
  expect(await test.store.database.query(kept)).toEqual([])
})
