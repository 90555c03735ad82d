/** The mail of an invitation proves the mailbox, so whoever is invited confirms once; what it does not prove. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { isInvited } from '../../src/members/invitations.ts'
import {
  createBrowser,
  pathInMail,
  type ServedApp,
  signUpAs,
  startServedApp,
  strongPassword,
} from '../support/browser.ts'
import { createIntegration, readTokens } from '../support/integration.ts'

let test: ServedApp

beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

const askToSignUp = (body: { email: string; password: string; callbackURL?: string }) =>
  createBrowser(test).call('POST', '/auth/sign-up/email', { name: 'Grace', ...body })

const mailsTo = (email: string) => test.mails.filter(({ to }) => to === email)

/** An invitation to this address, and its token as only the mail holds it. */
async function invite(email: string) {
  const boss = `boss-${email}`
  await test.createAccount({ email: boss, name: 'The team' })
  const owner = createBrowser(test)
  await owner.signIn(boss)
  const { body } = await owner.call('POST', '/app/v1/invitations', { email, role: 'member' })
  const token = pathInMail(test, email).split('/').at(-1)!
  return { owner, token, id: body.invitation.id as string }
}
const signUpWith = (token: string, email: string, password = strongPassword) =>
  askToSignUp({ email, password, callbackURL: `/invitations/${token}` })
const signInWith = (token: string, email: string, password = strongPassword) => {
  const browser = createBrowser(test)
  const path = `/auth/sign-in/email?invitation=${token}`
  return browser.call('POST', path, { email, password }).then(({ status }) => ({ browser, status }))
}

it('PEOPLE-10: confirms once: the link of the invitation and the password are enough, and no second mail is sent', async () => {
  const email = 'new@invited.example'
  const { token } = await invite(email)
  await signUpWith(token, email)
  expect((await createBrowser(test).signIn(email, strongPassword)).status).toBe(401)
  expect((await signInWith(token, email, 'another long password 7')).status).toBe(401)
  const { browser, status } = await signInWith(token, email)
  expect(status).toBe(200)
  expect((await browser.call('GET', '/app/v1/profile')).body).toMatchObject({
    account: { name: 'The team' },
    role: 'member',
  })
  await test.app.auth.drain()
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Join “The team” on Prospector'])
  // A link that was used proves nothing any more.
  expect(await isInvited(test.app.database, systemClock, token, email)).toBe(false)
})

it('PEOPLE-14: a person who signs up with an invitation joins at once, in the log of the account, and gets no account of their own', async () => {
  const email = 'straight@invited.example'
  const { owner, token } = await invite(email)
  await signUpWith(token, email)
  const { browser } = await signInWith(token, email)
  const profile = await browser.call('GET', '/app/v1/profile')
  expect(profile.body).toMatchObject({
    account: { name: 'The team' },
    role: 'member',
    accounts: [{ name: 'The team' }],
  })
  const { body: log } = await owner.call('GET', '/app/v1/audit/entries?action=member.joined')
  expect(log.data).toMatchObject([{ actor: { name: 'Grace' }, details: [{ name: 'role', value: 'member' }] }])
  const [made] = await test.app.database.query<{ count: number }>(
    sql`SELECT count(*)::int AS count FROM accounts WHERE name = 'Grace’s account'
      AND account_id IN (SELECT account_id FROM members WHERE user_id = ${profile.body.user.id})`,
  )
  expect(made!.count).toBe(0)
  // It was used: the link offers nothing any more.
  expect((await createBrowser(test).call('POST', '/auth/invitation', { token })).status).toBe(404)
})

it('PEOPLE-14: the link says who invites, to which account and at which address, and nothing without its token', async () => {
  const email = 'reads@invited.example'
  const { owner, token, id } = await invite(email)
  const look = (given: unknown) => createBrowser(test).call('POST', '/auth/invitation', { token: given })
  expect((await look(token)).body).toEqual({
    account_id: expect.stringMatching(/^acc_/),
    account_name: 'The team',
    inviter_name: expect.any(String),
    email,
    role: 'member',
  })
  for (const wrong of ['', 'x'.repeat(40), token.slice(1), `${token}'`, 7, null]) {
    expect(await look(wrong)).toMatchObject({ status: 404, body: { code: 'INVITATION_OVER' } })
  }
  await owner.call('POST', `/app/v1/invitations/${id}/withdraw`)
  expect((await look(token)).status).toBe(404)
})

