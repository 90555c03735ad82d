import { hashPassword } from '@better-auth/utils/password'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Browser,
  createBrowser,
  type ServedApp,
  startServedApp,
  usualPassword,
} from '../../test/support/browser.ts'
import { sql } from '../base/sql.ts'
import { changeOwner } from '../members/owners.ts'
import { renameUser } from './users.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

const newPassword = 'quite another sentence 47'

/** Asks for a link as a person would; the token that its mail brings. */
async function askForLink(email: string): Promise<string> {
  const before = test.mails.length
  await createBrowser(test).call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  await expect.poll(() => test.mails.length).toBeGreaterThan(before)
  return /reset-password\/(\w+)/.exec(test.mails.at(-1)!.text)![1]!
}

const resetBy = (token: string, password: string) =>
  createBrowser(test).call('POST', '/auth/reset-password', { token, newPassword: password })

it('a link that sets a password works, but the database does not tell it', async () => {
  const email = 'reset@shop.example'
  await test.createAccount({ email })
  const token = await askForLink(email)
  const rows = await test.app.database.query(sql`SELECT verifications::text AS row FROM verifications`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)

  expect((await resetBy(token, newPassword)).status).toBe(200)
  expect((await createBrowser(test).signIn(email, newPassword)).status).toBe(200)
})

type Change = (person: { browser: Browser; email: string; accountId: string }) => Promise<unknown>
const changes: [string, Change][] = [
  ['by a later link', async ({ email }) => resetBy(await askForLink(email), newPassword)],
  [
    'in the settings',
    ({ browser }) => browser.call('POST', '/auth/change-password', { currentPassword: usualPassword, newPassword }),
  ],
  [
    'by the operator',
    async ({ accountId }) =>
      changeOwner(test.app.database, accountId, { passwordHash: await hashPassword(newPassword) }),
  ],
]

it.each(changes)('PEOPLE-9: a password that was changed %s stays: older links are worthless', async (way, change) => {
  const email = `${way.replaceAll(' ', '-')}@shop.example`
  const { accountId } = await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const older = [await askForLink(email), await askForLink(email)]
  await change({ browser, email, accountId })
  for (const token of older) {
    const refused = await resetBy(token, 'a sentence of the thief 12')
    expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_TOKEN'])
  }
  expect((await createBrowser(test).signIn(email, newPassword)).status).toBe(200)
})

it('links that went to an address which the operator has replaced are worthless', async () => {
  const { accountId } = await test.createAccount({ email: 'stolen-mailbox@shop.example' })
  const token = await askForLink('stolen-mailbox@shop.example')
  await changeOwner(test.app.database, accountId, { email: 'own-mailbox@shop.example' })
  expect((await resetBy(token, newPassword)).status).toBe(400)
})

it('the operator’s changes of the account leave the links alone', async () => {
  const { accountId } = await test.createAccount({ email: 'upgraded@shop.example' })
  const token = await askForLink('upgraded@shop.example')
  await changeOwner(test.app.database, accountId, {})
  expect((await resetBy(token, newPassword)).status).toBe(200)
})

it('a change that is refused leaves the links alone', async () => {
  const email = 'refused@shop.example'
  await test.createAccount({ email })
  const browser = createBrowser(test)
  await browser.signIn(email)
  const token = await askForLink(email)
  const wrong = { currentPassword: 'not the password', newPassword }
  expect((await browser.call('POST', '/auth/change-password', wrong)).status).toBe(400)
  expect((await resetBy(token, newPassword)).status).toBe(200)
})

it('SEC-14: neither a link nor the settings take a password made of the person’s own words, and the link still works', async () => {
  const email = 'quistgaard@nordlyst.example'
  const { userId } = await test.createAccount({ email })
  await renameUser(test.app.database, test.app.clock, userId, 'Ada Wennerblad')
  const browser = createBrowser(test)
  await browser.signIn(email)
  const token = await askForLink(email)
  const change = (newPassword: string) =>
    browser.call('POST', '/auth/change-password', { currentPassword: usualPassword, newPassword })
  for (const own of ['Ada Wennerblad', 'quistgaard99', 'N0rdlyst2026']) {
    for (const refused of [await resetBy(token, own), await change(own)]) {
      expect([own, refused.status, refused.body]).toEqual([
        ...[own, 400],
        { code: 'PASSWORD_TOO_COMMON', message: expect.stringContaining('your own name or email') },
      ])
    }
  }
  expect((await resetBy(token, newPassword)).status).toBe(200)
  const used = await resetBy(token, 'W3nnerblad1815!')
  expect([used.status, used.body.code]).toEqual([400, 'INVALID_TOKEN'])
})
