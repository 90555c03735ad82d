/** What outsiders found in sign-in and OAuth after the first release. Each test was seen to fail before its fix. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { codeOf } from '../support/authenticator.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'
import { createIntegration } from '../support/integration.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp({ oauthRegistration: true })
})
afterAll(() => test.stop())

async function signedIn(email: string): Promise<Browser> {
  await test.createAccount({ email })
  const browser = createBrowser(test)
  expect((await browser.signIn(email)).status).toBe(200)
  return browser
}

async function enableSecondFactor(browser: Browser): Promise<string> {
  const enabled = await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
  const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
  expect((await browser.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret) })).status).toBe(200)
  return secret
}

/** A device that signed in with a code and asked not to be asked again. */
async function trustedDevice(email: string, secret: string): Promise<Browser> {
  const device = createBrowser(test)
  await device.signIn(email)
  const answer = await device.call('POST', '/auth/two-factor/verify-totp', {
    code: codeOf(secret, 1),
    trustDevice: true,
  })
  expect(answer.status).toBe(200)
  return device
}

const needsCode = async (device: Browser, email: string): Promise<boolean> =>
  (await device.signIn(email)).body.twoFactorRedirect === true

it('SEC-30: a new authenticator ends the trust in devices that skip it', async () => {
  const email = 'lost-phone@security.example'
  const browser = await signedIn(email)
  const device = await trustedDevice(email, await enableSecondFactor(browser))
  expect(await needsCode(device, email)).toBe(false)
  const off = await browser.call('POST', '/auth/two-factor/disable', { password: usualPassword })
  expect(off.status).toBe(200)
  await enableSecondFactor(browser)
  expect(await needsCode(device, email)).toBe(true)
})

it('SEC-30: ending the other sessions ends the trust in devices', async () => {
  const email = 'stolen-laptop@security.example'
  const browser = await signedIn(email)
  const device = await trustedDevice(email, await enableSecondFactor(browser))
  expect((await browser.call('POST', '/auth/revoke-other-sessions', {})).status).toBe(200)
  expect(await needsCode(device, email)).toBe(true)
})

it('PEOPLE-12: mails are counted for the mailbox, whatever alias it is written to', async () => {
  const aliases = [
    'grace.hopper@gmail.com',
    'gracehopper@gmail.com',
    'g.r.a.c.e.hopper+news@gmail.com',
    'gracehopper+1@googlemail.com',
    'GraceHopper+2@gmail.com',
    'gracehopper+3@gmail.com',
    'gracehopper+4@gmail.com',
  ]
  const statuses: number[] = []
  for (const email of aliases) {
    await test.store.database.query(sql`DELETE FROM sign_in_attempts WHERE key NOT LIKE 'email %'`)
    const sent = { email, name: 'Grace', password: 'seven quiet rivers 1987' }
    statuses.push((await createBrowser(test).call('POST', '/auth/sign-up/email', sent)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  const reached = test.mails.filter(({ to }) => /@g(oogle)?mail\.com$/i.test(to))
  expect(reached).toHaveLength(5)
})

it('OAUTH-12: a client that registered itself can’t have errors sent to its address: people stay here', async () => {
  const redirectUri = 'https://phishing.example/sign-in'
  const registered = await fetch(`${test.url}/auth/oauth2/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [redirectUri], client_name: 'Itself' }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const crm = await createIntegration(test)
  const faults = [{ code_challenge: null, code_challenge_method: null }, { response_type: 'token' }]
  for (const fault of faults) {
    const own = { client_id, redirect_uri: redirectUri, scope: 'usage:read' }
    const { url } = await crm.startAuthorization({ ...own, ...fault })
    for (const browser of [createBrowser(test), await signedIn(`${crypto.randomUUID()}@security.example`)]) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
      const location = answer.headers.get('location') ?? ''
      expect(location).not.toContain('phishing.example')
      expect([400, 303]).toContain(answer.status)
    }
  }
  // An approved client is told, as the standard says.
  const { url } = await crm.startAuthorization({ response_type: 'token' })
  const told = await fetch(url, { redirect: 'manual' })
  expect(told.headers.get('location')).toMatch(/^https:\/\/crm\.example\/callback[?#]error=/)
})
