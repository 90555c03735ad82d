import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Browser,
  createBrowser,
  pathInMail,
  type ServedApp,
  signUpAs,
  startServedApp,
  strongPassword,
} from '../../test/support/browser.ts'
import { makeKey } from '../keys/keys.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

it('PEOPLE-8: an admin can’t lift the limit that an owner set, neither their own nor another’s', async () => {
  await test.createAccount({ email: 'owner@limits.example' })
  const owner = createBrowser(test)
  await owner.signIn('owner@limits.example')
  const email = 'admin@limits.example'
  await owner.call('POST', '/app/v1/invitations', { email, role: 'admin' })
  const token = pathInMail(test, email).split('/').at(-1)
  const admin = await signUpAs(test, { email })
  expect((await admin.call('POST', '/app/v1/invitations/accept', { token })).status).toBe(200)
  const { id } = (await admin.call('GET', '/app/v1/profile')).body.user
  const setLimit = (browser: typeof owner, credit_limit: number | null) =>
    browser.call('POST', `/app/v1/members/${id}`, { credit_limit })
  expect((await setLimit(owner, 5)).body.member.credit_limit).toBe(5)
  const lifted = await setLimit(admin, null)
  expect([lifted.status, lifted.body.error.code]).toEqual([403, 'owner_required'])
  await owner.call('POST', `/app/v1/members/${id}`, { role: 'member' })
  await owner.call('POST', `/app/v1/members/${id}`, { role: 'admin' })
  expect((await setLimit(admin, 1_000)).status).toBe(403)
  expect((await setLimit(owner, null)).body.member.credit_limit).toBeNull()
})

it('PEOPLE-8: a limit in an owner’s invitation binds like one that an owner sets later, for admins and members, and no key gets round it', async () => {
  await test.createAccount({ email: 'owner@invited.example' })
  const owner = createBrowser(test)
  await owner.signIn('owner@invited.example')
  const join = async (email: string, invitation: object) => {
    await owner.call('POST', '/app/v1/invitations', { email, ...invitation })
    const token = pathInMail(test, email).split('/').at(-1)
    const browser = await signUpAs(test, { email })
    await browser.call('POST', '/app/v1/invitations/accept', { token })
    return { browser, id: (await browser.call('GET', '/app/v1/profile')).body.user.id as string }
  }
  const admin = await join('admin@invited.example', { role: 'admin', credit_limit: 5 })
  const limited = await join('limited@invited.example', { role: 'member', credit_limit: 7 })
  const free = await join('free@invited.example', { role: 'member' })
  const setLimit = async ({ id }: { id: string }) =>
    (await admin.browser.call('POST', `/app/v1/members/${id}`, { credit_limit: 1_000 })).status
  expect([await setLimit(admin), await setLimit(limited), await setLimit(free)]).toEqual([403, 403, 200])
  const { data } = (await owner.call('GET', '/app/v1/members')).body
  expect(data.map((found: { credit_limit: number }) => found.credit_limit).sort()).toEqual([1_000, 5, 7, null])

  const [key] = (await owner.call('GET', '/app/v1/keys')).body.data
  const asAdmin = async (path: string, body: object) => {
    const { status, body: answer } = await admin.browser.call('POST', path, body)
    return [status, answer.error?.code]
  }
  const refused = [403, 'owner_required']
  expect(await asAdmin('/app/v1/keys', { name: 'Mine' })).toEqual(refused)
  expect(await asAdmin(`/app/v1/keys/${key.id}`, { credit_limit: null })).toEqual(refused)
  expect(await asAdmin(`/app/v1/keys/${key.id}`, { name: 'Nightly' })).toEqual([200, undefined])
})

it('PEOPLE-13: an admin with a limit can’t lift it through somebody else, an old key or a new membership', async () => {
  const { accountId } = await test.createAccount({ email: 'owner@around.example' })
  const owner = createBrowser(test)
  await owner.signIn('owner@around.example')
  const join = async (inviter: Browser, email: string, invitation: object) => {
    const invited = await inviter.call('POST', '/app/v1/invitations', { email, ...invitation })
    if (invited.status !== 200) return { invited, browser: null, id: '' }
    const token = pathInMail(test, email).split('/').at(-1)
    const browser = people.get(email) ?? (await signUpAs(test, { email }))
    people.set(email, browser)
    if ((await browser.call('GET', '/app/v1/profile')).status !== 200) await browser.signIn(email, strongPassword)
    const accepted = await browser.call('POST', '/app/v1/invitations/accept', { token })
    return { invited: accepted, browser, id: (await browser.call('GET', '/app/v1/profile')).body.user.id as string }
  }
  const people = new Map<string, Browser>()
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
    status,
    body.error?.code,
  ]
  const limitOf = async (email: string) =>
    (await owner.call('GET', '/app/v1/members')).body.data.find((found: { email: string }) => found.email === email)
      ?.credit_limit

  const admin = await join(owner, 'admin@around.example', { role: 'admin' })
  const open = await admin.browser!.call('POST', '/app/v1/invitations', {
    email: 'open@around.example',
    role: 'member',
  })
  expect((await owner.call('POST', `/app/v1/members/${admin.id}`, { credit_limit: 5 })).status).toBe(200)
  const invitations = (await owner.call('GET', '/app/v1/invitations')).body.data
  expect(invitations.find(({ id }: { id: string }) => id === open.body.invitation.id).status).toBe('withdrawn')

  const second = 'second@around.example'
  const refused = [403, 'owner_required']
  for (const credit_limit of [null, 1, 1_000]) {
    expect(codeOf((await join(admin.browser!, second, { role: 'member', credit_limit })).invited)).toEqual(refused)
  }
  const poor = await join(admin.browser!, second, { role: 'member', credit_limit: 0 })
  expect(codeOf(poor.invited)).toEqual([200, undefined])
  expect(codeOf(await admin.browser!.call('POST', `/app/v1/members/${poor.id}`, { credit_limit: 10 }))).toEqual(refused)

  const { apiKey, keyId } = await makeKey(test.store.database, { accountId, name: 'Old', expiresAt: new Date(0) })
  const revive = (expires_at: string | null) => admin.browser!.call('POST', `/app/v1/keys/${keyId}`, { expires_at })
  expect(codeOf(await revive(null))).toEqual(refused)
  expect(codeOf(await revive('2099-01-01T00:00:00Z'))).toEqual(refused)
  expect((await test.call('GET', '/api/v1/usage', { key: apiKey })).status).toBe(401)

  // An admin without a limit can't lift the limit of an owner by removing and inviting again.
  const free = await join(owner, 'free@around.example', { role: 'admin' })
  const bound = 'bound@around.example'
  const { id } = await join(owner, bound, { role: 'member', credit_limit: 7 })
  expect((await free.browser!.call('POST', `/app/v1/members/${id}/remove`)).status).toBe(200)
  expect((await join(free.browser!, bound, { role: 'member' })).invited.status).toBe(200)
  expect(await limitOf(bound)).toBe(7)
  expect(codeOf(await free.browser!.call('POST', `/app/v1/members/${id}`, { credit_limit: null }))).toEqual(refused)
  await free.browser!.call('POST', `/app/v1/members/${id}/remove`)
  expect((await join(owner, bound, { role: 'member' })).invited.status).toBe(200)
  expect(await limitOf(bound), 'an owner decides').toBeNull()
})
