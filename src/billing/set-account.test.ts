import { hashPassword } from '@better-auth/utils/password'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp, usualPassword } from '../../test/support/browser.ts'
import { setAccount } from './set-account.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

it("the operator's new address and password for an owner work at once, and end every session of theirs", async () => {
  const { database, clock, plans } = test.app
  const { accountId } = await test.createAccount({ email: 'before@owner.example' })
  const browser = createBrowser(test)
  await browser.signIn('before@owner.example')
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(200)

  const passwordHash = await hashPassword('a lantern for 7 owls')
  await setAccount(database, clock, plans, accountId, { email: 'after@owner.example', passwordHash })
  expect((await browser.call('GET', '/app/v1/profile')).status).toBe(401)
  const signIn = async (email: string, password: string) => (await createBrowser(test).signIn(email, password)).status
  expect(await signIn('after@owner.example', 'a lantern for 7 owls')).toBe(200)
  expect(await signIn('after@owner.example', usualPassword)).toBe(401)
  expect(await signIn('before@owner.example', usualPassword)).toBe(401)
})
