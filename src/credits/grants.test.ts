import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import { adjustCredits, grantCredits } from './grants.ts'
import { openLedger, type Period, readBalance } from './ledger.ts'
import { currentBalance } from './periods.ts'
import { RefundRefused, refundSpend } from './refunds.ts'
import { ownedAmong } from './reveals.ts'
import { createSpending, type Spending } from './spend.ts'
import { verifyLedger } from './verify.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 10, reason: 'May' }
const june: Period = { start: new Date('2026-06-01'), end: new Date('2026-07-01'), credits: 10, reason: 'June' }
const given = (period: Period | null) => ({ door: 'operator' as const, reason: 'Because', period })
const clock = fixedClock(() => new Date('2026-05-10'))

let store: TestDatabase
let spending: Spending
let accountId: string
beforeAll(async () => {
  store = await createTestDatabase()
  spending = createSpending(store.database, clock)
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await spending.close()
  await store.drop()
})
beforeEach(async () => {
  accountId = newAccountId()
  await openLedger(store.database, accountId)
})

async function spend(count: number): Promise<{ entryId: string; contactIds: string[] }> {
  const contactIds = Array.from({ length: count }, newContactId)
  await spending.spend({
    accountId,
    period: may,
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: contactIds.map((contactId) => ({ contactId, purchasable: true, readable: true })),
  })
  const [row] = await store.database.query<{ entry_id: string }>(
    sql`SELECT entry_id FROM credit_entries WHERE account_id = ${accountId} ORDER BY seq DESC LIMIT 1`,
  )
  return { entryId: row!.entry_id, contactIds }
}

const balance = async () => (await readBalance(store.database, accountId)).balance

it('L8: refunds give back what a spend took, in parts or at once, and never more', async () => {
  const { entryId } = await spend(4)
  const refund = (amount?: number) =>
    refundSpend(store.database, clock, accountId, { entryId, ...(amount !== undefined && { amount }) }, given(may))
  await refund(1)
  await expect(refund(4)).rejects.toThrow(new RefundRefused(`Only 3 credits of ${entryId} can still be refunded.`))
  await expect(refund(0)).rejects.toThrow(RefundRefused)
  await expect(refund(-1)).rejects.toThrow(RefundRefused)
  await refund()
  await expect(refund()).rejects.toThrow(RefundRefused)
  expect(await balance()).toBe(10)
})

it('L8: of many refunds at once as many succeed as there is to give back', async () => {
  const { entryId } = await spend(3)
  const refunds = Array.from({ length: 12 }, () =>
    refundSpend(store.database, clock, accountId, { entryId, amount: 1 }, given(may)),
  )
  const outcomes = await Promise.allSettled(refunds)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await balance()).toBe(10)
})

it('L8: a refund takes no contact away: it stays revealed, and revealing it again stays free', async () => {
  const { entryId, contactIds } = await spend(2)
  await refundSpend(store.database, clock, accountId, { entryId }, given(may))
  expect((await ownedAmong(store.database, accountId, contactIds)).size).toBe(2)
})

it('L8: only a spend of this account can be refunded', async () => {
  const { entryId } = await spend(1)
  const other = newAccountId()
  await openLedger(store.database, other)
  await expect(refundSpend(store.database, clock, other, { entryId }, given(may))).rejects.toThrow(RefundRefused)
  const [grant] = await store.database.query<{ entry_id: string }>(
    sql`SELECT entry_id FROM credit_entries WHERE account_id = ${accountId} AND seq = 1`,
  )
  const refund = refundSpend(store.database, clock, accountId, { entryId: grant!.entry_id }, given(may))
  await expect(refund).rejects.toThrow(RefundRefused)
})

it.each([
  ['grant', (id: string) => grantCredits(store.database, clock, id, 5, given(june)), 15],
  ['adjustment', (id: string) => adjustCredits(store.database, clock, id, -5, given(june)), 5],
] as const)(
  'L10: a %s after the boundary opens the new period first, and does not expire with the old one',
  async (_, change, left) => {
    await spend(1)
    expect(await change(accountId)).toMatchObject({ balance: left, periodCredits: left, periodStart: june.start })
    expect(await currentBalance(store.database, clock, accountId, june)).toMatchObject({ balance: left })
  },
)

it('L10: a refund after the boundary is credited to the new period', async () => {
  const { entryId } = await spend(3)
  const { amount, balance: after } = await refundSpend(store.database, clock, accountId, { entryId }, given(june))
  expect(amount).toBe(3)
  expect(after).toMatchObject({ balance: 13, periodCredits: 10, periodStart: june.start })
})

it('L1: an adjustment below zero is refused and leaves no trace', async () => {
  await spend(8)
  await expect(adjustCredits(store.database, clock, accountId, -3, given(may))).rejects.toMatchObject({ code: '23514' })
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 2, periodCredits: 10, lastSeq: 2 })
})

it('an account without a subscription can be given credits, and they expire when its first period opens', async () => {
  expect(await grantCredits(store.database, clock, accountId, 5, given(null))).toMatchObject({ balance: 5 })
  expect(await currentBalance(store.database, clock, accountId, may)).toMatchObject({ balance: 10, lastSeq: 3 })
})
