/** Attacks on sign-in that worked once. Each test was seen to fail before its fix. */
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { codeOf } from '../support/authenticator.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

async function signedIn(email: string): Promise<Browser> {
  await test.createAccount({ email })
  const browser = createBrowser(test)
  expect((await browser.signIn(email)).status).toBe(200)
  return browser
}

/** A path exactly as written: `fetch` and `inject` would tidy it up first. */
function sendPath(path: string): Promise<string> {
  const { hostname, port } = new URL(test.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  })
}

describe('SEC-1: no spelling of a path reaches an endpoint of the sign-in library that is not served', () => {
  it.each([
    '..\\token',
    '..\\list-accounts',
    '..\\oauth2\\get-consents',
    '..\\verify-email?token=x',
    '..%5Clist-accounts',
    '%2e%2e%5Clist-accounts',
    '..',
    '%2e%2e',
    '.%2e',
    '..;/list-accounts',
  ])('/auth/reset-password/%s', async (path) => {
    const answer = await sendPath(`/auth/reset-password/${path}`)
    const isRefused = /^HTTP\/1\.1 (404|400|405) /.test(answer)
    const isInvalidLink = /^HTTP\/1\.1 302 /.test(answer) && /location: .*INVALID_TOKEN/i.test(answer)
    expect([path, isRefused || isInvalidLink, answer.split('\r\n')[0]]).toEqual([path, true, answer.split('\r\n')[0]])
  })
})

it.each(['list-accounts', 'token', 'delete-user', 'update-session', 'admin/list-users', 'oauth2/get-consents', 'ok'])(
  'SEC-1: /auth/%s, which the library has, is not there',
  async (path) => {
    const browser = await signedIn(`${path.replaceAll(/\W/g, '-')}@security.example`)
    for (const method of ['GET', 'POST'] as const)
      expect([method, (await browser.call(method, `/auth/${path}`)).status]).toEqual([method, 404])
  },
)

describe('SEC-2: wrong passwords from elsewhere lock nobody out', () => {
  /** As if so many had been tried already: trying for real would be a hash each. */
  const setCounts = (count: number) =>
    test.app.database.query(sql`UPDATE sign_in_attempts SET count = ${count} WHERE key LIKE 'email %'`)
  const guessFrom = (browser: Browser, email: string) => browser.signIn(email, 'a wrong password 47')

  it('the guesser is slowed down, and the person signs in from their own device and from other addresses', async () => {
    const email = 'victim@security.example'
    const own = await signedIn(email)
    const guesser = createBrowser(test)
    expect((await guessFrom(guesser, email)).status).toBe(401)
    await setCounts(9)
    expect((await guessFrom(guesser, email)).status).toBe(401)
    const refused = await guessFrom(guesser, email)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(refused.body).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\w/) })
    expect((await guesser.signIn(email)).status).toBe(429)
    // A success clears what was counted, so each of the two has to meet the count itself.
    expect((await createBrowser(test).signIn(email)).status).toBe(200)
    await guessFrom(guesser, email)
    await setCounts(10)
    expect((await guessFrom(guesser, email)).status).toBe(429)
    expect((await own.signIn(email)).status).toBe(200)
  })

  it('guesses from many addresses are slowed down together, but not on a device that the person used before', async () => {
    const email = 'famous@security.example'
    const own = await signedIn(email)
    await guessFrom(createBrowser(test), email)
    await setCounts(100)
    expect((await guessFrom(createBrowser(test), email)).status).toBe(429)
    expect((await own.signIn(email)).status).toBe(200)
  })

  it('a new password lifts what wrong ones have counted', async () => {
    const email = 'reset@security.example'
    await test.createAccount({ email })
    const browser = createBrowser(test)
    await guessFrom(browser, email)
    await setCounts(10)
    expect((await browser.signIn(email)).status).toBe(429)
    await browser.call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
    const { text } = test.mails.findLast(({ to }) => to === email)!
    const landed = await browser.open(/http\S+/.exec(text)![0])
    const token = new URL(landed.url).searchParams.get('token')
    const newPassword = 'seven quiet rivers 1987'
    expect((await browser.call('POST', '/auth/reset-password', { newPassword, token })).status).toBe(200)
    expect((await browser.signIn(email, newPassword)).status).toBe(200)
  })
})

