import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { createVisitor } from '../../test/support/visitor.ts'
import { liftSuspension, suspend } from '../accounts/suspension.ts'
import { fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { addMember } from '../members/members.ts'
import type { BillingServices } from './sync/billing-services.ts'
import { isTopUpDue, topUpAccount } from './top-up/top-up-accounts.ts'

let test: ServedApp
beforeAll(async () => {
  test = await startServedApp()
})
afterAll(() => test.stop())

const chosen = { enabled: true, pack_id: 'small', threshold: 2_999, monthly_credit_ceiling: 1_000 }

async function subscribed(email: string) {
  const account = await test.createAccount({ email, status: 'none' })
  const api = (method: string, path: string, body?: object) =>
    test.call(method, `/api/v1${path}`, { key: account.apiKey, ...(body && { body }) })
  const visitor = createVisitor(test.url)
  await visitor.open((await api('POST', '/billing/subscription-link', { plan: 'business' })).body.url)
  await visitor.submit('/sandbox/checkout', { card_number: '4242 4242 4242 4242' })
  const owner = createBrowser(test)
  await owner.signIn(email)
  return {
    ...account,
    set: (body: object) => owner.call('POST', '/app/v1/billing/auto-top-up', body),
    credits: async () => (await api('GET', '/usage')).body.contact_credits.remaining,
    /** Reveals one contact, then everything that waits is done. */
    async spend() {
      await test.reveal(account.apiKey, await test.plantContacts(1))
      await test.app.billing.lookForNews()
      await test.app.billing.runJobs()
    },
  }
}

it('BILL-13: nothing is bought while as many credits as the threshold are left, and one pack below it', async () => {
  const { set, spend, credits } = await subscribed('edge@top-up.example')
  expect((await set(chosen)).status).toBe(200)
  await spend()
  expect(await credits()).toBe(2_999)
  await spend()
  expect(await credits()).toBe(3_498)
})

it('BILL-13, B11: whoever looks after a pack was paid and before its credits are there buys no second one', async () => {
  const { accountId, set, credits } = await subscribed('between@top-up.example')
  await set({ ...chosen, threshold: 100_000 })
  const { database } = test.app
  let others = 0
  const whileItIsPaid: BillingServices = {
    ...test.app.billing,
    async look(customerId, cause) {
      others += 1
      await topUpAccount(database, test.app.billing, accountId)
      return test.app.billing.look(customerId, cause)
    },
  }
  await topUpAccount(database, whileItIsPaid, accountId)
  expect([others, await credits()]).toEqual([1, 3_500])
})

it('BILL-13: however often an account is seen to be low before its purchase begins, one message waits', async () => {
  const { accountId, apiKey, set } = await subscribed('often@top-up.example')
  await set({ ...chosen, threshold: 100_000 })
  await test.reveal(apiKey, await test.plantContacts(1))
  for (let looks = 0; looks < 2; looks += 1) await test.app.billing.lookForNews()
  const waiting = await test.store.database.query(
    sql`SELECT FROM jobs.job WHERE name = 'top_up' AND data->>'account_id' = ${accountId}`,
  )
  expect(waiting).toHaveLength(1)
  await test.app.billing.runJobs()
})

it('BILL-13: what was left of a month that is over buys nothing: the new month has its credits', async () => {
  const { accountId, apiKey, set } = await subscribed('month@top-up.example')
  await set(chosen)
  await test.reveal(apiKey, await test.plantContacts(2))
  const { database, billing } = test.app
  const inDays = (days: number) => {
    const clock = fixedClock(() => new Date(Date.now() + days * 86_400_000))
    return isTopUpDue(database, { ...billing.context, clock }, accountId)
  }
  expect([await inDays(0), await inDays(32)]).toEqual([true, false])
})

it('BILL-13: after an owner turned it off, nothing is bought', async () => {
  const { set, spend, credits } = await subscribed('off@top-up.example')
  await set({ ...chosen, threshold: 100_000 })
  expect((await set({ enabled: false })).body.auto_top_up.enabled).toBe(false)
  await spend()
  expect(await credits()).toBe(2_999)
})

it('BILL-13, OPERATOR-14: nothing is bought for an account that is suspended; after it, the next reveal buys', async () => {
  const { accountId, set, spend, credits } = await subscribed('closed@top-up.example')
  await set({ ...chosen, threshold: 3_001 })
  const { database, clock, billing } = test.app
  await database.transaction((tx) => suspend(tx, clock, accountId, 'Stolen card'))
  await topUpAccount(database, billing, accountId)
  await database.transaction((tx) => liftSuspension(tx, accountId))
  expect(await credits()).toBe(3_000)
  await spend()
  expect(await credits()).toBe(3_499)
})

it('BILL-13: an admin, who may see billing, can’t allow purchases', async () => {
  const { accountId, spend, credits } = await subscribed('owner@top-up.example')
  const { userId } = await test.createAccount({ email: 'admin@top-up.example' })
  await addMember(test.store.database, { accountId, userId, role: 'admin', creditLimit: null })
  const admin = createBrowser(test)
  await admin.signIn('admin@top-up.example')
  expect((await admin.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(200)
  const refused = await admin.call('POST', '/app/v1/billing/auto-top-up', { ...chosen, threshold: 100_000 })
  expect([refused.status, refused.body.error.code]).toEqual([403, 'owner_required'])
  await spend()
  expect(await credits()).toBe(2_999)
})
