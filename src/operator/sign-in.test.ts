/** Operators as people: how they sign in, what a session of theirs is worth, and to whom it is worth nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'
import { createBrowser, hiddenField, type ServedApp, usualPassword } from '../../test/support/browser.ts'
import { hashOnce } from '../../test/support/hash-once.ts'
import {
  addOperator,
  codeNow,
  codesOn,
  giveOperatorPassword,
  type SignedInOperator,
  secretOn,
  signInNewOperator,
} from '../../test/support/operator.ts'
import { readAuditEntries } from '../audit/entries.ts'
import { Refusal } from '../base/refusal.ts'
import { sql } from '../base/sql.ts'
import { removeOperator, resetOperator } from './operators.ts'

let test: ServedApp
let now = new Date()
const pass = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
  test.setTime(now)
}

beforeAll(async () => {
  const url = 'https://prospector.example'
  test = { ...(await startTestApp({ clock: 'fixed', startAt: now, publicUrl: url })), url }
})
afterAll(() => test.stop())

const cookieName = '__Secure-prospector-operator'
const isSignIn = ({ url }: { url: string }) => url === `${test.url}/operator/sign-in`
const acts = async (limit = 5) =>
  (await readAuditEntries(test.app.database, { byOperators: true, limit })).map(({ action, actorName }) => [
    action,
    actorName,
  ])

it('OPERATOR-1: without an operator there is no console, and the first one switches it on', async () => {
  const browser = createBrowser(test)
  const paths = ['/operator', '/operator/sign-in', '/operator/you', '/operator/log', '/operator/set-up']
  for (const path of paths) {
    const page = await browser.open(path)
    expect([path, page.status, page.body?.error.code]).toEqual([path, 404, 'route_not_found'])
  }
  expect((await giveOperatorPassword(browser, 'ada@operator.example')).status).toBe(404)
  await addOperator(test, 'ada@operator.example', 'Ada')
  const opened = await browser.open('/operator')
  expect([opened.status, isSignIn(opened)]).toEqual([200, true])
})

it('OPERATOR-2, OPERATOR-3: the first sign-in sets up the second factor, shows recovery codes once, and begins the session', async () => {
  const browser = createBrowser(test)
  const setUp = await giveOperatorPassword(browser, ' ADA@operator.example ')
  expect(setUp.url).toBe(`${test.url}/operator/set-up`)
  expect(setUp.text).toContain('otpauth://totp/')
  const half = browser.cookies.get(cookieName)!
  const secret = secretOn(setUp)
  expect(setUp.text).toMatch(/<svg [^>]*viewBox/)
  const wrong = await browser.submit('/operator/set-up', { token: hiddenField(setUp, 'token'), code: '12' })
  expect([wrong.status, secretOn(wrong)]).toEqual([401, secret])
  const done = await browser.submit('/operator/set-up', {
    token: hiddenField(setUp, 'token'),
    code: codeNow(test, secret),
  })
  expect([done.status, codesOn(done).length]).toEqual([200, 10])
  expect(browser.cookies.get(cookieName)).not.toBe(half)
  const you = await browser.open('/operator/you')
  expect([you.status, you.text.includes('10 left')]).toEqual([200, true])
  expect(codesOn(you)).toEqual([])
  expect(await acts(3)).toEqual([
    ['sign_in.succeeded', 'Ada'],
    ['two_factor.enabled', 'Ada'],
  ])
  const stored = JSON.stringify(
    await test.store.owner.query(sql`SELECT o::text, s::text FROM operators o, operator_sessions s`),
  )
  const session = browser.cookies.get(cookieName)!
  for (const plain of [secret, session, half, usualPassword, ...codesOn(done)]) expect(stored).not.toContain(plain)
})

it('OPERATOR-2: whoever knows the password as well sees another key, and has lost when the operator sets theirs up', async () => {
  await addOperator(test, 'race@operator.example')
  const [operator, stranger] = [createBrowser(test), createBrowser(test)]
  const [mine, theirs] = [
    await giveOperatorPassword(operator, 'race@operator.example'),
    await giveOperatorPassword(stranger, 'race@operator.example'),
  ]
  expect(secretOn(theirs)).not.toBe(secretOn(mine))
  const code = codeNow(test, secretOn(mine))
  expect((await operator.submit('/operator/set-up', { token: hiddenField(mine, 'token'), code })).status).toBe(200)
  const late = { token: hiddenField(theirs, 'token'), code: codeNow(test, secretOn(theirs)) }
  expect(isSignIn(await stranger.submit('/operator/set-up', late))).toBe(true)
})

it('OPERATOR-4: the password alone opens nothing but the second step', async () => {
  await signInNewOperator(test, 'half@operator.example')
  const browser = createBrowser(test)
  const step = await giveOperatorPassword(browser, 'half@operator.example')
  expect(step.url).toBe(`${test.url}/operator/second-factor`)
  const token = hiddenField(step, 'token')
  for (const path of ['/operator/you', '/operator/log']) expect(isSignIn(await browser.open(path))).toBe(true)
  for (const act of ['/operator/you/recovery-codes', '/operator/you/end-sessions', '/operator/sign-out']) {
    expect(isSignIn(await browser.submit(act, { token }))).toBe(true)
  }
  expect((await browser.open('/operator/set-up')).url).toBe(`${test.url}/operator/second-factor`)
  pass(11)
  expect(isSignIn(await browser.submit('/operator/second-factor', { token, code: '123456' }))).toBe(true)
})

it('OPERATOR-3, SEC-3: a code works once, also sent twice at the same moment, and so does a recovery code', async () => {
  const { secret, recoveryCodes } = await signInNewOperator(test, 'once@operator.example')
  const enter = async (code: string) => {
    const browser = createBrowser(test)
    const step = await giveOperatorPassword(browser, 'once@operator.example')
    const page = await browser.submit('/operator/second-factor', { token: hiddenField(step, 'token'), code })
    return page.url.endsWith('/operator/today') ? 'in' : page.status
  }
  expect(await enter(codeNow(test, secret))).toBe(401)
  pass(1)
  const code = codeNow(test, secret)
  expect((await Promise.all([enter(code), enter(code)])).sort()).toEqual([401, 'in'])
  expect(await enter(codeNow(test, secret, -1))).toBe(401)
  const [recovery = ''] = recoveryCodes
  expect((await Promise.all([enter(recovery.toUpperCase()), enter(recovery)])).sort()).toEqual([401, 'in'])
  expect(await enter(recovery)).toBe(401)
})

it('OPERATOR-5: a session ends after 30 minutes without use and 8 hours after it began, and is stored as a hash', async () => {
  const { browser } = await signInNewOperator(test, 'short@operator.example')
  const isOpen = async () => (await browser.open('/operator/you')).url.endsWith('/you')
  for (let times = 0; times < 16; times += 1) {
    pass(29.4)
    expect(await isOpen()).toBe(true)
  }
  pass(10)
  expect(await isOpen()).toBe(false)
  const other = await signInNewOperator(test, 'idle@operator.example')
  pass(31)
  expect(isSignIn(await other.browser.open('/operator/you'))).toBe(true)
})

it('OPERATOR-5: the cookie is for the console alone, and neither for scripts nor for other sites', async () => {
  const { browser } = await signInNewOperator(test, 'cookie@operator.example')
  expect(browser.setCookies.at(-1)).toMatch(
    /^__Secure-prospector-operator=\w{43}; Path=\/operator; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
  )
})

it('OPERATOR-6: a removed operator, one who is reset and one who signs out have no session from that moment on', async () => {
  const { database } = test.app
  const [removed, reset, left] = await Promise.all(
    ['removed', 'reset', 'left'].map((name) => signInNewOperator(test, `${name}@ends.example`, name)),
  )
  const opens = async ({ browser }: SignedInOperator) => !isSignIn(await browser.open('/operator/log'))
  expect([await opens(removed!), await opens(reset!), await opens(left!)]).toEqual([true, true, true])
  await database.transaction((tx) => removeOperator(tx, 'removed@ends.example'))
  await database.transaction((tx) => resetOperator(tx, 'reset@ends.example', 'another hash'))
  const page = await left!.browser.open('/operator/you')
  const kept = left!.browser.cookies.get(cookieName)!
  expect(isSignIn(await left!.send(page, '/operator/sign-out'))).toBe(true)
  left!.browser.cookies.set(cookieName, kept)
  expect([await opens(removed!), await opens(reset!), await opens(left!)]).toEqual([false, false, false])
  expect((await giveOperatorPassword(createBrowser(test), 'removed@ends.example')).status).toBe(401)
})

it('OPERATOR-6: an operator ends their other sessions, and nobody else’s', async () => {
  const { browser, send, secret } = await signInNewOperator(test, 'two@ends.example')
  const bystander = await signInNewOperator(test, 'bystander@ends.example')
  pass(1)
  const second = createBrowser(test)
  const step = await giveOperatorPassword(second, 'two@ends.example')
  await second.submit('/operator/second-factor', { token: hiddenField(step, 'token'), code: codeNow(test, secret) })
  expect(isSignIn(await second.open('/operator/you'))).toBe(false)
  await send(await browser.open('/operator/you'), '/operator/you/end-sessions')
  expect(isSignIn(await second.open('/operator/you'))).toBe(true)
  expect(isSignIn(await browser.open('/operator/you'))).toBe(false)
  expect(isSignIn(await bystander.browser.open('/operator/you'))).toBe(false)
})

it('OPERATOR-7: guessing passwords is bounded by network and by email, the same for emails of nobody', async () => {
  await addOperator(test, 'guessed@operator.example')
  const guess = async (email: string, browser = createBrowser(test)) =>
    (await giveOperatorPassword(browser, email, 'wrong password 17')).status
  for (const email of ['guessed@operator.example', 'nobody@operator.example']) {
    const browser = createBrowser(test)
    for (let at = 0; at < 20; at += 1) expect(await guess(email, browser)).toBe(401)
    const refused = await giveOperatorPassword(browser, email)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 60]).toEqual([429, true])
    for (let at = 0; at < 30; at += 1) expect(await guess(email)).toBe(401)
    expect(await guess(email)).toBe(429)
  }
})

it('OPERATOR-7: guessing codes is bounded for the operator, whatever the network', async () => {
  const { secret } = await signInNewOperator(test, 'codes@operator.example')
  pass(1)
  const guess = async (code: string) => {
    const browser = createBrowser(test)
    const step = await giveOperatorPassword(browser, 'codes@operator.example')
    return browser.submit('/operator/second-factor', { token: hiddenField(step, 'token'), code })
  }
  const good = codeNow(test, secret)
  const bad = good === '000000' ? '000001' : '000000'
  // Setting up took one of ten.
  for (let at = 0; at < 9; at += 1) expect((await guess(bad)).status).toBe(401)
  expect((await guess(good)).status).toBe(429)
})

it('OPERATOR-8: a form counts only from a page of its own session', async () => {
  const { browser, send } = await signInNewOperator(test, 'forms@operator.example')
  const other = await signInNewOperator(test, 'other-forms@operator.example')
  const you = await browser.open('/operator/you')
  const token = hiddenField(you, 'token')
  const codes = () => test.store.owner.query(sql`SELECT recovery_hashes FROM operators ORDER BY operator_id`)
  const before = await codes()
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    test.app.http.server.inject({
      method: 'POST',
      url: '/operator/you/recovery-codes',
      headers: {
        cookie: `${cookieName}=${browser.cookies.get(cookieName)}`,
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    })
  const own = { origin: test.url, 'sec-fetch-site': 'same-origin' }
  const foreignToken = hiddenField(await other.browser.open('/operator/you'), 'token')
  for (const [headers, fields] of [
    [own, {}],
    [own, { token: '' }],
    [own, { token: foreignToken }],
    [{ origin: 'https://evil.example' }, { token }],
    [{ origin: 'null' }, { token }],
    [{ origin: test.url, 'sec-fetch-site': 'cross-site' }, { token }],
    [{ origin: test.url, 'sec-fetch-site': 'same-site' }, { token }],
    [{}, { token }],
  ] as const) {
    expect((await post(headers, fields)).statusCode).toBe(403)
  }
  expect((await post({ ...own, 'content-type': 'application/json' }, { token })).statusCode).toBe(415)
  expect(await codes()).toEqual(before)
  const foreign = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
  const signIn = await test.app.http.server.inject({
    ...{ method: 'POST', url: '/operator/sign-in', headers: foreign },
    payload: new URLSearchParams({ email: 'forms@operator.example', password: usualPassword }).toString(),
  })
  expect([signIn.statusCode, signIn.headers['set-cookie']]).toEqual([403, undefined])
  const made = await send(you, '/operator/you/recovery-codes')
  expect(codesOn(made).length).toBe(10)
  expect(await codes()).not.toEqual(before)
})

it('OPERATOR-9: a session of an operator is worth nothing at the accounts’ API, and a member’s nothing in the console', async () => {
  const { browser: operator } = await signInNewOperator(test, 'apart@operator.example')
  const { apiKey } = await test.createAccount({ email: 'apart@operator.example' })
  const member = createBrowser(test)
  await member.signIn('apart@operator.example')
  expect((await member.call('GET', '/app/v1/profile')).status).toBe(200)
  const ours = operator.cookies.get(cookieName)!
  const [memberCookie, memberToken] = [...member.cookies].find(([name]) => name.endsWith('session_token'))!
  for (const path of ['/app/v1/profile', '/api/v1/usage', '/app/v1/audit/entries']) {
    const asked = (cookie: string) =>
      test.call('GET', path, { headers: { cookie, 'sec-fetch-site': 'same-origin' } }).then(({ status }) => status)
    expect(await asked(`${cookieName}=${ours}`)).toBe(401)
    expect(await asked(`${memberCookie}=${ours}`)).toBe(401)
    expect((await test.call('GET', path, { key: ours })).status).toBe(401)
  }
  for (const cookie of [`${memberCookie}=${memberToken}`, `${cookieName}=${memberToken}`, `${cookieName}=${apiKey}`]) {
    const { status, headers } = await test.call('GET', '/operator/you', { headers: { cookie } })
    expect([status, headers.location]).toEqual([303, '/operator/sign-in'])
  }
  const bearer = await test.call('GET', '/operator/you', { key: apiKey })
  expect(bearer.status).toBe(303)
  // A member's password is no operator's, even with the same email.
  const anotherHash = await hashOnce.hash('quite another password')
  await test.app.database.transaction((tx) => resetOperator(tx, 'apart@operator.example', anotherHash))
  expect((await giveOperatorPassword(createBrowser(test), 'apart@operator.example')).status).toBe(401)
})

it('OPERATOR-10: the log says what operators did, and what people are called is only text on every page', async () => {
  const name = '<script>alert(1)</script>"\'>'
  const { browser, id } = await signInNewOperator(test, 'script@operator.example', name)
  const [log, you] = [await browser.open('/operator/log'), await browser.open('/operator/you')]
  for (const page of [log, you]) {
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;')
    expect(page.text).not.toContain('<script')
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'nonce-[^']+'; font-src 'self'; form-action 'self'/,
    )
    expect(page.headers.get('cache-control')).toBe('no-store')
  }
  expect(log.text).toContain('Turned on the second factor')
  // What members do is in the logs of their accounts, and not here.
  await test.createAccount({ email: 'member@script.example' })
  await createBrowser(test).signIn('member@script.example')
  const told = await readAuditEntries(test.app.database, { byOperators: true, limit: 1_000 })
  expect(told.filter(({ door }) => door !== 'operator')).toEqual([])
  const everything = await readAuditEntries(test.app.database, { limit: 1_000 })
  expect(everything.some(({ door }) => door !== 'operator')).toBe(true)
  const [entry] = await readAuditEntries(test.app.database, { byOperators: true, limit: 1 })
  expect(entry).toMatchObject({
    actorType: 'operator',
    actorId: id,
    accountId: null,
    door: 'operator',
    address: expect.stringMatching(/^10\./),
  })
  for (const before of ['0', 'x', '1;2', '99999999999999999999', '%00']) {
    expect([before, (await browser.open(`/operator/log?before=${before}`)).status < 500]).toEqual([before, true])
  }
})

it('OPERATOR-6: the last operator is removed only on purpose, and of two removals at once one is refused', async () => {
  const { database } = test.app
  await test.store.owner.query(
    sql`DELETE FROM operators WHERE email NOT IN ('ada@operator.example', 'two@ends.example')`,
  )
  const remove = (email: string, evenTheLast = false) =>
    database
      .transaction((tx) => removeOperator(tx, email, { evenTheLast }))
      .then(
        () => 'removed',
        (error: unknown) => (error instanceof Refusal ? error.message : Promise.reject(error)),
      )
  const both = await Promise.all([remove('ada@operator.example'), remove('two@ends.example')])
  expect(both.filter((one) => one === 'removed')).toHaveLength(1)
  expect(both.find((one) => one !== 'removed')).toContain('is the last operator')
  const [last] = await test.store.owner.query<{ email: string }>(sql`SELECT email FROM operators`)
  expect(await remove('nobody@operator.example')).toBe('There is no operator nobody@operator.example.')
  expect(await remove(last!.email, true)).toBe('removed')
  expect((await createBrowser(test).open('/operator')).status).toBe(404)
})