it('SEC-3: a code of the authenticator works once', async () => {
  const email = 'codes@security.example'
  const browser = await signedIn(email)
  const enabled = await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
  const verify = (by: Browser, code: string) => by.call('POST', '/auth/two-factor/verify-totp', { code })
  expect((await verify(browser, codeOf(secret))).status).toBe(200)

  const code = codeOf(secret, 1)
  const [first, second] = [createBrowser(test), createBrowser(test)]
  await first.signIn(email)
  await second.signIn(email)
  const statuses = [(await verify(first, code)).status, (await verify(second, code)).status]
  expect(statuses).toEqual([200, 401])
  expect((await second.call('GET', '/app/v1/profile')).status).toBe(401)
  expect((await first.call('GET', '/app/v1/profile')).status).toBe(200)
})

it('SEC-4: guesses at the password with a stolen session are counted for the person, whatever the address', async () => {
  const email = 'stolen@security.example'
  const browser = await signedIn(email)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  let sent = 0
  const guess = async (path: string, payload: object) => {
    sent += 1
    const remoteAddress = `198.51.100.${sent}`
    const headers = { cookie, origin: test.url, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '1.2.3.4' }
    return (await test.app.http.server.inject({ method: 'POST', url: path, remoteAddress, headers, payload }))
      .statusCode
  }
  const change = { currentPassword: 'wrong wrong wrong', newPassword: 'seven quiet rivers 1987' }
  const statuses: number[] = []
  for (let at = 0; at < 6; at += 1) statuses.push(await guess('/auth/change-password', change))
  for (let at = 0; at < 6; at += 1) statuses.push(await guess('/auth/two-factor/disable', { password: 'wrong' }))
  expect(statuses.slice(0, 10)).not.toContain(429)
  expect(statuses.slice(10)).toEqual([429, 429])
})

it('SEC-5: a burst of sign-ins hashes few passwords at a time, and what can’t wait its turn is refused', async () => {
  const hashing = await startServedApp({ hashesEachTime: true })
  onTestFinished(() => hashing.stop())
  // Far more than are hashed while the last of them arrive, however slow the database is.
  const emails = Array.from({ length: 80 }, (_, at) => `burst${at}@security.example`)
  const { apiKey } = await hashing.createAccount()
  const burst = Promise.all(emails.map((email) => createBrowser(hashing).signIn(email, 'a wrong password 47')))
  const meanwhile = await Promise.all(
    Array.from({ length: 5 }, () => hashing.call('GET', '/api/v1/usage', { key: apiKey })),
  )
  expect(meanwhile.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  const answers = await burst
  const statuses = new Set(answers.map(({ status }) => status))
  expect([...statuses].sort()).toEqual([401, 503])
})

it('SECRET-6: what strangers send is no error of ours, and not logged as one', async () => {
  const before = test.logLines.length
  const stranger = createBrowser(test)
  const secret = { email: 'nobody@strangers.example', password: 'not the password' }
  for (const path of [
    'sign-in/email',
    'sign-up/email',
    'request-password-reset',
    'reset-password',
    'change-password',
  ]) {
    await stranger.call('POST', `/auth/${path}`, secret)
    const elsewhere = 'https://evil.example/page'
    const links = {
      callbackURL: elsewhere,
      redirectTo: elsewhere,
      errorCallbackURL: elsewhere,
      newUserCallbackURL: elsewhere,
    }
    await stranger.call('POST', `/auth/${path}`, { ...secret, ...links })
    await stranger.call('POST', `/auth/${path}`, { email: { no: 'text' }, token: '\u0000', newPassword: 7 })
  }
  const { accountId: _, ...known } = await test.createAccount({ email: 'known@strangers.example' })
  await stranger.signIn('known@strangers.example', `not ${known.userId}`)
  await stranger.call('POST', '/auth/two-factor/verify-totp', { code: '000000' })
  await stranger.call('GET', '/auth/verify-email?token=nonsense')
  await stranger.call('GET', '/auth/reset-password/nonsense?callbackURL=https://evil.example')
  await stranger.call('GET', '/auth/oauth2/authorize?client_id=nobody&response_type=code&redirect_uri=x')
  await stranger.submit('/auth/oauth2/token', { grant_type: 'authorization_code', code: 'x', client_id: 'nobody' })
  await stranger.submit('/auth/oauth2/token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody' })
  await stranger.submit('/auth/oauth2/revoke', { token: 'x' })
  await test.call('POST', '/webhooks/stripe', { body: { type: 'x' } })
  await test.call('POST', '/mcp', { body: { jsonrpc: '2.0' }, headers: { authorization: 'Bearer nonsense' } })
  const errors = test.logLines.slice(before).filter((line) => JSON.parse(line).level >= 50)
  expect(errors).toEqual([])
})
