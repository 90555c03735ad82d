import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { startTestApp } from '../support/app.ts'
import { codeOf, wrongCodeOf } from '../support/authenticator.ts'
import {
  type Browser,
  createBrowser,
  pathInMail,
  type ServedApp,
  signUpAs,
  startServedApp,
  strongPassword,
  usualPassword,
} from '../support/browser.ts'

let test: ServedApp

beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

/** The path in the newest mail to somebody. */
const linkFor = (email: string): string => pathInMail(test, email)

const signUp = (email: string): Promise<Browser> => signUpAs(test, { email })

/** An account with an owner in a browser. */
async function withOwner(email: string, draft = {}) {
  const account = await test.createAccount({ email, ...draft })
  const browser = createBrowser(test)
  await browser.signIn(email)
  return { ...account, browser }
}

async function join(owner: Browser, email: string, invitation: object): Promise<Browser> {
  await owner.call('POST', '/app/v1/invitations', { email, ...invitation })
  const token = linkFor(email).split('/').at(-1)
  const browser = await signUp(email)
  const joined = await browser.call('POST', '/app/v1/invitations/accept', { token })
  expect(joined.status).toBe(200)
  return browser
}

const userIdOf = async (browser: Browser) => (await browser.call('GET', '/app/v1/profile')).body.user.id

describe('signing in', () => {
  it('PEOPLE-2: a wrong password and an unknown email get the same answer', async () => {
    await test.createAccount({ email: 'known@people.example' })
    const answers = await Promise.all(
      ['known@people.example', 'unknown@people.example'].map((email) =>
        createBrowser(test).signIn(email, 'not the password'),
      ),
    )
    expect(answers[0]!.status).toBe(401)
    expect(answers[0]!.body).toEqual(answers[1]!.body)
  })

  it('PEOPLE-4, A10: guessing at one email is slowed down, wherever the guesses come from, and in the database', async () => {
    const email = 'target@people.example'
    await test.createAccount({ email })
    const guess = (password: string) => createBrowser(test).signIn(email.toUpperCase(), password)
    expect((await guess('wrong password')).status).toBe(401)
    const rows = await test.app.database.query<{ key: string }>(sql`SELECT key FROM sign_in_attempts`)
    expect(rows.some(({ key }) => key.includes('@'))).toBe(false)
    await test.app.database.query(sql`UPDATE sign_in_attempts SET count = 100 WHERE count = 1 AND key LIKE 'email %'`)
    for (const password of ['wrong again', usualPassword]) {
      const answer = await guess(password)
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('x-retry-after'))).toBeGreaterThan(60)
    }
    // An hour later the right password works, and wipes the slate.
    await test.app.database.query(sql`UPDATE sign_in_attempts SET last_request = last_request - 3600001`)
    expect((await guess(usualPassword)).status).toBe(200)
  })

  it('PEOPLE-4: one address can’t ask for many people either, whatever it calls itself', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const answer = await test.app.http.server.inject({
        method: 'POST',
        url: '/auth/send-verification-email',
        remoteAddress: '203.0.113.9',
        headers: { 'x-forwarded-for': `1.2.3.${guess}`, 'x-prospector-client-address': `1.2.3.${guess}` },
        payload: { email: `person${guess}@nowhere.example` },
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  it('PEOPLE-2, PEOPLE-9: a forgotten password is reset by mail, once, and ends all sessions', async () => {
    const email = 'forgetful@people.example'
    const { browser } = await withOwner(email)
    const ask = (address: string) =>
      createBrowser(test).call('POST', '/auth/request-password-reset', {
        email: address,
        redirectTo: '/reset-password',
      })
    const [known, unknown] = [await ask(email), await ask('nobody@people.example')]
    expect({ status: known.status, body: known.body }).toEqual({ status: unknown.status, body: unknown.body })
    const landed = await createBrowser(test).open(linkFor(email))
    const token = new URL(landed.url).searchParams.get('token')
    const set = (newPassword: string) =>
      createBrowser(test).call('POST', '/auth/reset-password', { newPassword, token })
    expect((await set('password1234')).body.code).toBe('PASSWORD_TOO_COMMON')
    expect((await set(strongPassword)).status).toBe(200)
    expect((await set(`${strongPassword}!`)).status).toBe(400)
    expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
    expect((await createBrowser(test).signIn(email)).status).toBe(401)
    expect((await createBrowser(test).signIn(email, strongPassword)).status).toBe(200)
  })

  it('a second factor is asked for once it is on', async () => {
    const email = 'careful@people.example'
    const { browser } = await withOwner(email)
    const enabled = await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
    expect((await browser.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret) })).status).toBe(200)
    expect((await browser.call('GET', '/app/v1/profile')).body.user.two_factor_enabled).toBe(true)

    const again = createBrowser(test)
    expect((await again.signIn(email)).body).toMatchObject({ twoFactorRedirect: true })
    expect((await again.call('GET', '/app/v1/profile')).status).toBe(401)
    expect((await again.call('POST', '/auth/two-factor/verify-totp', { code: wrongCodeOf(secret) })).status).toBe(401)
    expect((await again.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret, 1) })).status).toBe(200)
    expect((await again.call('GET', '/app/v1/profile')).status).toBe(200)

    const page = createBrowser(test)
    const form = await page.submit('/sign-in', { query: '', email, password: usualPassword })
    expect(form.text).toContain('Second factor')
    const backup = await page.submit('/sign-in', { query: '', code: enabled.body.backupCodes[0] })
    expect(backup.status).toBe(200)
    expect((await page.call('GET', '/app/v1/profile')).status).toBe(200)
  })

  it('PEOPLE-9, A18: a sign-in that waits for its second factor ends with the password it began with', async () => {
    const email = 'waiting@people.example'
    const { browser } = await withOwner(email)
    const enabled = await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
    await browser.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret) })
    const waiting = createBrowser(test)
    await waiting.signIn(email)
    const change = { currentPassword: usualPassword, newPassword: strongPassword }
    expect((await browser.call('POST', '/auth/change-password', change)).status).toBe(200)
    expect((await waiting.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret, 1) })).status).toBe(401)
  })

  it('guessing a second factor locks it, however often sign-in is restarted and from whichever address', async () => {
    const email = 'locked@people.example'
    const { browser } = await withOwner(email)
    const enabled = await browser.call('POST', '/auth/two-factor/enable', { password: usualPassword })
    const secret = new URL(enabled.body.totpURI).searchParams.get('secret')!
    await browser.call('POST', '/auth/two-factor/verify-totp', { code: codeOf(secret) })

    /** A new sign-in, in a browser and from an address of its own. */
    const tryCode = async (code: string, kind = 'totp') => {
      const guesser = createBrowser(test)
      await guesser.signIn(email)
      return (await guesser.call('POST', `/auth/two-factor/verify-${kind}`, { code })).status
    }
    for (let guess = 0; guess < 10; guess += 1) expect(await tryCode(wrongCodeOf(secret))).toBe(401)
    expect(await tryCode(codeOf(secret, 1))).toBe(429)
    expect(await tryCode(enabled.body.backupCodes[0], 'backup-code')).toBe(429)
    // A quarter of an hour later its owner gets in again.
    await test.app.database.query(sql`UPDATE two_factors SET locked_until = locked_until - interval '15 minutes'`)
    expect(await tryCode(codeOf(secret, 1))).toBe(200)
  })
})

