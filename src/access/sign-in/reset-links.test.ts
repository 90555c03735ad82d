import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../../test/support/browser.ts'
import { sql } from '../../db/sql.ts'

let test: ServedApp
const email = 'reset@shop.example'
beforeAll(async () => {
  test = await startServedApp()
  await test.createAccount({ email })
})
afterAll(() => test.stop())

it('a link that sets a password works, but the database does not tell it', async () => {
  const browser = createBrowser(test)
  await browser.call('POST', '/auth/request-password-reset', { email, redirectTo: '/reset-password' })
  await expect.poll(() => test.mails.findLast(({ to }) => to === email)).toBeDefined()
  const token = /reset-password\/(\w+)/.exec(test.mails.findLast(({ to }) => to === email)!.text)![1]!

  const rows = await test.app.database.query(sql`SELECT verifications::text AS row FROM verifications`)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(token)

  const newPassword = 'quite another sentence 47'
  expect((await browser.call('POST', '/auth/reset-password', { token, newPassword })).status).toBe(200)
  expect((await browser.signIn(email, newPassword)).status).toBe(200)
})
