/** Which scopes a job takes, for what it is asked, and whose name its entries bear. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { createIntegration } from '../../test/support/integration.ts'
import type { Scope } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import { makeKey } from '../keys/keys.ts'
import { createJobClient, type JobClient } from './job-client-fixture.ts'

let test: ServedApp
let client: JobClient
beforeAll(async () => {
  test = await startServedApp()
  client = createJobClient(test)
})
afterAll(() => test.stop())

const keyWith = async (accountId: string, scopes: Scope[]): Promise<string> =>
  (await makeKey(test.store.database, { accountId, name: 'Some', scopes })).apiKey

it('JOB-11: the list of jobs holds those that the caller may read', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  const bodies = [
    { kind: 'reveal', contact_ids: [id] },
    { kind: 'enrich', domains: ['a.example'] },
    { kind: 'enrich', domains: ['a.example'], include: ['contact_previews'] },
    { kind: 'enrich', domains: ['a.example'], include: [] },
  ]
  const made: string[] = []
  for (const body of bodies) made.push((await client.create(apiKey, body)).body.id)
  const cases: [Scope[], number[]][] = [
    [['stores:read'], [1, 3]],
    [
      ['stores:read', 'contacts:search'],
      [1, 2, 3],
    ],
    [['contacts:reveal'], [0]],
    [
      ['contacts:reveal', 'stores:read'],
      [0, 1, 3],
    ],
  ]
  for (const [scopes, readable] of cases) {
    const key = await keyWith(accountId, scopes)
    const { body } = await test.call('GET', '/api/v1/jobs', { key })
    const expected = readable.map((at) => made[at]).toReversed()
    expect(body.data.map((job: { id: string }) => job.id)).toEqual(expected)
    expect(body.total).toBe(expected.length)
    const statuses = await Promise.all(made.map(async (job) => (await client.read(key, job)).status))
    expect(statuses).toEqual(made.map((_, at) => (readable.includes(at) ? 200 : 403)))
  }
})

it('JOB-11: what a job reads from lists and work takes lists:read, and what it puts into a list lists:write, also when it goes on', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(8)
  const { id: listId } = (
    await test.call('POST', '/api/v1/lists', { key: apiKey, body: { name: 'Spring', kind: 'contacts' } })
  ).body
  await test.call('POST', `/api/v1/lists/${listId}/items`, { key: apiKey, body: { ids: ids.slice(0, 2) } })
  const revealer = await keyWith(accountId, ['contacts:reveal', 'stores:read', 'contacts:search'])
  const asked = [
    [{ kind: 'reveal', list_id: listId, dry_run: true }, 'lists:read'],
    [{ kind: 'reveal', search: { work: { status_any: ['won'] } }, max: 5, dry_run: true }, 'lists:read'],
    [{ kind: 'export', search: { store: { list_id: listId } }, max: 5 }, 'lists:read'],
    [{ kind: 'reveal', contact_ids: ids, add_to_list_id: listId }, 'lists:write'],
  ] as const
  for (const [body, scope] of asked) {
    const { status, body: refused } = await client.create(revealer, body)
    expect([status, refused.error.code, refused.error.message]).toEqual([
      403,
      'insufficient_scope',
      expect.stringContaining(scope),
    ])
  }
  expect((await client.create(apiKey, { kind: 'reveal', list_id: listId, dry_run: true })).status).toBe(200)

  const filling = { kind: 'reveal', contact_ids: ids, add_to_list_id: listId, on_short_balance: 'stop' }
  const job = await client.finish(apiKey, filling)
  expect(job).toMatchObject({ status: 'stopped', counts: { done: 5 } })
  const resume = (key: string) => test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key })
  expect((await resume(revealer)).body.error).toMatchObject({ code: 'insufficient_scope' })
  expect((await client.read(revealer, job.id)).body.status).toBe('stopped')
  expect((await resume(apiKey)).status).toBe(200)
  await test.store.database.query(
    sql`UPDATE api_keys SET scopes = array_remove(scopes, 'lists:write') WHERE account_id = ${accountId}`,
  )
  await test.app.queue.runWaiting()
  expect((await client.read(apiKey, job.id)).body).toMatchObject({
    status: 'stopped',
    stop_reason: 'no_longer_allowed',
  })
})

it('JOB-1, CREDIT-6: entries of a job carry the door and the name of whoever made it', async () => {
  const email = 'doors@jobs.example'
  const { apiKey, userId } = await test.createAccount({ email, credits: 10 })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const { accessToken } = await (await createIntegration(test)).connect(email)
  const body = async () => ({ kind: 'reveal', contact_ids: await test.plantContacts(1) })
  const made = [
    await client.create(apiKey, await body()),
    await client.create(accessToken, await body()),
    await browser.call('POST', '/api/v1/jobs', await body()),
  ]
  await test.app.queue.runWaiting()
  const entries = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  const ofJob = ({ body: { id } }: { body: { id: string } }) =>
    entries.body.data.find((entry: { job_id: string }) => entry.job_id === id)
  expect(made.map(ofJob)).toMatchObject([
    { door: 'api_key', actor: { type: 'api_key' } },
    { door: 'oauth', actor: { type: 'connection' } },
    { door: 'web', actor: { type: 'member', id: userId } },
  ])
})