describe('the session cookie', () => {
  it('PEOPLE-1: is HttpOnly and SameSite=Lax, and Secure on https', async () => {
    const { browser } = await withOwner('cookie@people.example')
    expect(browser.setCookies[0]).toMatch(/^prospector\.session_token=.*; Path=\/; HttpOnly; SameSite=Lax$/)
    const secure = await startTestApp({ publicUrl: 'https://prospector.example' })
    await secure.createAccount({ email: 'cookie@people.example' })
    const answer = await secure.call('POST', '/auth/sign-in/email', {
      body: { email: 'cookie@people.example', password: usualPassword },
    })
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^__Host-prospector\.session_token=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    )
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    expect((await secure.call('GET', '/app/v1/profile', { headers: { cookie } })).status).toBe(200)
    const plain = cookie.replace('__Host-', '')
    expect((await secure.call('GET', '/app/v1/profile', { headers: { cookie: plain } })).status).toBe(401)
    await secure.stop()
  })

  it('PEOPLE-1, A6: counts only on requests from our own pages', async () => {
    const { browser } = await withOwner('csrf@people.example')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const [contact] = await test.plantContacts(1)
    const post = (headers: Record<string, string>) =>
      test.call('POST', '/api/v1/contacts/reveal', {
        body: { contact_ids: [contact] },
        headers: { cookie, ...headers },
      })
    const forgeries = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: test.url },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]
    for (const headers of forgeries) {
      const answer = await post(headers as Record<string, string>)
      expect(answer.status).toBe(401)
      expect(answer.body.error.code).toBe('missing_credentials')
    }
    const read = { cookie, 'sec-fetch-site': 'cross-site' }
    expect((await test.call('GET', '/api/v1/usage', { headers: read })).status).toBe(401)
    const signOut = await test.call('POST', '/auth/sign-out', {
      body: {},
      headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(signOut.status).toBe(403)
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await post({ origin: test.url })).status).toBe(200)
  })

  it('can’t be planted, forged or doubled', async () => {
    const victim = await withOwner('victim@people.example')
    const attacker = await withOwner('attacker@people.example')
    const planted = attacker.browser.cookies.get('prospector.session_token')!
    const browser = createBrowser(test)
    browser.cookies.set('prospector.session_token', planted)
    await browser.signIn('victim@people.example')
    expect(browser.cookies.get('prospector.session_token')).not.toBe(planted)
    expect((await browser.call('GET', '/app/v1/profile')).body.user.email).toBe('victim@people.example')
    // The session that was replaced is over for whoever else holds it (SEC-19).
    expect((await attacker.browser.call('GET', '/app/v1/profile')).status).toBe(401)

    const another = browser.cookies.get('prospector.session_token')!
    const own = victim.browser.cookies.get('prospector.session_token')!
    const ask = (cookie: string) => test.call('GET', '/app/v1/profile', { headers: { cookie } })
    expect((await ask(`prospector.session_token=${own}`)).status).toBe(200)
    expect((await ask(`prospector.session_token=${own.split('.')[0]}`)).status).toBe(401)
    expect((await ask(`prospector.session_token=x${own}`)).status).toBe(401)
    expect((await ask(`prospector.session_token=${own}; prospector.session_token=${another}`)).status).toBe(401)
    expect((await ask('prospector.session_token=%E0%A4%A')).status).toBe(401)
  })

  it('opens nothing after signing out, also for requests that were under way', async () => {
    const { browser } = await withOwner('leaver@people.example')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const ask = () => test.call('GET', '/app/v1/profile', { headers: { cookie } })
    const underWay = Array.from({ length: 20 }, ask)
    const [signedOut, ...answers] = await Promise.all([browser.call('POST', '/auth/sign-out'), ...underWay])
    expect(signedOut.status).toBe(200)
    for (const { status } of answers) expect([200, 401]).toContain(status)
    expect((await ask()).status).toBe(401)
    expect(browser.cookies.has('prospector.session_token')).toBe(false)
  })

  it('PEOPLE-1: is no credential where only keys and tokens count, and a key is none where only people may act', async () => {
    const { browser, apiKey } = await withOwner('doors@people.example')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, accept: 'application/json, text/event-stream', origin: test.url }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    expect((await test.call('POST', '/mcp', { body, headers })).status).toBe(401)
    expect((await test.call('GET', '/app/v1/keys', { key: apiKey })).status).toBe(401)
  })
})

