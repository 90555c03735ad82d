/** The test clock brings forward what waits for a receiver: of the account that moved it, in test mode, and of nobody else. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { createTestKey } from '../support/test-key.ts'

const start = new Date('2026-11-17T09:00:00.000Z')
const [secondMs, hour, day] = [1_000, 3_600, 86_400]

let test: TestApp
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example')
  test = await startTestApp({ webhookRequests: host.requests, clock: 'fixed', startAt: start })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})
beforeEach(() => {
  host.visits.length = 0
  host.answer((_visit, response) => response.writeHead(500).end())
})

/** A webhook at an address of its own, and what its owner does and sees. */
async function createReceiver(key: string, contactId: string) {
  const call = async (method: string, path: string, body?: object) => {
    const answer = await test.call(method, `/api/v1${path}`, { key, ...(body && { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const path = `/${crypto.randomUUID()}`
  const { id } = await call('POST', '/webhooks', { url: host.at('crm.example', path), types: ['reveal.created'] })
  return {
    call,
    reveal: () => call('POST', '/contacts/reveal', { contact_ids: [contactId] }),
    advance: (seconds: number) => call('POST', '/test/clock', { advance_seconds: seconds }),
    webhook: () => call('GET', `/webhooks/${id}`),
    delivery: async () => (await call('GET', `/webhooks/${id}/deliveries`)).data[0],
    visits: () => host.visits.filter((visit) => visit.path === path),
  }
}

/** The same account in both modes, and a neighbour in test mode. */
async function createReceivers() {
  const [account, other] = [await test.createAccount({ credits: 10 }), await test.createAccount()]
  const [contactId] = await test.plantContacts(1)
  const [mine, theirs] = [await createTestKey(test, account.accountId), await createTestKey(test, other.accountId)]
  return {
    tested: await createReceiver(mine.apiKey, 'ct_test_VerifiedEmailOne'),
    live: await createReceiver(account.apiKey, contactId!),
    neighbour: await createReceiver(theirs.apiKey, 'ct_test_VerifiedEmailOne'),
  }
}

it('MODE-8: attempts of webhooks come due as the clock moves, of this account’s test mode alone', async () => {
  const { tested, live, neighbour } = await createReceivers()
  const all = [tested, live, neighbour]
  for (const { reveal } of all) await reveal()
  await test.app.webhooks.runDue()
  expect(all.map(({ visits }) => visits().length)).toEqual([1, 1, 1])
  test.setTime(new Date(start.getTime() + 6 * secondMs))
  await test.app.webhooks.runDue()
  expect(all.map(({ visits }) => visits().length)).toEqual([2, 2, 2])
  // The third comes after five minutes.
  const waiting = await Promise.all([live, neighbour].map(({ delivery }) => delivery()))

  await tested.advance(60)
  await test.app.webhooks.runDue()
  expect(tested.visits()).toHaveLength(2)
  await tested.advance(hour)
  await test.app.webhooks.runDue()
  expect(tested.visits()).toHaveLength(3)
  host.answer((_visit, response) => response.end())
  await tested.advance(hour)
  await test.app.webhooks.runDue()
  expect(await tested.delivery()).toMatchObject({ attempt: 4, outcome: 'succeeded', next_attempt_at: null })
  const ids = tested.visits().map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)

  expect([live, neighbour].map(({ visits }) => visits().length)).toEqual([2, 2])
  expect(await Promise.all([live, neighbour].map(({ delivery }) => delivery()))).toEqual(waiting)
})

it('MODE-8: a receiver that fails for five days of test time is disabled, and only in test mode', async () => {
  const { tested, live, neighbour } = await createReceivers()
  for (const { reveal } of [tested, live, neighbour]) await reveal()
  await test.app.webhooks.runDue()
  const others = () => Promise.all([live, neighbour].map(async (one) => (await one.webhook()).failing_since))
  const failing = await others()
  expect(failing).toEqual([expect.any(String), expect.any(String)])
  await tested.advance(4 * day)
  await test.app.webhooks.runDue()
  expect((await tested.webhook()).status).toBe('enabled')
  await tested.advance(2 * day)
  await test.app.webhooks.runDue()
  expect((await tested.webhook()).status).toBe('disabled')
  const { data } = await tested.call('GET', '/events?types=reveal.created,webhook.disabled')
  expect(data).toMatchObject([{}, { data: { reason: 'failing' } }])
  expect(Date.parse(data[1].created_at) - Date.parse(data[0].created_at)).toBeGreaterThanOrEqual(6 * day * 1_000)
  for (const { webhook } of [live, neighbour]) expect((await webhook()).status).toBe('enabled')
  expect(await others()).toEqual(failing)
})
