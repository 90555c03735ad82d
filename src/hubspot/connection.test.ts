/** The connection to HubSpot: its token, its faults, erasures, exclusions and whose it is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { dumpOf } from '../../test/support/dump.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { scopesOfRole } from '../base/scopes.ts'
import { rawSql, sql } from '../base/sql.ts'
import { setAccount } from '../billing/set-account.ts'
import { erase } from '../catalog/erasure.ts'
import { suppress } from '../catalog/suppressions.ts'
import { tellAccounts } from '../contacts/tell-accounts.ts'
import { makeKey } from '../keys/keys.ts'
import { checkHubspot } from '../operator/health/customer-checks.ts'
import { onErased } from '../privacy/erasure-confirmations.ts'
import { requiredScopes } from './properties.ts'

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

const email = (address: string) => [{ email: address, status: 'verified', type: 'work' as const, is_primary: true }]
/** The application tells accounts by itself, too: whichever is first, HubSpot hears of it. */
const untilTold = (isDone: () => boolean | Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await tellAccounts(test.app.database, test.app.clock, onErased)
        await test.app.hubspot.runDue()
        return isDone()
      },
      { timeout: 30_000 },
    )
    .toBe(true)
const endPauses = () => test.app.database.query(sql`UPDATE hubspot_connections SET paused_until = '-infinity'`)

it('HUBSPOT-1: a token is checked, what it lacks is named, and our properties are made where they are missing', async () => {
  const { apiKey: key } = await test.createAccount()
  const connect = (body: object) => test.call('PUT', '/api/v1/hubspot', { key, body })
  expect((await test.call('GET', '/api/v1/hubspot', { key })).body).toMatchObject({
    status: 'not_connected',
    portal_id: null,
  })
  const wrong = await connect({ token: 'pat-eu1-wrong' })
  expect([wrong.status, wrong.body.error.code, wrong.body.error.param]).toEqual([400, 'invalid_request', 'token'])
  const missing = ['crm.objects.companies.write', 'crm.schemas.contacts.write']
  const poor = hubspot.openPortal({ scopes: requiredScopes.filter((scope) => !missing.includes(scope)) })
  const lacking = await connect({ token: poor.token })
  for (const scope of missing) expect(lacking.body.error.message).toContain(scope)
  const portal = hubspot.openPortal()
  const { token, portalId, properties } = portal
  hubspot.failNext(portal, { status: 503 })
  const away = await connect({ token })
  expect([away.status, away.body.error.code]).toEqual([502, 'hubspot_unavailable'])
  expect(Number(away.headers['retry-after'])).toBeGreaterThan(0)
  expect((await connect({ automatic: true })).body.error.code).toBe('hubspot_not_connected')
  expect((await connect({})).body.error.param).toBe('token')
  expect((await test.call('POST', '/api/v1/hubspot/runs', { key, body: {} })).body.error.code).toBe(
    'hubspot_not_connected',
  )

  const made = await connect({ token, automatic: true })
  expect(made.body).toMatchObject({ status: 'connected', portal_id: portalId, automatic: true, problem: null })
  const own = properties.contacts.filter(({ name }) => name.startsWith('prospector_'))
  expect(own).toContainEqual(expect.objectContaining({ name: 'prospector_contact_id', hasUniqueValue: true }))
  const known = properties.contacts.length
  await connect({ token })
  expect(properties.contacts).toHaveLength(known)
  // Sealed: in no table, log line or reply.
  expect(await dumpOf(test.app.database)).not.toContain(token)
  expect(test.logLines.join('\n')).not.toContain(token)
  expect(JSON.stringify(made.body)).not.toContain(token)
  const audit = await test.app.database.query(
    sql`SELECT action FROM audit_entries WHERE action LIKE 'hubspot.%' ORDER BY 1`,
  )
  expect(audit).toContainEqual({ action: 'hubspot.connected' })
})

it('HUBSPOT-1: connecting takes the scope hubspot:manage, which members do not have; sending takes contacts:reveal', async () => {
  const { accountId } = await connectAccount(test, hubspot)
  const { apiKey: key } = await makeKey(test.app.database, {
    accountId,
    name: 'Reveals',
    scopes: ['contacts:reveal'],
  })
  for (const [method, body] of [
    ['PUT', { automatic: true }],
    ['DELETE', undefined],
  ] as const) {
    expect((await test.call(method, '/api/v1/hubspot', { key, body })).body.error.code).toBe('insufficient_scope')
  }
  expect((await test.call('GET', '/api/v1/hubspot', { key })).body.status).toBe('connected')
  expect([scopesOfRole.admin, scopesOfRole.member].map((scopes) => scopes.includes('hubspot:manage'))).toEqual([
    true,
    false,
  ])
})

