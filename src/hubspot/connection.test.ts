/** The connection to HubSpot: its token, its faults, exclusions and whose it is. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { dumpOf } from '../../test/support/dump.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { scopesOfRole } from '../base/scopes.ts'
import { rawSql, sql } from '../base/sql.ts'
import { makeKey } from '../keys/keys.ts'
import { checkHubspot } from '../operator/health/customer-checks.ts'
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
