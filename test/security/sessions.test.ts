/** How long sessions and connections last, and what ends them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { prepareConnection } from '../../src/connections/connections.ts'
import { createOAuthClient } from '../../src/oauth/clients.ts'
import { touchSession } from '../../src/sign-in/sessions.ts'
import { type Browser, createBrowser, type ServedApp, startServedApp, usualPassword } from '../support/browser.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

async function signedIn(email: string): Promise<{ browser: Browser; accountId: string; userId: string }> {
  const { accountId, userId } = await test.createAccount({ email })
  const browser = createBrowser(test)
  expect((await browser.signIn(email)).status).toBe(200)
  return { browser, accountId, userId }
}

const daysLeft = async (userId: string): Promise<number> => {
  const [row] = await test.app.database.query<{ days: number }>(
    sql`SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM sessions WHERE user_id = ${userId}`,
  )
  return row!.days
}

/** As if the session had begun, and been used last, so many days ago. */
const age = (userId: string, days: number) =>
  test.app.database.query(sql`
    UPDATE sessions SET created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days}), expires_at = expires_at - make_interval(days => ${days})
    WHERE user_id = ${userId}`)

it('SEC-10: a session that is not used for 14 days ends; one in use goes on, for 30 days in all', async () => {
  const { browser, userId } = await signedIn('idle@sessions.example')
  expect(await daysLeft(userId)).toBe(14)
  await age(userId, 10)
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(200)
  await expect.poll(() => daysLeft(userId)).toBe(14)
  await age(userId, 13)
  const [session] = await test.app.database.query<{ id: string }>(
    sql`SELECT id FROM sessions WHERE user_id = ${userId}`,
  )
  await touchSession(test.app.database, test.app.clock, session!.id, 14)
  expect(await daysLeft(userId)).toBe(7)
  await age(userId, 8)
  const ended = await browser.call('GET', '/app/v1/profile')
  expect([ended.status, ended.body.error.message]).toEqual([401, 'Your session has ended. Sign in again.'])
  expect((await browser.call('GET', '/auth/get-session')).body).toBe(null)
})

it('SEC-19: whoever signs in again gets a new session in place of the old one', async () => {
  const email = 'again@sessions.example'
  const { browser, userId } = await signedIn(email)
  const [old, elsewhere] = [createBrowser(test), createBrowser(test)]
  for (const [name, value] of browser.cookies) old.cookies.set(name, value)
  await elsewhere.signIn(email)
  expect((await browser.signIn(email)).status).toBe(200)
  const statuses = [browser, old, elsewhere].map(async (one) => (await one.call('GET', '/app/v1/profile')).status)
  expect(await Promise.all(statuses)).toEqual([200, 401, 200])
  expect(await test.app.database.query(sql`SELECT FROM sessions WHERE user_id = ${userId}`)).toHaveLength(2)
})

it('SEC-11: a new password ends other sessions and every connection, whatever the request says', async () => {
  const email = 'shut-out@sessions.example'
  const { browser, accountId, userId } = await signedIn(email)
  const other = createBrowser(test)
  await other.signIn(email)
  const { database, clock } = test.app
  const draft = { name: 'CRM', redirectUris: ['https://crm.example/cb'], scopes: [], isPublic: false, uri: null }
  const { clientId } = await createOAuthClient(database, clock, draft)
  const second = await test.createAccount({ email: 'second-account@sessions.example' })
  await database.query(sql`
    INSERT INTO members (account_id, user_id, role) VALUES (${second.accountId}, ${userId}, 'member')`)
  for (const id of [accountId, second.accountId]) {
    await prepareConnection(database, { clientId, userId, accountId: id }, { by: { userId, role: 'member' } })
  }
  const connect = () =>
    database.query(sql`UPDATE oauth_consents SET scopes = '["usage:read"]', credit_limit = 5 WHERE user_id = ${userId}`)
  await connect()
  const change = { currentPassword: usualPassword, newPassword: 'seven quiet rivers 1987', revokeOtherSessions: false }
  expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(200)
  expect((await other.call('GET', '/app/v1/profile')).status).toBe(401)
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(200)
  expect((await browser.call('GET', '/app/v1/connections')).body.data).toEqual([])
  const consents = () =>
    database.query(sql`SELECT scopes, credit_limit AS "creditLimit" FROM oauth_consents WHERE user_id = ${userId}`)
  expect(await consents()).toEqual(Array(2).fill({ scopes: [], creditLimit: 5 }))
  const { body } = await browser.call('GET', '/app/v1/audit/entries?action=connection.ended')
  expect(body.data).toMatchObject([{ target: { name: 'CRM' }, details: [{ name: 'reason', value: 'new password' }] }])

  await connect()
  await other.call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  await expect.poll(() => test.mails.at(-1)?.text).toMatch(/reset-password\/\w+/)
  const token = /reset-password\/(\w+)/.exec(test.mails.at(-1)!.text)![1]
  const reset = await other.call('POST', '/auth/reset-password', { token, newPassword: 'eight loud rivers 1988' })
  expect(reset.status).toBe(200)
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
  expect(await consents()).toEqual(Array(2).fill({ scopes: [], creditLimit: 5 }))
})

it('SEC-12: no request makes a long line in the log', async () => {
  const long = `https://evil.example/${'a'.repeat(50_000)}`
  await createBrowser(test).call('POST', '/auth/request-password-reset', {
    email: 'idle@sessions.example',
    redirectTo: long,
  })
  await createBrowser(test).call('POST', '/auth/sign-in/email', { email: long, password: long, callbackURL: long })
  await createBrowser(test).call('GET', `/auth/get-session?x=${'b'.repeat(7_000)}`)
  expect(Math.max(...test.logLines.map((line) => line.length))).toBeLessThan(3_000)
})

it('SEC-19: a person lists their sessions and ends one of them, and everything elsewhere', async () => {
  const email = 'several@sessions.example'
  const { browser } = await signedIn(email)
  const others = [createBrowser(test), createBrowser(test), createBrowser(test)]
  for (const other of others) await other.signIn(email)
  const list = async () => (await browser.call('GET', '/auth/list-sessions')).body as { token: string }[]
  expect(await list()).toHaveLength(4)
  const cookie = [...others[0]!.cookies.values()].join()
  const { token } = (await list()).find((session) => decodeURIComponent(cookie).includes(session.token))!
  expect((await browser.call('POST', '/auth/revoke-session', { token })).status).toBe(200)
  const open = async () => {
    const answers = [browser, ...others].map(async (one) => (await one.call('GET', '/app/v1/profile')).status)
    return Promise.all(answers)
  }
  expect(await open()).toEqual([200, 401, 200, 200])
  expect((await browser.call('POST', '/auth/revoke-other-sessions')).status).toBe(200)
  expect(await open()).toEqual([200, 401, 401, 401])
})