it('HUBSPOT-7: an erasure deletes what we created for good, and takes out of other records what came from us', async () => {
  const { portal, reveal, push, runs, contactOf, accountId } = await connectAccount(test, hubspot)
  const [created] = await reveal(1, { emails: email('created@gone.example') })
  const phone = { phone: '+1 202 555 0142', type: 'direct' as const, is_primary: true }
  const [filled] = await reveal(1, { emails: email('filled@gone.example'), phones: [phone] })
  const theirs = portal.write('contacts', { email: 'filled@gone.example', lastname: 'Theirs' })
  await push({})
  portal.write('contacts', { jobtitle: 'Written by a person' }, theirs.id)
  expect(theirs.properties).toMatchObject({ phone: phone.phone, firstname: 'Ada', jobtitle: 'Written by a person' })
  // Also without a plan: it is not ours to keep.
  await setAccount(test.app.database, test.app.clock, test.app.plans, accountId, { status: 'lapsed' })
  await erase(test.app.database, test.app.channelKeys, [{ contact: created! }, { contact: filled! }])
  await untilTold(() => contactOf(created!) === undefined && contactOf(filled!) === undefined)
  expect(hubspot.visitsOf(portal).map(({ path }) => path)).toContain('POST /crm/v3/objects/contacts/gdpr-delete')
  expect(theirs.properties).toMatchObject({
    email: 'filled@gone.example',
    lastname: 'Theirs',
    jobtitle: 'Written by a person',
  })
  const left = Object.entries(theirs.properties)
    .filter(([, value]) => value !== '')
    .map(([name]) => name)
  expect(left.sort()).toEqual(['email', 'jobtitle', 'lastname'])
  await setAccount(test.app.database, test.app.clock, test.app.plans, accountId, { status: 'active' })
  const [run] = await runs()
  expect(run).toMatchObject({ kind: 'erasure', origin: 'contact.erased', status: 'finished' })
  expect(run.counts).toMatchObject({ delete: 1, clear: 1 })
  expect(
    await test.app.database.query(sql`SELECT FROM hubspot_records WHERE own_id = ANY(${[created, filled]}::text[])`),
  ).toEqual([])
})

it('HUBSPOT-7: an erasure also deletes what an opt-out moved to the recycling bin, and leaves there what somebody else had', async () => {
  const { portal, reveal, push, runs, contactOf } = await connectAccount(test, hubspot)
  const { database, channelKeys } = test.app
  const [created] = await reveal(1, { emails: email('created@bin.example') })
  const [filled] = await reveal(1, { emails: email('filled@bin.example') })
  const theirs = portal.write('contacts', { email: 'filled@bin.example', lastname: 'Theirs' })
  await push({})
  await suppress(database, channelKeys, { contact: created! })
  await untilTold(() => !contactOf(created!))
  expect([...portal.bin.values()].map(({ properties }) => properties.email)).toEqual(['created@bin.example'])
  // Somebody deletes their own record.
  portal.bin.set(theirs.id, theirs)
  portal.contacts.delete(theirs.id)
  await erase(database, channelKeys, [{ contact: created! }, { contact: filled! }])
  await untilTold(async () => (await runs())[0].origin === 'contact.erased')
  expect([...portal.bin.keys()]).toEqual([theirs.id])
  const outcomes = await database.query<{ outcome: string }>(sql`
    SELECT outcome FROM hubspot_run_items JOIN hubspot_runs USING (account_id, run_id)
    WHERE origin = 'contact.erased' AND contact_id = ANY(${[created, filled]}::text[]) ORDER BY outcome`)
  expect(outcomes).toEqual([{ outcome: 'absent' }, { outcome: 'delete' }])
  expect(
    await database.query(sql`SELECT FROM hubspot_records WHERE own_id = ANY(${[created, filled]}::text[])`),
  ).toEqual([])
})

it('HUBSPOT-8: an erasure that HubSpot refuses for one person is carried out for the others', async () => {
  const { portal, reveal, push, runs } = await connectAccount(test, hubspot)
  const ids = [
    ...(await reveal(1, { emails: email('a@two.example') })),
    ...(await reveal(1, { emails: email('b@two.example') })),
  ]
  for (const address of ['a@two.example', 'b@two.example']) portal.write('contacts', { email: address })
  await push({})
  await erase(
    test.app.database,
    test.app.channelKeys,
    ids.map((contact) => ({ contact })),
  )
  for (const path of [/batch\/update/, /batch\/update/]) hubspot.failNext(portal, { status: 400, path })
  await untilTold(async () => (await runs())[0].kind === 'erasure')
  const [run] = await runs()
  expect(run.status).toBe('finished')
  expect(run.counts).toMatchObject({ fail: 1, clear: 1 })
})

