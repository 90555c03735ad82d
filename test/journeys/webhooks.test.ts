/** Webhooks, received by a host that verifies them with the official library. */

import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '../../src/base/durations.ts'
import { sql } from '../../src/base/sql.ts'
import { addMember } from '../../src/members/members.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type PublicHost, startPublicHost } from '../support/public-host.ts'
import { createWebhookAccount } from '../support/webhook-account.ts'

const start = new Date()
let now = start
let test: TestApp
let host: PublicHost
beforeAll(async () => {
  host = await startPublicHost('crm.example', 'slow.example', 'down.example')
  test = await startTestApp({ webhookRequests: host.requests, clock: 'fixed', startAt: start })
})
afterAll(async () => {
  await test.stop()
  await host.stop()
})
beforeEach(() => {
  host.visits.length = 0
  host.answer((_visit, response) => response.end('ok'))
})

const later = (milliseconds: number): void => {
  now = new Date(now.getTime() + milliseconds)
  test.setTime(now)
}
const dispatch = () => test.app.webhooks.runDue()

const withWebhook = (changes: object = {}, name = 'crm.example') =>
  createWebhookAccount(test, { url: host.at(name, '/hook'), ...changes })

describe('HOOK-1: a webhook', () => {
  it('is made, listed, shown, changed and deleted; its secret is shown once', async () => {
    const { call, id, secret, webhook } = await withWebhook({ types: ['reveal.created'] })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{32,}$/)
    expect(webhook).toMatchObject({
      object: 'webhook',
      status: 'enabled',
      types: ['reveal.created'],
      failing_since: null,
    })
    expect((await call('GET', '')).body.data).toHaveLength(1)
    expect((await call('GET', `/${id}`)).text).not.toContain('whsec_')
    const changed = await call('PATCH', `/${id}`, { types: null, status: 'disabled' })
    expect(changed.body).toMatchObject({ types: null, status: 'disabled' })
    expect((await call('DELETE', `/${id}`)).body).toMatchObject({ id, object: 'webhook', deleted: true })
    expect((await call('GET', `/${id}`)).status).toBe(404)
  })

  it('of another account does not exist, and there are at most ten', async () => {
    const [mine, theirs] = [await withWebhook(), await withWebhook()]
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate-secret'],
      ['GET', '/deliveries'],
    ] as const) {
      const answer = await mine.call(
        method,
        `/${theirs.id}${path}`,
        method === 'GET' || method === 'DELETE' ? undefined : {},
      )
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    for (let n = 1; n < 10; n += 1) await mine.call('POST', '', { url: host.at('crm.example', `/${n}`) })
    const eleventh = await mine.call('POST', '', { url: host.at('crm.example', '/11') })
    expect([eleventh.status, eleventh.body.error.code]).toEqual([409, 'too_many_webhooks'])
  })

  it.each([
    'no address',
    'http://crm.example/hook',
    'https://10.0.0.1/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://192.168.1.1/hook',
    'https://a:b@crm.example/hook',
    'ftp://crm.example/hook',
  ])('is not made for %s', async (url) => {
    const { call } = await withWebhook()
    const { status, body } = await call('POST', '', { url })
    expect([status, body.error.param]).toEqual([400, 'url'])
  })
})

