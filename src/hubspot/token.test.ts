/** The token of a customer's HubSpot: it goes to HubSpot and nowhere else, and opens for its own account alone. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { dumpOf } from '../../test/support/dump.ts'
import { connectAccount } from '../../test/support/hubspot-account.ts'
import { type HubspotSimulator, startHubspot } from '../../test/support/hubspot-simulator.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'

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

const endPauses = () => test.app.database.query(sql`UPDATE hubspot_connections SET paused_until = '-infinity'`)
/** As it is, and as whoever does not seal it might write it down. */
const formsOf = (token: string): string[] => [
  token,
  ...(['base64', 'base64url', 'hex'] as const).map((form) => Buffer.from(token).toString(form).replace(/=+$/, '')),
]

it('HUBSPOT-1: a token is in no table, log line, mail or reply, whatever comes of it', async () => {
  const { portal, reveal, push, call, runDue, accountId, apiKey } = await connectAccount(test, hubspot, {
    automatic: true,
  })
  const { token } = portal
  const replies: string[] = []
  const ask = async (path: string) => replies.push((await call('GET', path)).text)
  const [contactId] = await reveal(1)
  await runDue()
  // HubSpot fails, and repeats in its answer what it was sent.
  for (const status of [429, 500, 400, 403]) {
    hubspot.failNext(portal, { status, body: { category: 'X', message: `Bearer ${token}`, correlationId: token } })
    await push({ contact_ids: [contactId] })
    await ask('')
    await endPauses()
    await call('PUT', '', { token })
  }
  await push({ contact_ids: [contactId] })
  portal.isRevoked = true
  await call('POST', '/runs', { contact_ids: [contactId] })
  await runDue()
  // Refused, unknown, and of another form.
  for (const given of [token, `${token}x`, `${token} `]) replies.push((await call('PUT', '', { token: given })).text)
  for (const path of ['', '/runs']) await ask(path)
  const { apiKey: testKey } = await createTestKey(test, accountId)
  const sandbox = hubspot.openPortal({ accountType: 'SANDBOX' })
  const connected = await test.call('PUT', '/api/v1/hubspot', { key: testKey, body: { token: sandbox.token } })
  expect(connected.body.status).toBe('connected')
  for (const key of [apiKey, testKey]) replies.push((await test.call('GET', '/api/v1/events', { key })).text)
  await test.app.queue.runWaiting()

  const kept = await test.app.database.query<{ token: string }>(sql`SELECT token FROM hubspot_connections`)
  expect(kept).toHaveLength(2)
  const seen = {
    dump: await dumpOf(test.store.owner),
    log: test.logLines.join('\n'),
    mails: JSON.stringify(test.mails),
    replies: replies.join('\n'),
  }
  for (const text of Object.values(seen)) expect(text.length).toBeGreaterThan(100)
  const found = Object.entries(seen).flatMap(([where, text]) =>
    [token, sandbox.token].flatMap(formsOf).flatMap((form) => (text.includes(form) ? [`${where}: ${form}`] : [])),
  )
  expect(found).toEqual([])
})

it('HUBSPOT-10: a sealed token that is moved to another account opens for nobody', async () => {
  const [ours, theirs] = [await connectAccount(test, hubspot), await connectAccount(test, hubspot)]
  const ids = await theirs.reveal(1)
  await theirs.call('POST', '/runs', { contact_ids: ids })
  const before = hubspot.visitsOf(ours.portal).length
  await test.app.database.query(sql`
    UPDATE hubspot_connections SET token = (SELECT token FROM hubspot_connections WHERE account_id = ${ours.accountId})
    WHERE account_id = ${theirs.accountId}`)
  await theirs.runDue()
  expect(await theirs.state()).toMatchObject({ status: 'stopped', problem: 'token_refused' })
  expect(hubspot.visitsOf(ours.portal)).toHaveLength(before)
  expect(theirs.portal.contacts.size + ours.portal.contacts.size).toBe(0)
})