it('HUBSPOT-7: an opt-out moves what we created to the recycling bin; merged records lose only what came from us', async () => {
  const { portal, reveal, push, contactOf } = await connectAccount(test, hubspot)
  const [ada, bea, cleo] = [...(await reveal(1)), ...(await reveal(1)), ...(await reveal(1))]
  await push({})
  const merged = contactOf(bea!)!
  portal.write('contacts', { hs_merged_object_ids: '1;2', lastname: 'Of a person' }, merged.id)
  // Cleo's record was merged into another one, and our property was lost with it.
  const survivor = portal.write('contacts', {
    email: 'survivor@gone.example',
    hs_merged_object_ids: contactOf(cleo!)!.id,
  })
  portal.contacts.delete(contactOf(cleo!)!.id)
  for (const contact of [ada, bea, cleo]) await suppress(test.app.database, test.app.channelKeys, { contact: contact! })
  await untilTold(() => !contactOf(ada!) && merged.properties.email === '' && 'prospector_role' in survivor.properties)
  const paths = hubspot.visitsOf(portal).map(({ path }) => path)
  expect(paths).toContain('POST /crm/v3/objects/contacts/batch/archive')
  expect(paths).not.toContain('POST /crm/v3/objects/contacts/gdpr-delete')
  expect(contactOf(ada!)).toBeUndefined()
  expect(merged.properties).toMatchObject({ lastname: 'Of a person', email: '', prospector_contact_id: '' })
  expect(survivor.properties.email).toBe('survivor@gone.example')
})

it('HUBSPOT-8: limits and outages pause, a refused token or missing scopes stop, and nothing is lost', async () => {
  const { portal, reveal, push, call, runDue, state, email: owner, apiKey } = await connectAccount(test, hubspot)
  const [ada] = await reveal(1)
  hubspot.failNext(portal, { status: 429, headers: { 'retry-after': '600' }, body: { policyName: 'SECONDLY' } })
  expect(await push({ contact_ids: [ada] })).toMatchObject({ status: 'running' })
  const pausedFor = async () => Date.parse((await state()).paused_until) - Date.now()
  expect(await pausedFor()).toBeGreaterThan(60_000)
  expect(await pausedFor()).toBeLessThanOrEqual(600_000 + 5_000)
  await endPauses()
  hubspot.failNext(portal, { status: 429, body: { policyName: 'DAILY' } })
  await runDue()
  expect(await pausedFor()).toBeGreaterThan(30 * 60_000)
  const visits = hubspot.visitsOf(portal).length
  await runDue()
  expect(hubspot.visitsOf(portal)).toHaveLength(visits)
  await endPauses()
  hubspot.failNext(portal, { status: 500 })
  await runDue()
  expect(await state()).toMatchObject({ status: 'connected', failing_since: expect.any(String) })
  await endPauses()
  // The scope of writing contacts is taken away, then the token.
  const all = portal.scopes
  portal.scopes = all.filter((scope) => scope !== 'crm.objects.contacts.write')
  await runDue()
  expect(await state()).toMatchObject({
    ...{ status: 'stopped', problem: 'scopes_missing', missing_scopes: ['crm.objects.contacts.write'] },
    problem_message: expect.stringContaining('crm.objects.contacts.write'),
  })
  portal.scopes = all
  expect((await call('PUT', '', { token: portal.token })).body.status).toBe('connected')
  portal.isRevoked = true
  await runDue()
  expect(await state()).toMatchObject({ status: 'stopped', problem: 'token_refused' })
  expect((await call('POST', '/runs', {})).body.error).toMatchObject({ code: 'hubspot_not_connected' })
  await test.app.queue.runWaiting()
  expect(test.mails.filter(({ to }) => to === owner).map(({ subject }) => subject)).toEqual(
    Array(2).fill('Nothing is sent to HubSpot any more'),
  )
  const { body: feed } = await test.call('GET', '/api/v1/events?types=hubspot.stopped', { key: apiKey })
  expect(feed.data.map(({ data }: { data: { reason: string } }) => data.reason)).toEqual([
    'scopes_missing',
    'token_refused',
  ])
  portal.isRevoked = false
  await call('PUT', '', { token: portal.token })
  await runDue()
  expect(portal.contacts.size).toBe(1)
  expect(await state()).toMatchObject({ status: 'connected', failing_since: null, last_success_at: expect.any(String) })
})

