/** How somebody becomes known to us, and what a stranger can do with their email before and meanwhile: nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import {
  createBrowser,
  type Page,
  pathInMail,
  type ServedApp,
  signUpAs,
  startServedApp,
  strongPassword,
} from '../support/browser.ts'

let test: ServedApp

beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

type SignUp = { name?: unknown; email: unknown; password?: unknown } & Record<string, unknown>
const askToSignUp = (body: SignUp): Promise<Page> =>
  createBrowser(test).call('POST', '/auth/sign-up/email', { name: 'Grace', password: strongPassword, ...body })

/** What the link in the newest mail brings along. */
const linkTo = (email: string): string =>
  new URL(pathInMail(test, email), test.url).searchParams.get('confirm') ?? 'no link'

const mailsTo = (email: string) => test.mails.filter(({ to }) => to === email)

describe('signing up', () => {
  it('PEOPLE-3: needs the link in the mail and the password, and opens an account without a plan but with a ledger', async () => {
    const browser = createBrowser(test)
    const email = 'grace@new.example'
    expect((await askToSignUp({ email })).status).toBe(200)
    expect((await browser.signIn(email, strongPassword)).status).toBe(401)
    expect(browser.cookies.size).toBe(0)
    expect((await browser.signIn(email, strongPassword, linkTo(email))).status).toBe(200)
    const profile = await browser.call('GET', '/app/v1/profile')
    expect(profile.body).toMatchObject({
      user: { email, name: 'Grace' },
      account: { name: 'Grace’s account' },
      role: 'owner',
    })
    const refused = await browser.call('GET', '/api/v1/usage')
    expect(refused.body.error.code).toBe('api_access_required')
    // The profile says so beforehand, with the same way in.
    expect(profile.body.api_access).toEqual({ enabled: false, billing: refused.body.error.billing })
    const [ledger] = await test.app.database.query(
      sql`SELECT balance FROM credit_balances WHERE account_id = ${profile.body.account.id}`,
    )
    expect(ledger).toEqual({ balance: 0 })
    // Once is enough.
    expect((await createBrowser(test).signIn(email, strongPassword)).status).toBe(200)
  })

  it('PEOPLE-2, A9: answers a used email exactly as a new one, and tells its owner by mail', async () => {
    const used = 'used@people.example'
    await signUpAs(test, { email: used })
    await askToSignUp({ email: 'pending@people.example' })
    const answers = []
    for (const email of [used, 'pending@people.example', 'unused@people.example']) {
      answers.push(await askToSignUp({ name: 'Eve', email }))
    }
    const [known, pending, unknown] = answers as [Page, Page, Page]
    const shape = ({ status, body }: Page) => ({ status, keys: Object.keys(body.user), token: body.token })
    expect(shape(known)).toEqual(shape(unknown))
    expect(shape(pending)).toEqual(shape(unknown))
    expect(known.body.user).toMatchObject({ name: 'Eve', email: used, emailVerified: false })
    expect(known.body.user.id).toMatch(/^usr_[A-Za-z0-9]{20}$/)
    expect(mailsTo(used).at(-1)!.subject).toContain('already have')
    expect(mailsTo('pending@people.example').at(-1)!.subject).toContain('Confirm')
    expect(known.headers.get('set-cookie')).toBeNull()
  })

  it('trying the password of one’s own sign-up reveals nothing about the email', async () => {
    const used = 'asked-for@people.example'
    await signUpAs(test, { email: used })
    const answers = []
    for (const email of [used, 'not-asked-for@people.example']) {
      const password = 'three green umbrellas 8'
      await askToSignUp({ name: 'Eve', email, password })
      const { status, body } = await createBrowser(test).signIn(email, password)
      answers.push({ status, body })
    }
    expect(answers[0]).toEqual(answers[1])
  })

  it.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['password123', 'PASSWORD_TOO_COMMON'],
    ['weakling1234', 'PASSWORD_TOO_COMMON'],
  ])('refuses the password %s with a reason', async (password, code) => {
    const answer = await askToSignUp({ name: 'Weak', email: 'weakling@people.example', password })
    expect(answer.status).toBe(400)
    expect(answer.body.code).toBe(code)
    expect(answer.body.message.length).toBeGreaterThan(10)
  })

  it.each(['', ' ', 'Ada\nLovelace', 'Ada\r\nBcc: eve@x.example', 'Ada\u0085', 'x'.repeat(101)])(
    'A19: refuses the name %j as the settings do',
    async (name) => {
      const answer = await askToSignUp({ name, email: 'nameless@people.example' })
      expect([answer.status, answer.body.code]).toEqual([400, 'INVALID_NAME'])
      expect(mailsTo('nameless@people.example')).toEqual([])
    },
  )

  it('a name of a hundred letters fits, and the account’s name keeps the rule of names', async () => {
    const name = 'x'.repeat(100)
    const browser = await signUpAs(test, { email: 'long@people.example', name: ` ${name.slice(2)} ` })
    const { user, account } = (await browser.call('GET', '/app/v1/profile')).body
    expect(user.name).toBe(name.slice(2))
    expect(account.name).toBe(name.slice(2))
  })

  it.each([{ name: 5 }, { email: {} }, { password: [] }, { name: null }, { image: 'x' }, { callbackURL: 5 }])(
    'with %j in it is a bad request, not a fault of ours, and changes nothing',
    async (wrong) => {
      const email = 'odd@people.example'
      await test.app.database.query(sql`DELETE FROM sign_in_attempts`)
      await askToSignUp({ email })
      const answer = await askToSignUp({ email, password: 'the password of a stranger 5', ...wrong })
      expect(answer.status).toBe(400)
      const people = await test.app.database.query(sql`SELECT name FROM users WHERE email = ${email}`)
      expect(people).toEqual([{ name: 'Grace' }])
      await test.app.database.query(sql`DELETE FROM users WHERE email = ${email}`)
    },
  )
})

