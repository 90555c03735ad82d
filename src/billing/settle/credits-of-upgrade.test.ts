import { expect, it, onTestFinished } from 'vitest'
import { startTestApp } from '../../../test/support/app.ts'
import { findAccount } from '../../accounts/accounts.ts'
import { periodOf, planOf } from '../../accounts/plan-state.ts'
import { sql } from '../../base/sql.ts'
import { creditsOfUpgrade } from './settle-credits.ts'

it('BILL-11: right after a period has ended, an upgrade adds the difference to the plan of the new one, whatever the last one had', async () => {
  const test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-05-10T12:00:00Z') })
  onTestFinished(() => test.stop())
  const { database, clock, plans } = test.app
  const { accountId } = await test.createAccount({ planId: 'business', status: 'active' })
  const previewOf = async () => {
    const account = (await findAccount(database, accountId))!
    const current = planOf(plans, account)
    const period = periodOf(account, current, clock.now())!
    return creditsOfUpgrade(database, { clock, plans }, accountId, plans.get('business')!, { period, current })
  }
  expect(await previewOf()).toBe(0)
  // The downgrade takes effect with the new period, which nothing has opened in the ledger yet.
  await database.query(sql`UPDATE accounts SET plan_id = 'pro' WHERE account_id = ${accountId}`)
  test.setTime(new Date('2026-06-11T12:00:00Z'))
  expect(await previewOf()).toBe(plans.get('business')!.creditsPerMonth - plans.get('pro')!.creditsPerMonth)
})
