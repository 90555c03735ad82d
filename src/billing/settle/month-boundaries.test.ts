import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/support/app.ts'
import { findAccount } from '../../accounts/accounts.ts'
import { periodOf, planOf, usageMonth } from '../../accounts/plan-state.ts'
import { fixedClock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import type { Period } from '../../credits/ledger.ts'
import { currentBalance } from '../../credits/periods.ts'
import { createSpending } from '../../credits/spend.ts'
import { openDatabase } from '../../db/database.ts'
import { plans } from '../plans/plans.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2024-01-31T23:59:59.999Z') })
})
afterAll(() => test.stop())

const monthOf = (anchor: string, now: string): string[] => {
  const { start, end } = usageMonth(new Date(anchor), new Date(now))
  return [start.toISOString(), end.toISOString()]
}

it('PLAN-12: months that began on a 31st end on the last day of short months, and come back to the 31st', () => {
  const anchor = '2026-01-31T10:00:00.000Z'
  expect(monthOf(anchor, '2026-02-28T09:59:59.999Z')).toEqual([anchor, '2026-02-28T10:00:00.000Z'])
  expect(monthOf(anchor, '2026-02-28T10:00:00.000Z')).toEqual(['2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'])
  expect(monthOf(anchor, '2026-04-30T10:00:00.000Z')).toEqual(['2026-04-30T10:00:00.000Z', '2026-05-31T10:00:00.000Z'])
})

it('leap years are known: the 29th of February, and back to it four years later', () => {
  expect(monthOf('2024-01-31T00:00:00Z', '2024-02-29T00:00:00Z')[0]).toBe('2024-02-29T00:00:00.000Z')
  expect(monthOf('2024-02-29T00:00:00Z', '2025-02-28T00:00:00Z')[0]).toBe('2025-02-28T00:00:00.000Z')
  expect(monthOf('2024-02-29T00:00:00Z', '2028-02-29T00:00:00Z')[0]).toBe('2028-02-29T00:00:00.000Z')
  expect(monthOf('2000-02-29T00:00:00Z', '2100-02-28T00:00:00Z')[0]).toBe('2100-02-28T00:00:00.000Z')
})

it('months are UTC: nothing happens at the changes of daylight saving time', () => {
  expect(monthOf('2026-03-29T01:30:00Z', '2026-04-29T01:30:00Z')[0]).toBe('2026-04-29T01:30:00.000Z')
  expect(monthOf('2026-10-25T01:30:00Z', '2026-11-25T01:29:59Z')[0]).toBe('2026-10-25T01:30:00.000Z')
})

async function periodAt(accountId: string, now: string): Promise<Period> {
  const account = (await findAccount(test.store.database, accountId))!
  return periodOf(account, planOf(plans, account), new Date(now))!
}

const grantsOf = (accountId: string) =>
  test.store.database.query<{ amount: number; starts: Date }>(sql`
    SELECT amount, period_start AS starts FROM credit_entries
    WHERE account_id = ${accountId} AND opens_period ORDER BY seq`)

it('PLAN-9, B4: two nodes that see the boundary at once open the month exactly once', async () => {
  const { accountId } = await test.createAccount()
  const now = '2024-02-29T23:59:59.999Z'
  const clock = fixedClock(() => new Date(now))
  const period = await periodAt(accountId, now)
  const otherNode = openDatabase({ url: test.store.url, poolSize: 10 })
  try {
    const opening = Array.from({ length: 20 }, (_, at) =>
      currentBalance(at % 2 === 0 ? test.store.database : otherNode, clock, accountId, period),
    )
    const balances = await Promise.all(opening)
    expect(new Set(balances.map((held) => held.balance))).toEqual(new Set([1000]))
  } finally {
    await otherNode.close()
  }
  expect((await grantsOf(accountId)).map((grant) => grant.starts.toISOString())).toEqual([
    '2024-01-31T23:59:59.999Z',
    '2024-02-29T23:59:59.999Z',
  ])
})

it('B4: a request admitted before the boundary and spending after it spends in the new month', async () => {
  const { accountId } = await test.createAccount()
  const [first, second] = await test.plantContacts(2)
  const before = await periodAt(accountId, '2024-02-10T00:00:00Z')
  const after = await periodAt(accountId, '2024-03-01T00:00:00Z')
  const clock = fixedClock(() => new Date('2024-03-01T00:00:00Z'))
  const spending = createSpending(test.store.database, clock)
  const spend = (contactId: string, period: Period) =>
    spending.spend({
      accountId,
      period,
      door: 'api_key',
      actor: { type: 'api_key', id: 'key_1', name: 'Key' },
      countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
      requestId: 'req_1',
      idempotencyKey: null,
      items: [{ contactId, purchasable: true, readable: true }],
    })
  try {
    expect(await spend(first!, after)).toMatchObject({ kind: 'spent', remaining: 999 })
    expect(await spend(second!, before)).toMatchObject({ kind: 'spent', remaining: 998 })
  } finally {
    await spending.close()
  }
  expect((await grantsOf(accountId)).map((grant) => grant.amount)).toEqual([1000, 1000])
})
