/** Requirements for every reply and every path, whatever the operation. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

const publicUrl = 'https://prospector.example'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ publicUrl })
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

/**
 * Seven at once for seven people, each said to come from an address of its own. Each takes half a second, known or not. A
 * machine that is too busy to say anything but 503 is asked again.
 */
async function askForMails(app: TestApp['app'], remoteAddress: string): Promise<number[]> {
  const asking = Array.from({ length: 7 }, (_, at) =>
    app.http.server.inject({
      method: 'POST',
      url: '/auth/send-verification-email',
      remoteAddress,
      headers: { 'x-forwarded-for': `203.0.113.${at}`, origin: publicUrl },
      payload: { email: `person${at}${remoteAddress}@nowhere.example` },
    }),
  )
  const statuses = (await Promise.all(asking)).map(({ statusCode }) => statusCode)
  return statuses.includes(503) ? askForMails(app, remoteAddress) : statuses
}

it('SETTING-4: X-Forwarded-For counts only from the proxies that were named', async () => {
  // Private addresses, which were believed once, are addresses like any other now.
  for (const address of ['127.0.0.1', '10.1.2.3', '192.168.7.7']) {
    expect([address, (await askForMails(test.app, address)).includes(429)]).toEqual([address, true])
  }
})

it('SETTING-4: a named proxy is believed', async () => {
  const proxied = await startTestApp({ publicUrl, trustedProxies: ['10.9.0.0/16'] })
  const statuses = await askForMails(proxied.app, '10.9.1.1')
  await proxied.stop()
  expect(statuses).toEqual(Array(7).fill(200))
})

it('SEC-16: whoever has an IPv6 network is counted as one, whichever of its addresses they use', async () => {
  const ask = async (remoteAddress: string, at: number): Promise<number> => {
    const { statusCode } = await test.app.http.server.inject({
      method: 'POST',
      url: '/auth/send-verification-email',
      remoteAddress,
      headers: { origin: publicUrl },
      payload: { email: `v6-${at}@nowhere.example` },
    })
    return statusCode === 503 ? ask(remoteAddress, at) : statusCode
  }
  const statuses: number[] = []
  for (let at = 1; at <= 6; at += 1) statuses.push(await ask(`2001:db8:1:2:${at}::${at}`, at))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await ask('2001:db8:1:3::1', 7)).toBe(200)
})