describe('header smuggling', () => {
  it('AUTH-1: two Authorization headers and keys in the address are refused, and never logged', async () => {
    const { apiKey } = await withOwner('smuggler@people.example')
    const { request } = await import('node:http')
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(`${test.url}/api/v1/usage`, (response) => resolve(response.resume().statusCode!))
      sent.setHeader('Authorization', [`Bearer ${apiKey}`, `Bearer ${apiKey}`])
      sent.on('error', reject).end()
    })
    expect(status).toBe(401)
    for (const path of [
      `/api/v1/usage?api_key=${apiKey}`,
      `/api/v1/usage?access_token=${apiKey}`,
      `/mcp?key=${apiKey}`,
    ]) {
      expect([401, 405]).toContain((await test.call('GET', path)).status)
    }
    expect(test.logLines.some((line) => line.includes(apiKey.slice(0, 20)))).toBe(false)
  })
})

describe('members', () => {
  it('PEOPLE-7: join by an invitation that only they can use, once', async () => {
    const { browser: owner } = await withOwner('boss@team.example', { name: 'The team' })
    await owner.call('POST', '/app/v1/invitations', { email: 'New@Team.example', role: 'member', credit_limit: 5 })
    const token = linkFor('new@team.example').split('/').at(-1)
    const thief = await signUp('thief@team.example')
    expect((await thief.call('POST', '/app/v1/invitations/accept', { token })).body.error.code).toBe(
      'resource_not_found',
    )
    const member = await signUp('new@team.example')
    const joined = await member.call('POST', '/app/v1/invitations/accept', { token })
    expect(joined.body).toMatchObject({ account: { name: 'The team' }, role: 'member', credit_limit: 5 })
    expect((await member.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(404)
    const { body } = await owner.call('GET', '/app/v1/invitations')
    expect(body.data).toMatchObject([{ email: 'new@team.example', status: 'accepted' }])
    const accounts = (await member.call('GET', '/app/v1/profile')).body.accounts
    expect(accounts).toMatchObject([{ name: 'The team', role: 'member' }])
  })

  it('a withdrawn invitation and one that was replaced no longer work', async () => {
    const { browser: owner } = await withOwner('boss2@team.example')
    const invite = () => owner.call('POST', '/app/v1/invitations', { email: 'late@team.example', role: 'member' })
    const tokenNow = () => linkFor('late@team.example').split('/').at(-1)
    await invite()
    const first = tokenNow()
    const { invitation } = (await invite()).body
    const second = tokenNow()
    await owner.call('POST', `/app/v1/invitations/${invitation.id}/withdraw`)
    const late = await signUp('late@team.example')
    for (const token of [first, second]) {
      expect((await late.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(404)
    }
  })

  it('PEOPLE-5: a role decides what one may do', async () => {
    const { browser: owner, userId } = await withOwner('boss3@team.example')
    const member = await join(owner, 'member3@team.example', { role: 'member' })
    const admin = await join(owner, 'admin3@team.example', { role: 'admin' })
    for (const [method, path] of [
      ['GET', '/keys'],
      ['GET', '/invitations'],
      ['POST', '/keys'],
    ] as const) {
      const answer = await member.call(method, `/app/v1${path}`, { name: 'Mine' })
      expect(answer.body.error.code).toBe('insufficient_scope')
    }
    expect((await member.call('POST', '/api/v1/billing/portal-link')).status).not.toBe(200)
    expect((await member.call('GET', '/app/v1/members')).body.data).toHaveLength(3)
    expect((await admin.call('GET', '/app/v1/keys')).status).toBe(200)
    expect((await admin.call('POST', `/app/v1/members/${userId}`, { role: 'member' })).body.error.code).toBe(
      'owner_required',
    )
    expect((await admin.call('POST', `/app/v1/members/${userId}/remove`)).body.error.code).toBe('owner_required')
    const promoted = await admin.call('POST', '/app/v1/invitations', { email: 'x@team.example', role: 'owner' })
    expect(promoted.body.error.code).toBe('owner_required')
  })

  it('PEOPLE-8: a member’s credit limit holds in the web application', async () => {
    const { browser: owner } = await withOwner('boss4@team.example')
    const member = await join(owner, 'member4@team.example', { role: 'member', credit_limit: 1 })
    const [first, second] = await test.plantContacts(2)
    const reveal = (id: string | undefined) => member.call('POST', '/api/v1/contacts/reveal', { contact_ids: [id] })
    expect((await reveal(first)).status).toBe(200)
    const refused = await reveal(second)
    expect(refused.status).toBe(402)
    expect(refused.body.error.code).toBe('member_credit_limit_reached')
    const { body } = await owner.call('GET', '/app/v1/members')
    expect(body.data.find((known: { role: string }) => known.role === 'member')).toMatchObject({
      credit_limit: 1,
      credits_spent: 1,
    })
  })

  it('PEOPLE-6, A5: removal ends every session in that account at once, and leaves the person their own', async () => {
    const { browser: owner, accountId } = await withOwner('boss5@team.example')
    const member = await join(owner, 'member5@team.example', { role: 'member' })
    expect((await member.call('GET', '/api/v1/usage')).status).toBe(200)
    expect((await owner.call('POST', `/app/v1/members/${await userIdOf(member)}/remove`)).status).toBe(200)
    expect((await member.call('GET', '/api/v1/usage')).status).toBe(401)
    await member.signIn('member5@team.example', strongPassword)
    const profile = await member.call('GET', '/app/v1/profile')
    expect(profile.body.account.id).not.toBe(accountId)
    expect((await member.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(404)
  })

  it.each([
    ['removed', 'admin', '/remove', {}, 'withdrawn'],
    ['made a member', 'admin', '', { role: 'member' }, 'withdrawn'],
    // An admin may still invite members.
    ['no longer an owner', 'owner', '', { role: 'admin' }, 'pending'],
  ])(
    'PEOPLE-7: an invitation by somebody who was %s since opens nothing',
    async (fate, role, path, change, plainStatus) => {
      const id = fate.replaceAll(' ', '-')
      const { browser: owner } = await withOwner(`boss-${id}@team.example`)
      const inviter = await join(owner, `inviter-${id}@team.example`, { role })
      const email = `second-${id}@team.example`
      const second = await signUp(email)
      await inviter.call('POST', '/app/v1/invitations', { email, role })
      const token = linkFor(email).split('/').at(-1)
      await inviter.call('POST', '/app/v1/invitations', { email: `plain-${id}@team.example`, role: 'member' })
      const inviterId = await userIdOf(inviter)
      expect((await owner.call('POST', `/app/v1/members/${inviterId}${path}`, change)).status).toBe(200)

      expect((await second.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(404)
      const { data } = (await owner.call('GET', '/app/v1/invitations')).body
      const statusOf = (invited: string) => data.find((one: { email: string }) => one.email === invited).status
      expect(statusOf(email)).toBe('withdrawn')
      expect(statusOf(`plain-${id}@team.example`)).toBe(plainStatus)
    },
  )

  it('an invitation that was written while its inviter was being removed opens nothing either', async () => {
    const { browser: owner, accountId } = await withOwner('boss7@team.example')
    const email = 'late7@team.example'
    const late = await signUp(email)
    await owner.call('POST', '/app/v1/invitations', { email, role: 'member' })
    const token = linkFor(email).split('/').at(-1)
    const stranger = await userIdOf(await signUp('gone7@team.example'))
    await test.app.database.query(sql`UPDATE invitations SET invited_by = ${stranger} WHERE account_id = ${accountId}`)
    expect((await late.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(404)
  })

  it('PEOPLE-5, A11: an account keeps an owner, also when two leave at the same moment', async () => {
    const { browser: owner, accountId } = await withOwner('boss6@team.example')
    expect((await owner.call('POST', '/app/v1/account/leave')).body.error.code).toBe('last_owner')
    const other = await join(owner, 'owner6@team.example', { role: 'owner' })
    const answers = await Promise.all([owner, other].map((one) => one.call('POST', '/app/v1/account/leave')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await test.app.database.query(
      sql`SELECT 1 FROM members WHERE account_id = ${accountId} AND role = 'owner'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('API keys', () => {
  it('are shown once, work at once, and say who made them and when they were last used', async () => {
    const { browser } = await withOwner('keys@people.example')
    const made = await browser.call('POST', '/app/v1/keys', {
      name: 'Nightly',
      scopes: ['usage:read'],
      credit_limit: 3,
    })
    expect(made.status).toBe(200)
    expect((await test.call('GET', '/api/v1/usage', { key: made.body.api_key })).status).toBe(200)
    await expect.poll(async () => (await browser.call('GET', '/app/v1/keys')).body.data[0].last_used_at).not.toBeNull()
    const listed = await browser.call('GET', '/app/v1/keys')
    expect(listed.body.data[0]).toMatchObject({
      name: 'Nightly',
      scopes: ['usage:read'],
      credit_limit: 3,
      created_by: { name: 'keys' },
    })
    expect(listed.text).not.toContain(made.body.api_key)

    const path = `/app/v1/keys/${made.body.key.id}`
    const changed = await browser.call('POST', path, { name: 'Daily', credit_limit: null })
    expect(changed.body.key).toMatchObject({ name: 'Daily', credit_limit: null })
    expect((await browser.call('POST', path, { expires_at: '2020-01-01T00:00:00Z' })).body.error.param).toBe(
      'expires_at',
    )
    expect((await browser.call('POST', path, {})).status).toBe(400)
    expect((await browser.call('POST', `${path}/revoke`)).body.key.revoked_at).not.toBeNull()
    expect((await test.call('GET', '/api/v1/usage', { key: made.body.api_key })).status).toBe(401)
  })

  it('AUTH-8: can’t be made without API access', async () => {
    const { browser } = await withOwner('lapsed@people.example', { status: 'lapsed' })
    const answer = await browser.call('POST', '/app/v1/keys', { name: 'Too late' })
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatchObject({
      code: 'api_access_required',
      billing: { action: 'create_subscription_link' },
    })
  })
})

it('SECRET-4: no log line holds an email, a password, a cookie or a token', () => {
  const all = test.logLines.join('')
  for (const secret of ['@people.example', '@team.example', strongPassword, usualPassword, 'session_token=']) {
    expect(all).not.toContain(secret)
  }
})