it('PEOPLE-11: a person who joined a team begins there, and is not offered the empty account that signing up made', async () => {
  const email = 'teammate@invited.example'
  const browser = await signUpAs(test, { email, password: strongPassword })
  const { token } = await invite(email)
  const before = await browser.call('GET', '/app/v1/profile')
  expect(before.body.accounts).toMatchObject([{ id: before.body.account.id, role: 'owner' }])
  const joined = await browser.call('POST', '/app/v1/invitations/accept', { token })
  const team = [{ id: joined.body.account.id, name: 'The team', role: 'member' }]
  expect(joined.body.accounts).toEqual(team)
  const again = createBrowser(test)
  await again.signIn(email, strongPassword)
  expect((await again.call('GET', '/app/v1/profile')).body).toMatchObject({
    account: { name: 'The team' },
    accounts: team,
  })

  // An account of their own that has a plan is theirs to use.
  await test.app.database.query(sql`UPDATE accounts SET status = 'lapsed' WHERE account_id = ${before.body.account.id}`)
  expect((await again.call('GET', '/app/v1/profile')).body.accounts).toHaveLength(2)
})

it('PEOPLE-10: a link that was passed on confirms no other address', async () => {
  const { token } = await invite('meant@invited.example')
  const email = 'other@invited.example'
  await signUpWith(token, email)
  expect((await signInWith(token, email)).status).toBe(401)
  await test.app.auth.drain()
  expect(mailsTo(email).map(({ subject }) => subject)).toEqual(['Confirm your email for Prospector'])
})

it('PEOPLE-10: a withdrawn or expired invitation confirms nothing, and the usual mail is sent', async () => {
  const withdrawn = 'withdrawn@invited.example'
  const { owner, token, id } = await invite(withdrawn)
  await owner.call('POST', `/app/v1/invitations/${id}/withdraw`)
  const late = 'late@invited.example'
  const expired = await invite(late)
  await test.app.database.query(
    sql`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE invitation_id = ${expired.id}`,
  )
  for (const [email, of] of [
    [withdrawn, token],
    [late, expired.token],
  ] as const) {
    await signUpWith(of, email)
    expect([email, (await signInWith(of, email)).status]).toEqual([email, 401])
    await test.app.auth.drain()
    expect(mailsTo(email).at(-1)!.subject).toContain('Confirm')
  }
})

it('PEOPLE-10: an invitation to an address that has an account opens nothing without its password', async () => {
  const email = 'known@invited.example'
  await signUpAs(test, { email, password: 'the old password 33' })
  const { token } = await invite(email)
  await signUpWith(token, email)
  expect((await signInWith(token, email)).status).toBe(401)
  expect((await signInWith(token, email, 'the old password 33')).status).toBe(200)
})

it('PEOPLE-3, PEOPLE-10: a stranger who signed up with the address first is confirmed by nobody', async () => {
  const email = 'raced@invited.example'
  await askToSignUp({ email, password: 'chosen by a stranger 5' })
  const { token } = await invite(email)
  await signUpWith(token, email)
  expect((await signInWith(token, email, 'chosen by a stranger 5')).status).toBe(401)
  expect((await signInWith(token, email)).status).toBe(200)
  expect((await createBrowser(test).signIn(email, 'chosen by a stranger 5')).status).toBe(401)
})

