import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { WebhookVerificationError, webhooks } from './webhooks.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const now = new Date('2026-03-02T09:30:00Z')
const body = '{"type":"reveal.created","timestamp":"2026-03-02T09:29:59Z","data":{"sequence":7}}'
const timestamp = String(now.getTime() / 1_000)

const sign = (text: string, by = secret, at = timestamp, id = 'evt_1') =>
  `v1,${createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
    .update(`${id}.${at}.${text}`)
    .digest('base64')}`
const headers = (signature: string, at = timestamp) => ({
  'webhook-id': 'evt_1',
  'Webhook-Timestamp': at,
  'webhook-signature': signature,
})

it('SDK-4: a signed message gives its event, as text, as bytes and with headers of either kind', async () => {
  const event = { id: 'evt_1', type: 'reveal.created', timestamp: '2026-03-02T09:29:59Z', data: { sequence: 7 } }
  expect(await webhooks.verify(body, headers(sign(body)), secret, { now })).toEqual(event)
  const bytes = new TextEncoder().encode(body)
  expect(await webhooks.verify(bytes, new Headers(headers(sign(body))), secret, { now })).toEqual(event)
})

it('SDK-4: the type of an event says what its data holds', async () => {
  const text = '{"type":"job.finished","timestamp":"2026-03-02T09:29:59Z","data":{"job_id":"job_1","sequence":8}}'
  const event = await webhooks.verify(text, headers(sign(text)), secret, { now })
  expect(event.type === 'job.finished' && event.data.job_id).toBe('job_1')
  expect(event.data.sequence).toBe(8)
})

it('SDK-4: it agrees with the example of the Standard Webhooks specification', async () => {
  const example = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const at = { now: new Date(1_614_265_330_000) }
  const event = await webhooks.verify('{"test": 2432232314}', example, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', at)
  expect(event).toMatchObject({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', test: 2432232314 })
})

it('SDK-4: during a rotation either secret is enough, among several signatures', async () => {
  const old = `whsec_${Buffer.from('the secret of the day before').toString('base64')}`
  const both = `v1a,xx ${sign(body, old)} ${sign(body)}`
  expect((await webhooks.verify(body, headers(both), old, { now })).id).toBe('evt_1')
  expect((await webhooks.verify(body, headers(sign(body)), [old, secret], { now })).id).toBe('evt_1')
})

it.each([
  ['another body', `${body} `, headers(sign(body))],
  ['another secret', body, headers(sign(body, `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`))],
  ['another id', body, headers(sign(body, secret, timestamp, 'evt_2'))],
  ['no signature', body, { ...headers(''), 'webhook-signature': undefined }],
  ['a signature that is none', body, headers('v1,%%%')],
  ['too old', body, headers(sign(body, secret, String(Number(timestamp) - 301)), String(Number(timestamp) - 301))],
  [
    'from the future',
    body,
    headers(sign(body, secret, String(Number(timestamp) + 301)), String(Number(timestamp) + 301)),
  ],
  ['no time', body, headers(sign(body, secret, 'soon'), 'soon')],
])('SDK-4: refuses %s', async (_, text, given) => {
  await expect(webhooks.verify(text, given, secret, { now })).rejects.toThrow(WebhookVerificationError)
})

it('SDK-4: a secret that is missing or empty opens nothing', async () => {
  const signedWithNothing = headers(sign(body, 'whsec_'))
  for (const nothing of [undefined, '', [''], [secret, '']] as string[])
    await expect(webhooks.verify(body, signedWithNothing, nothing, { now })).rejects.toThrow(TypeError)
  await expect(webhooks.verify(body, signedWithNothing, 'whsec_', { now })).rejects.toThrow(WebhookVerificationError)
})
