import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Browser, createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { lockWaits, race } from '../../test/support/race.ts'
import { randomLetters } from '../base/ids.ts'
import { sql } from '../base/sql.ts'

let test: ServedApp
let owner: Browser
let accountId: string
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())
beforeEach(async () => {
  const email = `${randomLetters(10).toLowerCase()}@shop.example`
  accountId = (await test.createAccount({ email })).accountId
  owner = await signIn(email)
})

async function signIn(email: string): Promise<Browser> {
  const browser = createBrowser(test)
  await browser.signIn(email)
  return browser
}

const invite = (email: string) => owner.call('POST', '/app/v1/invitations', { email, role: 'member' })

it('nobody is mailed more than three invitations of one account a day, withdrawn ones included', async () => {
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await invite('grace@shop.example')
    expect(status).toBe(200)
    await owner.call('POST', `/app/v1/invitations/${body.invitation.id}/withdraw`)
  }
  const fourth = await invite('Grace@shop.example')
  expect([fourth.status, fourth.body.error.param]).toEqual([400, 'email'])
  expect((await invite('alan@shop.example')).status).toBe(200)
})

it('parallel calls mail three invitations to one person, and not one more', async () => {
  const calls = Array.from({ length: 12 }, () => () => invite('ida@shop.example'))
  expect(await race(test.store, 'invitations', calls)).toEqual({ 200: 3, 400: 9 })
  expect(test.mails.filter(({ to }) => to === 'ida@shop.example')).toHaveLength(3)
})

/** Invitations of this account to as many people. */
const fill = (count: number, { hoursAgo = 0, withdrawn = false } = {}) =>
  test.app.database.query(sql`
    INSERT INTO invitations (invitation_id, account_id, token_hash, email, role, created_at, expires_at, withdrawn_at)
    SELECT 'inv_' || md5(${accountId} || made || number), ${accountId}, sha256(('token' || ${accountId} || made || number)::bytea),
      'person' || number || '@filler.example', 'member', made, made + interval '7 days', CASE WHEN ${withdrawn} THEN made END
    FROM generate_series(1, ${count}::int) AS number, (VALUES (now() - make_interval(hours => ${hoursAgo}))) AS age (made)`)

it('parallel calls leave 50 invitations open and not one more, however many were withdrawn since', async () => {
  await fill(45, { hoursAgo: 100 })
  await fill(250, { hoursAgo: 50, withdrawn: true })
  const calls = Array.from({ length: 12 }, (_, at) => () => invite(`guest${at}@shop.example`))
  expect(await race(test.store, 'invitations', calls)).toEqual({ 200: 5, 400: 7 })
  expect((await invite('person1@filler.example')).status, 'one that takes the place of an open one').toBe(200)
})

it('an account sends 100 invitations a day, withdrawn ones included', async () => {
  await fill(98, { hoursAgo: 23, withdrawn: true })
  await fill(20, { hoursAgo: 25, withdrawn: true })
  const calls = Array.from({ length: 12 }, (_, at) => () => invite(`guest${at}@shop.example`))
  expect(await race(test.store, 'invitations', calls)).toEqual({ 200: 2, 400: 10 })
})

it('somebody who accepts while they are invited once more is in, and nobody waits forever', async () => {
  const email = `${randomLetters(10).toLowerCase()}@guest.example`
  await test.createAccount({ email })
  const guest = await signIn(email)
  await invite(email)
  const token = /invitations\/(\w+)/.exec(test.mails.at(-1)!.text)![1]
  const accept = () => guest.call('POST', '/app/v1/invitations/accept', { token })
  const inviteMeanwhile = async () => {
    await expect.poll(() => lockWaits(test.app.database)).toBe(1)
    return invite(email)
  }
  expect(await race(test.store, 'members', [accept, inviteMeanwhile])).toEqual({ 200: 2 })
})

it('an invitation names its account, inviter and role to who can accept it, and nothing to anybody else', async () => {
  const email = `${randomLetters(10).toLowerCase()}@guest.example`
  await test.createAccount({ email })
  const guest = await signIn(email)
  await invite(email)
  const token = /invitations\/(\w+)/.exec(test.mails.at(-1)!.text)![1]
  const look = (browser: Browser) => browser.call('POST', '/app/v1/invitations/read', { token })
  const { body: profile } = await owner.call('GET', '/app/v1/profile')
  expect((await look(guest)).body).toMatchObject({
    account_name: profile.account.name,
    inviter_name: profile.user.name,
    role: 'member',
    credit_limit: null,
  })
  expect((await look(owner)).status).toBe(404)
  await guest.call('POST', '/app/v1/invitations/accept', { token })
  expect((await look(guest)).status).toBe(404)
})

it('PEOPLE-4: nobody is mailed more than ten invitations a day of all accounts together', async () => {
  const email = 'wanted@shop.example'
  const statuses: number[] = []
  for (const name of ['a', 'b', 'c', 'd']) {
    await test.createAccount({ email: `${name}@agency.example` })
    const inviter = await signIn(`${name}@agency.example`)
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await inviter.call('POST', '/app/v1/invitations', { email, role: 'member' })).status)
    }
  }
  expect(statuses).toEqual([...Array(10).fill(200), 400, 400])
  expect(test.mails.filter(({ to }) => to === email)).toHaveLength(10)
})

it('the mail says who invites in quotes, without anything that could be taken for a link of ours', async () => {
  await owner.call('POST', '/app/v1/profile', { name: 'Security: https://evil.example/login' })
  await owner.call('POST', '/app/v1/account', { name: 'www.evil.example' })
  await invite('careful@shop.example')
  const { subject, text } = test.mails.at(-1)!
  expect(subject).toBe('Join “www. evil. example” on Prospector')
  expect(text.match(/https?:\/\/\S+/g)).toEqual([expect.stringContaining(`${test.url}/invitations/`)])
  expect(text).not.toContain('evil.example')
})
