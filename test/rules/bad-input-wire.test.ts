/** Bad input that only a real connection can carry. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { listen, type RawAnswer, sendRaw } from './raw-http.ts'
import { dumpWithoutCounters } from './stored.ts'

let test: TestApp
let port: number
let apiKey: string
let id: string
let before: Map<string, string[]>
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-03-10T12:00:00Z') })
  port = await listen(test)
  apiKey = (await test.createAccount({ credits: 5 })).apiKey
  id = (await test.plantContacts(1))[0]!
  before = await dumpWithoutCounters(test.store.database)
})
afterAll(async () => {
  const after = await dumpWithoutCounters(test.store.database)
  await test.stop()
  expect(after).toEqual(before)
})

const reveal = (headers: string[], body = '') =>
  `${['POST /api/v1/contacts/reveal HTTP/1.1', 'Host: x', `Authorization: Bearer ${apiKey}`, 'Connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`

function expectError(answers: RawAnswer[], status: number, code: string, param?: string): void {
  expect(answers).toHaveLength(1)
  const { error } = JSON.parse(answers[0]!.body)
  expect([answers[0]!.status, error.code, error.param]).toEqual([status, code, param])
  expect(answers[0]!.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answers[0]!.headers['x-request-id']).toBe(error.request_id)
}

const megabytes = 10 * 1024 * 1024

it('HTTP-8: a 10 MB body with a Content-Length is request_too_large', async () => {
  const head = reveal(['Content-Type: application/json', `Content-Length: ${megabytes}`])
  expectError(await sendRaw(port, [head, Buffer.alloc(megabytes, 0x20)]), 413, 'request_too_large')
})

it.each(['application/json', 'text/plain'])(
  'HTTP-8: a 10 MB body of %s in chunks is request_too_large',
  async (type) => {
    const head = reveal([`Content-Type: ${type}`, 'Transfer-Encoding: chunked'])
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 0x20), Buffer.from('\r\n')])
    const chunks = [head, ...Array<Buffer>(megabytes / 0x10000).fill(chunk), '0\r\n\r\n']
    expectError(await sendRaw(port, chunks), 413, 'request_too_large')
    expectError(await sendRaw(port, chunks, { readsLast: true }), 413, 'request_too_large')
  },
)

it('IDEM-1: an Idempotency-Key with control characters is invalid_idempotency_key', async () => {
  const body = JSON.stringify({ contact_ids: [id] })
  for (const key of ['a\x01b', 'a\x00b', 'a\x7fb', 'a\tb', 'a\x9fb', 'a\x1b[31m']) {
    const request = reveal(
      ['Content-Type: application/json', `Content-Length: ${body.length}`, `Idempotency-Key: ${key}`],
      body,
    )
    expectError(
      await sendRaw(port, [Buffer.from(request, 'latin1')]),
      400,
      'invalid_idempotency_key',
      'Idempotency-Key',
    )
  }
})

it('IDEM-1: an empty Idempotency-Key is refused', async () => {
  const body = JSON.stringify({ contact_ids: [id] })
  const request = reveal(['Content-Type: application/json', `Content-Length: ${body.length}`, 'Idempotency-Key:'], body)
  expectError(await sendRaw(port, [request]), 400, 'invalid_idempotency_key', 'Idempotency-Key')
})

it('AUTH-1: two Authorization headers are invalid_credentials', async () => {
  expectError(await sendRaw(port, [reveal([`Authorization: Bearer ${apiKey}`])]), 401, 'invalid_credentials')
})

it('AUTH-1: a key in the query string is no credential', async () => {
  const request = `GET /api/v1/usage?api_key=${apiKey}&access_token=${apiKey} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  expectError(await sendRaw(port, [request]), 401, 'missing_credentials')
})

it('HTTP-10: headers without end are refused in the envelope', async () => {
  expectError(await sendRaw(port, [reveal([`X-Long: ${'x'.repeat(100_000)}`])]), 431, 'headers_too_large')
})

it('HTTP-10: what is no HTTP is refused in the envelope', async () => {
  for (const garbage of ['\x16\x03\x01\x02\x00\x01\x00', 'hello\r\n\r\n', 'GET\r\n\r\n', `BREW / HTTP/1.1\r\n\r\n`]) {
    expectError(await sendRaw(port, [garbage]), 400, 'invalid_request')
  }
})

it('HTTP-10: a request with two lengths is refused before anybody reads its body', async () => {
  const smuggled = reveal(
    ['Content-Type: application/json', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
    '0\r\n\r\n',
  )
  expectError(await sendRaw(port, [smuggled]), 400, 'invalid_request')
})

it('HTTP-10: garbage behind a good request does not overtake its answer', async () => {
  const good = `GET /api/v1/usage HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`
  const answers = await sendRaw(port, [`${good}${good}nonsense\r\n\r\n`])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
  expect(JSON.parse(answers[0]!.body).object).toBe('usage')
})

it('HTTP-10: a body with broken chunks is refused in the envelope', async () => {
  const request = reveal(['Content-Type: application/json', 'Transfer-Encoding: chunked'], 'zz\r\n{}\r\n')
  expectError(await sendRaw(port, [request]), 400, 'invalid_request')
})

it('HTTP-10: a body that ends too early is refused, and nobody waits for the rest', async () => {
  const request = reveal(['Content-Type: application/json', 'Content-Length: 100'], '{"contact_ids": [')
  expectError(await sendRaw(port, [request], { thenEnd: true }), 400, 'invalid_request')
})

it('HTTP-10: a request without a Host is refused in the envelope, unless it is older than that header', async () => {
  const get = (version: string) => `GET /healthz HTTP/${version}\r\nConnection: close\r\n\r\n`
  expectError(await sendRaw(port, [get('1.1')]), 400, 'invalid_request', 'Host')
  expect((await sendRaw(port, [get('1.0')])).map(({ status }) => status)).toEqual([200])
})

it('HTTP-10: an expectation that nobody knows is no reason to refuse', async () => {
  const request = `GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n`
  const [answer] = await sendRaw(port, [request])
  expect(answer!.status).toBe(200)
  expect(JSON.parse(answer!.body).request_id).toBe(answer!.headers['x-request-id'])
  expectError(await sendRaw(port, [reveal(['Expect: miracles'])]), 415, 'unsupported_media_type')
})