describe('HOOK-2: a delivery', () => {
  it('is verified by the official library; an altered byte, an old timestamp and another secret are refused', async () => {
    const { secret, reveal, call, id } = await withWebhook({ types: ['reveal.created'] })
    await reveal()
    await dispatch()
    const [visit] = host.visits
    const headers = visit!.headers as Record<string, string>
    const verifier = new Verifier(secret)
    const event = verifier.verify(visit!.body, headers) as { type: string; data: { sequence: number } }
    expect(event).toMatchObject({ type: 'reveal.created', data: { credits: 1, door: 'api_key', sequence: 2 } })
    expect(headers['webhook-id']).toMatch(/^evt_/)
    const altered = visit!.body.replace('"credits":1', '"credits":2')
    expect(altered).not.toBe(visit!.body)
    expect(() => verifier.verify(altered, headers)).toThrow()
    expect(() => verifier.verify(visit!.body, { ...headers, 'webhook-timestamp': '1700000000' })).toThrow()
    const other = (await call('POST', `/${id}/rotate-secret`)).body.secret
    expect(() => new Verifier(other).verify(visit!.body, headers)).toThrow()
    const signaturesLater = async (hours: number) => {
      later(hours * hourMs)
      await reveal()
      await dispatch()
      return (host.visits.at(-1)!.headers['webhook-signature'] as string).split(' ')
    }
    expect(await signaturesLater(0)).toHaveLength(2)
    for (const valid of [secret, other]) {
      expect(() =>
        new Verifier(valid).verify(host.visits[1]!.body, host.visits[1]!.headers as Record<string, string>),
      ).not.toThrow()
    }
    // For 24 hours both secrets sign.
    expect(await signaturesLater(23.9)).toHaveLength(2)
    expect(await signaturesLater(0.2)).toHaveLength(1)
  })

  it('is made for every event of a wanted type, once, and listed with what came back', async () => {
    const { reveal, deliveries } = await withWebhook({ types: ['reveal.created'] })
    await reveal(3)
    await Promise.all([dispatch(), dispatch()])
    await dispatch()
    expect(host.visits).toHaveLength(3)
    expect(await deliveries()).toMatchObject([
      {
        object: 'webhook_delivery',
        outcome: 'succeeded',
        attempt: 1,
        status_code: 200,
        response: 'ok',
        next_attempt_at: null,
      },
      { outcome: 'succeeded' },
      { outcome: 'succeeded' },
    ])
  })

  it('that fails is tried again after 5 seconds, 5 minutes and so on, or when Retry-After says, ten times in all', async () => {
    const { reveal, deliveries } = await withWebhook({ types: ['reveal.created'] })
    host.answer((_visit, response) => response.writeHead(500).end('no'))
    await reveal()
    await dispatch()
    const pauses = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    for (const [at, seconds] of pauses.entries()) {
      const [before] = await deliveries()
      expect([before.attempt, before.outcome, before.status_code]).toEqual([at + 1, 'pending', 500])
      const pause = (Date.parse(before.next_attempt_at) - Date.parse(before.attempted_at)) / 1_000
      expect(pause).toBeGreaterThanOrEqual(seconds)
      expect(pause).toBeLessThanOrEqual(seconds * 1.1)
      // Failing for days would disable it first: that is another rule.
      await test.store.database.query(sql`UPDATE webhooks SET failing_since = ${now}`)
      later(pause * 1_000)
      await dispatch()
    }
    expect((await deliveries())[0]).toMatchObject({ attempt: 10, outcome: 'failed', next_attempt_at: null })
    const ids = new Set(host.visits.map(({ headers }) => headers['webhook-id']))
    expect([host.visits.length, ids.size]).toEqual([10, 1])
    host.answer((_visit, response) => response.writeHead(503, { 'retry-after': '3600' }).end())
    await reveal()
    await dispatch()
    const [asked] = await deliveries()
    expect(Date.parse(asked.next_attempt_at) - Date.parse(asked.attempted_at)).toBe(hourMs)
  })

  it.each([
    ['a redirect', 302],
    ['a 404', 404],
  ])('answered with %s has failed', async (_what, status) => {
    const { reveal, deliveries } = await withWebhook({ types: ['reveal.created'] })
    host.answer((_visit, response) => response.writeHead(status, { location: host.at('crm.example', '/else') }).end())
    await reveal()
    await dispatch()
    expect(host.visits).toHaveLength(1)
    expect((await deliveries())[0]).toMatchObject({ outcome: 'pending', status_code: status })
  })

  it('is sent to the address that was checked: a name that leads inside later is not connected to', async () => {
    const { reveal, deliveries } = await withWebhook({ types: ['reveal.created'] }, 'down.example')
    host.names.names.set('down.example', ['10.0.0.1'])
    await reveal()
    await dispatch()
    expect((await deliveries())[0]).toMatchObject({
      status_code: null,
      response: 'The address is not on the public internet.',
    })
  })
})

