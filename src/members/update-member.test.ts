import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, pathInMail, type ServedApp, signUpAs, startServedApp } from '../../test/support/browser.ts'

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
