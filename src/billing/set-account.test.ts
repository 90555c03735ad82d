import { hashPassword } from '@better-auth/utils/password'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp, usualPassword } from '../../test/support/browser.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { sql } from '../base/sql.ts'
import { readBalance } from '../credits/ledger.ts'
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

it('CLI-5: what is not given stays: an account whose access the clock has ended is not opened by a name, a plan or credits', async () => {
  const { database, clock, plans } = test.app
  const over = new Date(clock.now().getTime() - 60_000)
  for (const status of ['trialing', 'past_due'] as const) {
    const { accountId } = await test.createAccount({ status })
    await database.query(
      sql`UPDATE accounts SET trial_ends_at = ${over}, access_ends_at = ${over} WHERE account_id = ${accountId}`,
    )
    const before = await readBalance(database, accountId)
    const set = (changes: object) => setAccount(database, clock, plans, accountId, changes)
    await expect(set({ credits: 5_000 })).rejects.toThrow('has no current period')
    const named = await set({ name: 'Renamed', requestsPerMinute: 7 })
    expect([named.name, hasApiAccess(named, clock.now())]).toEqual(['Renamed', false])
    expect(hasApiAccess(await set({ planId: 'business' }), clock.now())).toBe(false)
    expect(await readBalance(database, accountId)).toEqual(before)
    expect(hasApiAccess(await set({ status: 'active' }), clock.now())).toBe(true)
  }
})
