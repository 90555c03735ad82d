/** For how long a program's act is known by its key. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { cleanUp } from '../queue/housekeeping.ts'
import { operatorRetention } from './retention.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed' })
})
afterAll(() => test.stop())

it('OPERATOR-13: a repeated request is the same act for 7 days, and then another one', async () => {
  const { accountId } = await test.createAccount()
  const { key } = await createOperatorKey(test.app.database, 'reports', { canOperate: true })
  const begun = test.app.clock.now().getTime()
  const grantAfter = async (hours: number) => {
    test.setTime(new Date(begun + hours * 3_600_000))
    await cleanUp(test.app.database, test.app.clock, operatorRetention)
    const body = { credits: 7, reason: 'Once' }
    const headers = { 'idempotency-key': 'order-17' }
    const { status } = await test.call('POST', `/admin/v1/accounts/${accountId}/grant`, { key, body, headers })
    expect(status).toBe(200)
    return (await test.app.database.query(sql`SELECT FROM credit_entries WHERE reason = 'Once'`)).length
  }
  expect([await grantAfter(0), await grantAfter(7 * 24 - 1), await grantAfter(7 * 24 + 1)]).toEqual([1, 1, 2])
})