describe('a stranger who signs up with somebody’s email', () => {
  const theirs = 'the password of a stranger 5'

  it('gets nothing when the link is opened, by a person or by a program that looks into mails', async () => {
    const email = 'victim@corp.example'
    await askToSignUp({ email, password: theirs })
    const victim = createBrowser(test)
    const { pathname, search } = new URL(pathInMail(test, email), test.url)
    await victim.open(pathname + search)
    await victim.open(`/auth/verify-email?token=${linkTo(email)}`)
    expect((await createBrowser(test).signIn(email, theirs)).status).toBe(401)
    expect((await victim.call('GET', '/app/v1/profile')).status).toBe(401)
  })

  it('PEOPLE-3, A17: gets nothing when that person signs up, too: the last password counts, whichever link is opened', async () => {
    const email = 'victim2@corp.example'
    await askToSignUp({ name: 'Stranger', email, password: theirs })
    const links = [linkTo(email)]
    await askToSignUp({ name: 'Victim', email })
    links.push(linkTo(email))
    for (const link of links) {
      expect((await createBrowser(test).signIn(email, theirs, link)).status).toBe(401)
    }
    const victim = createBrowser(test)
    expect((await victim.signIn(email, strongPassword, links[0])).status).toBe(200)
    expect((await victim.call('GET', '/app/v1/profile')).body.user.name).toBe('Victim')
    // Later they change nothing any more.
    await askToSignUp({ email, password: theirs })
    expect((await createBrowser(test).signIn(email, theirs)).status).toBe(401)
    expect((await createBrowser(test).signIn(email, strongPassword)).status).toBe(200)
  })

  it('can’t keep that person out: a password that is set by mail confirms the email, too', async () => {
    const email = 'victim3@corp.example'
    await askToSignUp({ email })
    const link = linkTo(email)
    await askToSignUp({ email, password: theirs })
    const victim = createBrowser(test)
    expect((await victim.signIn(email, strongPassword, link)).status).toBe(401)
    await victim.call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
    const token = /reset-password\/(\w+)/.exec(pathInMail(test, email))![1]
    await victim.call('POST', '/auth/reset-password', { token, newPassword: strongPassword })
    expect((await victim.signIn(email, strongPassword)).status).toBe(200)
    expect((await createBrowser(test).signIn(email, theirs, link)).status).toBe(401)
  })

  it('can’t confirm it by a link of their own', async () => {
    const email = 'victim4@corp.example'
    await askToSignUp({ email, password: theirs })
    await askToSignUp({ email: 'stranger@evil.example', password: theirs })
    const own = linkTo('stranger@evil.example')
    for (const link of [own, `${own}x`, '', 'x.y.z', `${linkTo(email)}&confirm=x`]) {
      expect((await createBrowser(test).signIn(email, theirs, link)).status).toBe(401)
    }
  })

  it('is not in the way of an invitation to that person', async () => {
    const email = 'invited@corp.example'
    await askToSignUp({ name: 'Stranger', email, password: theirs })
    await test.createAccount({ email: 'boss@corp.example', name: 'The team' })
    const owner = createBrowser(test)
    await owner.signIn('boss@corp.example')
    const invited = await owner.call('POST', '/app/v1/invitations', { email, role: 'member' })
    expect(invited.status).toBe(200)
    const token = pathInMail(test, email).split('/').at(-1)
    const browser = await signUpAs(test, { email, name: 'Invited' })
    const joined = await browser.call('POST', '/app/v1/invitations/accept', { token })
    expect(joined.body).toMatchObject({ account: { name: 'The team' }, user: { name: 'Invited' } })
    expect((await createBrowser(test).signIn(email, theirs)).status).toBe(401)
  })

  it('is not in the way of the operator, who makes an account for that person', async () => {
    const email = 'customer@corp.example'
    await askToSignUp({ email, password: theirs })
    await test.createAccount({ email })
    expect((await createBrowser(test).signIn(email)).status).toBe(200)
    expect((await createBrowser(test).signIn(email, theirs, linkTo(email))).status).toBe(401)
  })

  it('PEOPLE-4: can’t fill their mailbox, and can’t tell by it whether the email is known', async () => {
    await test.createAccount({ email: 'bombed@corp.example' })
    const refusals = []
    for (const email of ['bombed@corp.example', 'bombed-too@corp.example']) {
      for (let time = 0; time < 5; time += 1) expect((await askToSignUp({ email })).status).toBe(200)
      const { status, body } = await askToSignUp({ email: email.toUpperCase() })
      refusals.push({ status, body })
      expect(mailsTo(email)).toHaveLength(5)
    }
    expect(refusals[0]).toEqual(refusals[1])
    expect(refusals[0]!.status).toBe(429)

    for (const [path, wanted] of [
      ['/auth/send-verification-email', 'bombed-too@corp.example'],
      ['/auth/request-password-reset', 'bombed@corp.example'],
    ] as const) {
      const before = mailsTo(wanted).length
      for (const expected of [200, 200, 200, 200, 200, 429]) {
        expect((await createBrowser(test).call('POST', path, { email: wanted })).status).toBe(expected)
      }
      expect(mailsTo(wanted)).toHaveLength(before + 5)
    }
  })
})