it('PEOPLE-7: an invitation whose time is over is accepted by nobody', async () => {
  const email = 'too-late@invited.example'
  const { token, id } = await invite(email)
  const browser = await signUpAs(test, { email })
  const end = (by: string) =>
    test.app.database.query(
      sql`UPDATE invitations SET expires_at = now() + ${by}::interval WHERE invitation_id = ${id}`,
    )
  await end('-1 second')
  expect((await browser.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(404)
  await end('1 hour')
  expect((await browser.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(200)
})

it('PEOPLE-6, PEOPLE-11: a person who leaves the team is out of it at once, and has their own account again', async () => {
  const email = 'leaver@invited.example'
  const { token } = await invite(email)
  const browser = await signUpAs(test, { email })
  const own = (await browser.call('GET', '/app/v1/profile')).body.account.id
  const team = (await browser.call('POST', '/app/v1/invitations/accept', { token })).body.account.id
  const client = await createIntegration(test)
  const { page, verifier } = await client.authorize(email, {}, browser)
  const { accessToken, refreshToken } = await readTokens(client, await client.redeem(page, verifier))
  const usage = () => test.call('GET', '/api/v1/usage', { key: accessToken })
  expect((await usage()).body.account.id).toBe(team)
  const elsewhere = createBrowser(test)
  await elsewhere.signIn(email, strongPassword)
  expect((await elsewhere.call('GET', '/app/v1/profile')).body.account.id).toBe(team)

  expect((await browser.call('POST', '/app/v1/account/leave')).status).toBe(200)
  expect((await usage()).status).toBe(401)
  expect((await client.refresh(refreshToken!)).status).toBe(400)
  expect((await elsewhere.call('GET', '/api/v1/usage')).status).not.toBe(200)
  const again = createBrowser(test)
  await again.signIn(email, strongPassword)
  const { account, accounts } = (await again.call('GET', '/app/v1/profile')).body
  expect([account.id, accounts.map(({ id }: { id: string }) => id)]).toEqual([own, [own]])
})

it('PEOPLE-11: an account of one’s own in which somebody else is, too, stays among those to switch to', async () => {
  const email = 'host@invited.example'
  const { token } = await invite(email)
  const browser = await signUpAs(test, { email })
  const own = (await browser.call('GET', '/app/v1/profile')).body.account.id
  const { userId } = await test.createAccount({ email: 'lodger@invited.example' })
  await test.app.database.query(sql`
    INSERT INTO members (account_id, user_id, role) VALUES (${own}, ${userId}, 'member')`)
  const { accounts } = (await browser.call('POST', '/app/v1/invitations/accept', { token })).body
  expect(accounts.map(({ id }: { id: string }) => id)).toContain(own)
})

it('PEOPLE-13: an owner who invites again without a limit lifts it for good, through whichever door the person comes back', async () => {
  const comeBack = {
    'the sign-in page': async (email: string, token: string) => (await signInWith(token, email)).browser,
    'the web application': async (email: string, token: string) => {
      const browser = createBrowser(test)
      await browser.signIn(email, strongPassword)
      await browser.call('POST', '/app/v1/invitations/accept', { token })
      return browser
    },
  }
  for (const [door, join] of Object.entries(comeBack)) {
    const email = `back-${door.replaceAll(' ', '-')}@invited.example`
    const { owner, token } = await invite(email)
    await signUpWith(token, email)
    const { browser: first } = await signInWith(token, email)
    const { id } = (await first.call('GET', '/app/v1/profile')).body.user
    expect((await owner.call('POST', `/app/v1/members/${id}`, { credit_limit: 7 })).status).toBe(200)
    const admin = `admin-${email}`
    await owner.call('POST', '/app/v1/invitations', { email: admin, role: 'admin' })
    const adminToken = pathInMail(test, admin).split('/').at(-1)!
    await signUpWith(adminToken, admin)
    const { browser: adminBrowser } = await signInWith(adminToken, admin)

    let browser = first
    for (const inviter of [owner, adminBrowser]) {
      expect((await browser.call('POST', '/app/v1/account/leave')).status).toBe(200)
      await inviter.call('POST', '/app/v1/invitations', { email, role: 'member' })
      browser = await join(email, pathInMail(test, email).split('/').at(-1)!)
      const { body } = await owner.call('GET', '/app/v1/members')
      const { credit_limit } = body.data.find((found: { email: string }) => found.email === email)
      expect([door, credit_limit]).toEqual([door, null])
    }
  }
})