describe('HOOK-4: disabling', () => {
  it('410 disables at once, with an event and a mail; enabled again it begins with the next event, and resend brings the others', async () => {
    const { reveal, call, id, apiKey, email } = await withWebhook({ types: ['reveal.created'] })
    host.answer((_visit, response) => response.writeHead(410).end())
    await reveal(2)
    await dispatch()
    expect((await call('GET', `/${id}`)).body.status).toBe('disabled')
    const events = (await test.call('GET', '/api/v1/events?types=webhook.disabled', { key: apiKey })).body.data
    expect(events).toMatchObject([{ data: { webhook_id: id, reason: 'gone' } }])
    await test.app.queue.runWaiting()
    const { subject } = test.mails.find(({ to }) => to === email)!
    expect(subject).toBe(`Your webhook to ${new URL(host.at('crm.example', '/')).host} was disabled`)
    host.visits.length = 0
    host.answer((_visit, response) => response.end())
    await reveal()
    expect((await call('POST', `/${id}/resend`, { since: 0 })).body.error.code).toBe('webhook_disabled')
    await call('PATCH', `/${id}`, { status: 'enabled' })
    await dispatch()
    expect(host.visits).toHaveLength(0)
    expect((await call('POST', `/${id}/resend`, { since: 1 })).body).toMatchObject({ resent: 3, next_since: null })
    await dispatch()
    expect(host.visits).toHaveLength(3)
    const eventId = host.visits[0]!.headers['webhook-id']
    expect((await call('POST', `/${id}/resend`, { event_ids: [eventId] })).body.resent).toBe(1)
    await dispatch()
    expect(host.visits.filter(({ headers }) => headers['webhook-id'] === eventId)).toHaveLength(2)
    const foreign = await call('POST', `/${id}/resend`, { event_ids: ['evt_1xAAAA'] })
    expect([foreign.status, foreign.body.error.param]).toEqual([400, 'event_ids[0]'])
    const refused = async (body: object) => (await call('POST', `/${id}/resend`, body)).body.error.param
    expect([await refused({}), await refused({ event_ids: [eventId], since: 1 })]).toEqual(['event_ids', 'since'])
  })

  it('after a day without success the owners get a mail, after five days it is disabled', async () => {
    const { reveal, call, id, email, apiKey, accountId } = await withWebhook({ types: ['reveal.created'] })
    const [other, member] = ['second@owner.example', 'member@owner.example']
    for (const [address, role] of [
      [other, 'owner'],
      [member, 'member'],
    ] as const) {
      const { userId } = await test.createAccount({ email: address })
      await addMember(test.store.database, { accountId, userId, role, creditLimit: null })
    }
    host.answer((_visit, response) => response.writeHead(500).end())
    await reveal()
    await dispatch()
    const subjects = async () => {
      await test.app.queue.runWaiting()
      return test.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
    }
    const name = new URL(host.at('crm.example', '/')).host
    const fail = async (hours: number) => {
      later(hours * hourMs)
      await dispatch()
    }
    const disablings = async () =>
      (await test.call('GET', '/api/v1/events?types=webhook.disabled', { key: apiKey })).body.data
    await fail(23)
    expect(await subjects()).toEqual([])
    await reveal()
    await fail(1.1)
    expect(await subjects()).toHaveLength(1)
    for (const hours of [6, 60]) await fail(hours)
    expect(await subjects()).toEqual([`Your webhook to ${name} has been failing for 24 hours`])
    // A success ends it: days count from the next failure on.
    host.answer((_visit, response) => response.end())
    await reveal()
    await dispatch()
    expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'enabled', failing_since: null })
    host.answer((_visit, response) => response.writeHead(500).end())
    await reveal()
    await dispatch()
    for (const hours of [48, 71]) await fail(hours)
    expect((await call('GET', `/${id}`)).body.status).toBe('enabled')
    expect(await disablings()).toEqual([])
    expect(await subjects()).toHaveLength(2)
    await reveal()
    await fail(2)
    expect((await subjects()).at(-1)).toBe(`Your webhook to ${name} was disabled`)
    expect((await call('GET', `/${id}`)).body).toMatchObject({ status: 'disabled', failing_since: expect.any(String) })
    expect(await disablings()).toMatchObject([{ data: { webhook_id: id, reason: 'failing' } }])
    const warnings = (address: string) =>
      test.mails.filter(({ to, subject }) => to === address && subject.includes('failing for 24 hours')).length
    expect([email, other, member].map(warnings)).toEqual([2, 2, 0])
  })

  it('by its owner gives up what waits: enabled again it begins with the next event', async () => {
    const { reveal, call, id, deliveries } = await withWebhook({ types: ['reveal.created'] })
    host.answer((_visit, response) => response.writeHead(500).end())
    await reveal()
    await dispatch()
    expect((await deliveries())[0]).toMatchObject({ outcome: 'pending', attempt: 1 })
    await call('PATCH', `/${id}`, { status: 'disabled' })
    expect((await deliveries())[0]).toMatchObject({ outcome: 'failed', next_attempt_at: null })
    await call('PATCH', `/${id}`, { status: 'enabled' })
    host.visits.length = 0
    later(hourMs)
    await dispatch()
    expect(host.visits).toHaveLength(0)
  })
})
