/** Rights that end while an answer is on its way, or between two steps of one. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { addMember, endMembership } from '../../src/members/members.ts'
import { deletePrivate } from '../../src/watches/delete-private.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../support/browser.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
let accountId: string
let userId: string
const email = 'leaving@long.example'
beforeAll(async () => {
  test = await startServedApp()
  ;({ accountId } = await test.createAccount({ email: 'owner@long.example', credits: 1_000 }))
  ;({ userId } = await test.createAccount({ email }))
})
afterAll(() => test.stop())

async function signedInAs(role: 'owner' | 'member'): Promise<Browser> {
  await addMember(test.store.database, { accountId, userId, role, creditLimit: null })
  const browser = createBrowser(test)
  await browser.signIn(email)
  expect((await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(200)
  return browser
}

const remove = () =>
  test.store.database.transaction((tx) =>
    endMembership(tx, { clock: test.app.clock, deletePrivate }, accountId, userId),
  )

const cookieOf = ({ cookies }: Browser) => ({
  cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  origin: test.url,
  'sec-fetch-site': 'same-origin',
  'accept-encoding': 'identity',
})

async function readToItsEnd(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

it('AUTH-11: the results of a job, as JSON Lines, stop when their reader is removed', async () => {
  const browser = await signedInAs('member')
  // More than the buffers of two sockets hold, so that the answer waits for its reader.
  const contact_ids = await test.plantContacts(200, { linkedin_url: `https://linkedin.com/in/${'x'.repeat(100_000)}` })
  const made = await browser.call('POST', '/api/v1/jobs', { kind: 'reveal', contact_ids })
  expect(made.status).toBe(201)
  await test.app.queue.runWaiting()
  const response = await fetch(`${test.url}/api/v1/jobs/${made.body.id}/results`, { headers: cookieOf(browser) })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const reader = response.body!.getReader()
  await reader.read()
  await remove()
  // It is asked about once a second.
  await setTimeout(1_100)
  await expect(readToItsEnd(reader)).rejects.toThrow()
})

it('AUTH-11: the audit log as a spreadsheet stops when its reader is no owner any more', async () => {
  const browser = await signedInAs('owner')
  await test.store.database.query(sql`
    INSERT INTO audit_entries (entry_id, account_id, action, door, actor_type, actor_id, actor_name, details, created_at)
    SELECT 'aud_long' || n, ${accountId}, 'member.updated', 'web', 'member', ${userId}, repeat('x', 200),
      jsonb_build_object('what', repeat('x', 5000)), now()
    FROM generate_series(1, 6000) n`)
  const headers = { ...cookieOf(browser), accept: 'text/csv' }
  const response = await fetch(`${test.url}/app/v1/audit/entries`, { headers })
  expect(response.status).toBe(200)
  const reader = response.body!.getReader()
  await reader.read()
  await test.store.database.query(
    sql`UPDATE members SET role = 'admin' WHERE account_id = ${accountId} AND user_id = ${userId}`,
  )
  await setTimeout(1_100)
  await expect(readToItsEnd(reader)).rejects.toThrow()
  await remove()
})

it('PEOPLE-6: a code that was granted before a removal gives no token after it, also not to somebody who comes back', async () => {
  const browser = await signedInAs('member')
  const agent = await createIntegration(test, { scopes: ['usage:read'], name: 'Agent' })
  const { page, verifier } = await agent.authorize(email, {}, browser)
  await remove()
  await addMember(test.store.database, { accountId, userId, role: 'member', creditLimit: null })
  const late = await agent.redeem(page, verifier)
  const answer = (await late.json()) as { error?: string; access_token?: string }
  expect([late.status, answer.error]).toEqual([400, 'invalid_grant'])
})