it('HUBSPOT-9: what HubSpot holds becomes an exclusion list, without what we put there', async () => {
  const { portal, reveal, push, call, runDue, apiKey } = await connectAccount(test, hubspot)
  const [pushed] = await reveal(1)
  await push({ contact_ids: [pushed] })
  for (let at = 0; at < 230; at += 1) portal.write('contacts', { email: `known${at}@crm.example` })
  portal.write('contacts', { email: 'broken', hs_additional_emails: 'second@crm.example' })
  portal.write('companies', { domain: 'known-store.example', hs_additional_domains: 'also-known.example' })
  const { body: run } = await call('POST', '/exclusion', { label: 'In the CRM' })
  expect(run).toMatchObject({ kind: 'exclusion', label: 'In the CRM', status: 'running' })
  await runDue()
  expect((await call('GET', `/runs/${run.id}`)).body).toMatchObject({ status: 'finished', counts: { exclude: 233 } })
  const { body: list } = await test.call('GET', '/api/v1/exclusions/In%20the%20CRM', { key: apiKey })
  expect(list.counts).toMatchObject({ email: 231, domain: 2, total: 233 })
  // A colleague of the contact that we sent can still be found.
  const [first] = [...portal.companies.values()]
  expect(first!.properties.prospector_origin).toBe('created')
})

it('HUBSPOT-10: an account uses its own token and mapping, sees its own runs, and tables hold no channel', async () => {
  const ours = await connectAccount(test, hubspot)
  const theirs = await connectAccount(test, hubspot)
  const [shared] = await ours.reveal(1, { emails: email('canary@channel.example') })
  await test.reveal(theirs.apiKey, [shared])
  const run = await ours.push({ contact_ids: [shared] })
  expect([ours.portal.contacts.size, theirs.portal.contacts.size]).toEqual([1, 0])
  await theirs.push({ contact_ids: [shared] })
  expect([ours.portal.contacts.size, theirs.portal.contacts.size]).toEqual([1, 1])
  for (const path of [`/runs/${run.id}`, `/runs/${run.id}/items`]) {
    expect((await theirs.call('GET', path)).body.error.code).toBe('resource_not_found')
  }
  for (const table of ['hubspot_connections', 'hubspot_runs', 'hubspot_run_items', 'hubspot_records']) {
    const rows = await test.app.database.query(sql`SELECT * FROM ${rawSql(table)}`)
    expect(JSON.stringify(rows)).not.toMatch(/canary|@/)
  }
  expect(test.logLines.join('\n')).not.toContain('canary@channel.example')
})

it('HUBSPOT-12: after a disconnection nothing more is sent, also not by a run under way, and the token is gone', async () => {
  const { portal, reveal, call, runDue, state } = await connectAccount(test, hubspot)
  const ids = await reveal(3)
  const letGo = hubspot.hold(portal, /companies\/search/)
  await call('POST', '/runs', { contact_ids: ids })
  const working = runDue()
  await expect.poll(() => hubspot.visitsOf(portal).at(-1)!.path, { timeout: 30_000 }).toMatch(/companies\/search/)
  expect((await call('DELETE', '')).body.status).toBe('not_connected')
  letGo()
  await working
  expect([portal.contacts.size, portal.companies.size]).toEqual([0, 0])
  expect(await state()).toMatchObject({ status: 'not_connected', connected_at: null })
  expect((await call('DELETE', '')).body.error.code).toBe('hubspot_not_connected')
})

it('HUBSPOT-13: the doctor counts connections, and warns of what nobody sends and of connections that fail', async () => {
  const { call, reveal, accountId } = await connectAccount(test, hubspot)
  const finding = () => checkHubspot(test.app.database, test.app.clock)
  expect(await finding()).toMatchObject({ state: 'ok' })
  await reveal(1)
  await call('POST', '/runs', {})
  await test.app.database.query(
    sql`UPDATE hubspot_runs SET worked_at = now() - interval '1 hour' WHERE account_id = ${accountId}`,
  )
  expect(await finding()).toMatchObject({ state: 'warning', message: expect.stringContaining('no node sends') })
  await test.app.hubspot.runDue()
  await test.app.database.query(sql`
    UPDATE hubspot_connections SET failing_since = now() - interval '2 days' WHERE account_id = ${accountId}`)
  expect(await finding()).toMatchObject({ state: 'warning', message: expect.stringContaining('api.hubapi.com') })
})
