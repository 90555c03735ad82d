/** Requirements for every reply and every path, whatever the operation. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ publicUrl: 'https://prospector.example' })
})
afterAll(() => test.stop())

it('SEC-6: every answer forbids guessing its type, and https is remembered', async () => {
  const { apiKey } = await test.createAccount()
  for (const path of ['/api/v1/usage', '/auth/get-session', '/docs', '/healthz', '/nowhere', '/auth/jwks']) {
    const { headers } = await test.call('GET', path, { key: apiKey })
    expect([path, headers['x-content-type-options']]).toEqual([path, 'nosniff'])
    expect([path, headers['strict-transport-security']]).toEqual([path, 'max-age=31536000'])
  }
})

it('SETTING-4: X-Forwarded-For counts only from the proxies that were named', async () => {
  const statusesFrom = async (remoteAddress: string): Promise<number[]> => {
    const statuses: number[] = []
    for (let at = 0; at < 7; at += 1) {
      const answer = await test.app.http.server.inject({
        method: 'POST',
        url: '/auth/send-verification-email',
        remoteAddress,
        headers: { 'x-forwarded-for': `203.0.113.${at}`, origin: 'https://prospector.example' },
        payload: { email: `person${at}${remoteAddress}@nowhere.example` },
      })
      statuses.push(answer.statusCode)
    }
    return statuses
  }
  // Private addresses, which were believed once, are addresses like any other now.
  for (const address of ['127.0.0.1', '10.1.2.3', '192.168.7.7']) {
    expect([address, (await statusesFrom(address)).includes(429)]).toEqual([address, true])
  }
})

it('SETTING-4: a named proxy is believed', async () => {
  const proxied = await startTestApp({ trustedProxies: ['10.9.0.0/16'] })
  const statuses: number[] = []
  for (let at = 0; at < 7; at += 1) {
    const answer = await proxied.app.http.server.inject({
      method: 'POST',
      url: '/auth/send-verification-email',
      remoteAddress: '10.9.1.1',
      headers: { 'x-forwarded-for': `203.0.113.${at}`, origin: 'http://localhost:8080' },
      payload: { email: `person${at}@nowhere.example` },
    })
    statuses.push(answer.statusCode)
  }
  await proxied.stop()
  expect(statuses).toEqual(Array(7).fill(200))
})
