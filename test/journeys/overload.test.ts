/** More requests than a node can answer in time, and clients that never read. */
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listen } from '../rules/raw-http.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
let port: number
let noisy: string
let quiet: string
beforeAll(async () => {
  test = await startTestApp()
  port = await listen(test)
  noisy = (await test.createAccount()).apiKey
  quiet = (await test.createAccount()).apiKey
})
afterAll(() => test.stop())

const usage = (key: string, headers = {}) =>
  fetch(`http://127.0.0.1:${port}/api/v1/usage`, { headers: { authorization: `Bearer ${key}`, ...headers } })

/** Requests that stay under way, because their bodies never come. */
async function hold(key: string, count: number): Promise<{ sockets: Socket[]; answers: string[] }> {
  const answers: string[] = []
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) {
    socket.on('data', (bytes) => answers.push(String(bytes)))
    socket.on('error', () => {})
    socket.write(
      `POST /api/v1/contacts/search HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n',
    )
  }
  const { limit } = test.app.http.overload
  await expect.poll(() => limit.underway() + answers.length).toBeGreaterThanOrEqual(count)
  return { sockets, answers }
}

it('RUN-9, HTTP-15: a flood is refused at once in the envelope with Retry-After, which pages of other origins can read, and a quiet account is served', async () => {
  const { limit } = test.app.http.overload
  // All in the same moment, however long this machine takes.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  const { sockets, answers } = await hold(noisy, limit.limit() + 250)
  vi.restoreAllMocks()
  expect(answers).toHaveLength(250)
  expect(answers[0]).toMatch(/^HTTP\/1.1 503 .*\r\nRetry-After: 1\r\n.*"code":"service_unavailable"/s)
  expect(/X-Request-Id: (req_\w+)/.exec(answers[0]!)![1]).toBe(/"request_id":"(req_\w+)"/.exec(answers[0]!)![1])
  // So many do not come back in the same second.
  const later = answers.filter((text) => text.includes('\r\nRetry-After: 2\r\n'))
  expect(later).toHaveLength(50)
  expect((await usage(quiet)).status).toBe(200)
  expect((await usage(noisy)).status).toBe(503)
  const toAnotherOrigin = (await usage(noisy, { origin: 'https://crm.example' })).headers
  expect(toAnotherOrigin.get('access-control-allow-origin')).toBe('*')
  expect(toAnotherOrigin.get('access-control-expose-headers')).toContain('Retry-After')

  // A refused client that keeps sending is read again later, and not before: what it has sent by then is answered.
  const refused = sockets.at(-1)!
  refused.write('{}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const before = answers.length
  await expect.poll(() => answers.length).toBeGreaterThan(before)

  for (const socket of sockets) socket.destroy()
  await expect.poll(() => limit.underway()).toBe(0)
  expect((await usage(noisy)).status).toBe(200)
})

it('RUN-8: a node that drains says so, closes the connections it answers on, and serves as before', async () => {
  test.app.http.drain()
  const answer = await usage(quiet)
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})
