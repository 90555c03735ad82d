/** Webhooks that are changed while something is sent to them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { webhookFailsDays } from '../../src/base/bounds.ts'
import { sql } from '../../src/base/sql.ts'
import { recordEvents } from '../../src/events/record.ts'
import { lease, release } from '../../src/webhooks/deliveries.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { createWebhookAccount } from '../support/webhook-account.ts'

let now = new Date()
let test: TestApp
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example', 'new.example')
  test = await startTestApp({ webhookRequests: host.requests, clock: 'fixed', startAt: now })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})
beforeEach(() => {
  host.visits.length = 0
  host.answer((_visit, response) => response.end('ok'))
})

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000)
  test.setTime(now)
}
const dispatch = () => test.app.webhooks.runDue()
const withWebhook = () =>
  createWebhookAccount(test, { url: host.at('crm.example', '/hook'), types: ['reveal.created'] })

/** Everything that is due is sent. The receiver answers the first requests when `meanwhile` has happened, with this status. */
async function dispatchWhile(status: number, meanwhile: () => Promise<unknown>): Promise<void> {
  const arrived = Promise.withResolvers<void>()
  const happened = Promise.withResolvers<void>()
  host.answer((_visit, response) => {
    arrived.resolve()
    void happened.promise.then(() => response.writeHead(status).end())
  })
  const round = dispatch()
  await arrived.promise
  await meanwhile()
  happened.resolve()
  await round
}

it('HOOK-4: disabling gives up what is being sent, too: enabled again, the webhook begins with the next event', async () => {
  const { reveal, call, id, deliveries } = await withWebhook()
  await reveal()
  await dispatchWhile(500, () => call('PATCH', `/${id}`, { status: 'disabled' }))
  const given = { outcome: 'failed', attempt: 1, status_code: 500, next_attempt_at: null }
  expect(await deliveries()).toMatchObject([given])
  await call('PATCH', `/${id}`, { status: 'enabled' })
  later(3_600)
  await dispatch()
  expect(host.visits).toHaveLength(1)
  expect(await deliveries()).toMatchObject([given])
})

it('HOOK-4: what arrived has arrived, and nothing follows it to a webhook that was disabled meanwhile', async () => {
  const { reveal, call, id, deliveries } = await withWebhook()
  await reveal(17)
  await dispatchWhile(200, async () => {
    await call('PATCH', `/${id}`, { status: 'disabled' })
    await reveal()
  })
  const outcomes = (await deliveries()).map(({ outcome }: { outcome: string }) => outcome).sort()
  expect(outcomes).toEqual([...Array(2).fill('failed'), ...Array(15).fill('succeeded')])
  expect(host.visits).toHaveLength(15)
})

it('HOOK-4: disabled and enabled while events are sent, it goes on with the next event', async () => {
  const { reveal, call, id } = await withWebhook()
  await reveal(17)
  await dispatchWhile(200, async () => {
    await call('PATCH', `/${id}`, { status: 'disabled' })
    await call('PATCH', `/${id}`, { status: 'enabled', url: host.at('new.example', '/hook') })
    await reveal()
  })
  expect(host.visits.map((visit) => visit.host)).toEqual([...Array(15).fill('crm.example'), 'new.example'])
})

it('HOOK-4: what an address answers after the webhook was given another one says nothing of that one', async () => {
  const { reveal, call, id, deliveries } = await withWebhook()
  await reveal()
  await dispatchWhile(410, () => call('PATCH', `/${id}`, { url: host.at('new.example', '/hook') }))
  expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'enabled', failing_since: null })
  host.answer((_visit, response) => response.end())
  later(3_600)
  await dispatch()
  expect(await deliveries()).toMatchObject([{ outcome: 'succeeded', attempt: 2 }])
})

it('HOOK-2: types that are wanted since events are being sent count from then on', async () => {
  const { reveal, call, id, accountId } = await withWebhook()
  await reveal(16)
  const { database, clock } = test.app
  const data = { contact_ids: await test.plantContacts(1) }
  await dispatchWhile(200, async () => {
    await call('PATCH', `/${id}`, { types: ['contact.erased'] })
    await database.transaction((tx) => recordEvents(tx, clock, accountId, [{ type: 'contact.erased', data }]))
  })
  const sent = host.visits.map(({ body }) => JSON.parse(body).type)
  expect(sent).toHaveLength(17)
  expect(sent).toContain('contact.erased')
})

it('HOOK-4: what is resent while it is tried for another time begins again', async () => {
  const { reveal, call, id, deliveries } = await withWebhook()
  host.answer((_visit, response) => response.writeHead(500).end())
  await reveal()
  await dispatch()
  later(10)
  const [{ event_id: eventId }] = await deliveries()
  await dispatchWhile(500, () => call('POST', `/${id}/resend`, { event_ids: [eventId] }))
  expect(await deliveries()).toMatchObject([{ outcome: 'pending', attempt: 0 }])
  host.answer((_visit, response) => response.end())
  await dispatch()
  expect(await deliveries()).toMatchObject([{ outcome: 'succeeded', attempt: 1 }])
})

it('HOOK-3: a node that lost its lease does not end that of the node that took over', async () => {
  const { accountId, id } = await withWebhook()
  const { database, clock } = test.app
  const take = () => lease(database, clock, { accountId, id })
  const first = (await take())!
  expect(await take()).toBeNull()
  later(61)
  const second = (await take())!
  await release(database, first)
  expect(await take()).toBeNull()
  await release(database, second)
  expect(await take()).not.toBeNull()
})

it('HOOK-4: a delivery whose event is no longer kept is no failure of the receiver', async () => {
  const { reveal, call, id, deliveries } = await withWebhook()
  host.answer((_visit, response) => response.writeHead(500).end())
  await reveal()
  await dispatch()
  host.answer((_visit, response) => response.end('ok'))
  await reveal()
  await dispatch()
  await test.store.owner.query(sql`DELETE FROM events`)
  later(3_600)
  await dispatch()
  expect(host.visits).toHaveLength(2)
  expect(await deliveries()).toMatchObject([
    { outcome: 'succeeded' },
    { outcome: 'failed', response: 'The event is no longer kept.', next_attempt_at: null },
  ])
  expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'enabled', failing_since: null })
})

it('HOOK-4: a new address has its own five days', async () => {
  const { reveal, call, id } = await withWebhook()
  host.answer((_visit, response) => response.writeHead(500).end())
  await reveal()
  await dispatch()
  later(webhookFailsDays * 86_400 + 60)
  const changed = await call('PATCH', `/${id}`, { url: host.at('new.example', '/hook') })
  expect(changed.body).toMatchObject({ failing_since: null })
  await dispatch()
  expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'enabled' })
})
