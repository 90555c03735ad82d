import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId, newRequestId } from '../base/ids.ts'
import { readEntries } from './entries.ts'
import { grantCredits } from './grants.ts'
import { lockBalance, openLedger, type Period, readBalance } from './ledger.ts'
import { grantPack, readHoldings, takeBack } from './lots.ts'
import { currentBalance, openPeriods } from './periods.ts'
import { refundSpend } from './refunds.ts'
import type { Spending } from './spend.ts'
import { type CountedSpending, openCountedSpending } from './spending-fixture.ts'
import { verifyLedger } from './verify.ts'

const may: Period = { start: new Date('2026-05-01'), end: new Date('2026-06-01'), credits: 3, reason: 'May' }
const june: Period = { start: new Date('2026-06-01'), end: new Date('2026-07-01'), credits: 3, reason: 'June' }
const inAYear = new Date('2027-05-10')
const soon = new Date('2026-06-10')

let now = new Date('2026-05-10')
const clock = fixedClock(() => now)
let store: TestDatabase
let spending: Spending
let accountId: string
let counted: CountedSpending
beforeAll(async () => {
  counted = await openCountedSpending(clock)
  ;({ store, spending } = counted)
})
afterAll(async () => {
  expect((await verifyLedger(store.database)).problems).toEqual([])
  await spending.close()
  await store.drop()
})
beforeEach(async () => {
  now = new Date('2026-05-10')
  accountId = newAccountId()
  await openLedger(store.database, accountId)
  await currentBalance(store.database, clock, accountId, may)
})

const spend = (count: number, period = may) =>
  spending.spend({
    accountId,
    period,
    door: 'api_key',
    actor: { type: 'api_key', id: 'key_1', name: 'A key' },
    countsFor: [{ type: 'api_key', id: 'key_1', limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: Array.from({ length: count }, () => ({ contactId: newContactId(), purchasable: true, readable: true })),
  })

const buy = (reference: string, credits: number, expiresAt: Date) =>
  grantPack(store.database, clock, { accountId, credits, expiresAt, reference, door: 'billing', reason: 'A pack' })

const back = (credits: number, lot: { reference: string } | { periodStart: Date }) =>
  takeBack(store.database, clock, { accountId, credits, lot, door: 'billing', reason: 'Refunded' })

const left = async () => (await readHoldings(store.database, accountId)).lots.map((lot) => [lot.source, lot.left])

/** Newest first: what each entry took from which kind of lot. */
const newest = async () => {
  const [entry] = await readEntries(store.database, accountId, { before: null, kind: undefined, limit: 1 })
  return { kind: entry!.kind, lots: entry!.lots.map(({ source, amount }) => [source, amount]) }
}

it('CREDIT-10, L17: credits that expire with the period wait for a pack that expires before it, in a spend alone and in a batch', async () => {
  await grantCredits(store.database, clock, accountId, 4, { door: 'operator', reason: 'Sorry', period: may })
  await buy('this month', 4, new Date('2026-05-20'))
  await buy('with the period', 1, may.end)
  const lots = (await readHoldings(store.database, accountId)).lots.map(({ source, expiresAt }) => [source, expiresAt])
  expect(lots).toEqual([
    ['period', may.end],
    ['pack', new Date('2026-05-20')],
    ['goodwill', may.end],
    ['pack', may.end],
  ])
  await spend(4)
  expect((await newest()).lots).toEqual([
    ['period', -3],
    ['pack', -1],
  ])
  await spend(1)
  expect((await newest()).lots).toEqual([['pack', -1]])
  now = new Date('2026-05-25')
  await spend(1)
  expect((await newest()).lots).toEqual([['goodwill', -1]])
  expect(await left()).toEqual([
    ['period', 0],
    ['goodwill', 3],
    ['pack', 1],
  ])
})

it('CREDIT-10, L17: when the end of the period moves, so does the place of the credits that expire with it', async () => {
  const pack = new Date('2026-05-20')
  await grantCredits(store.database, clock, accountId, 2, { door: 'operator', reason: 'Sorry', period: may })
  await buy('this month', 2, pack)
  await spend(4)
  expect(await left()).toEqual([
    ['period', 0],
    ['pack', 1],
    ['goodwill', 2],
  ])
  const earlier = { ...may, end: new Date('2026-05-15') }
  await store.database.transaction(async (tx) => {
    await openPeriods(tx, clock, await lockBalance(tx, accountId), { paidFor: [], current: earlier })
  })
  await spend(1)
  expect((await newest()).lots).toEqual([['goodwill', -1]])
  expect(await left()).toEqual([
    ['period', 0],
    ['goodwill', 1],
    ['pack', 1],
  ])
})

it('CREDIT-10, L17: a spend takes the period’s own credits first, then goodwill, then packs by their date, and its entry says so', async () => {
  await buy('later', 5, inAYear)
  await buy('sooner', 5, soon)
  const given = { door: 'operator' as const, reason: 'Sorry', period: may }
  await grantCredits(store.database, clock, accountId, 2, given)
  expect(await left()).toEqual([
    ['period', 3],
    ['goodwill', 2],
    ['pack', 5],
    ['pack', 5],
  ])
  expect(await spend(9)).toMatchObject({ kind: 'spent', spent: 9, remaining: 6 })
  const lots = [
    ['period', -3],
    ['goodwill', -2],
    ['pack', -4],
  ]
  expect(await newest()).toEqual({ kind: 'spend', lots })
  expect(await left()).toEqual([
    ['period', 0],
    ['pack', 1],
    ['pack', 5],
  ])
})

it('L17: spends from one pack go through in batches, and the period after it is spent first again', async () => {
  await buy('pack', 50, inAYear)
  await spend(3)
  await spend(1)
  counted.alone = 0
  for (let at = 0; at < 5; at += 1) await spend(2)
  expect(counted.alone).toBe(0)
  expect(await newest()).toEqual({ kind: 'spend', lots: [['pack', -2]] })
  now = new Date('2026-06-02')
  await spend(1, june)
  expect(await newest()).toEqual({ kind: 'spend', lots: [['period', -1]] })
  expect(await left()).toEqual([
    ['period', 2],
    ['pack', 39],
  ])
})

it('L17: a pack outlives the period and expires at its own date, whoever looks first', async () => {
  await buy('pack', 5, soon)
  now = new Date('2026-06-02')
  expect(await currentBalance(store.database, clock, accountId, june)).toMatchObject({ balance: 8, periodCredits: 3 })
  now = new Date('2026-06-11')
  expect(await spend(4, june)).toMatchObject({ kind: 'insufficient_credits', remaining: 3 })
  expect(await spend(1, june)).toMatchObject({ kind: 'spent', remaining: 2 })
  expect(await left()).toEqual([['period', 2]])
})

it('L17: a pack can be spent up to the moment of its expiry and not in it, however many ask at once', async () => {
  await buy('pack', 5, soon)
  now = new Date(soon.getTime() - 1)
  await spend(3, june)
  expect(await Promise.all([spend(1, june), spend(1, june)])).toMatchObject([{ kind: 'spent' }, { kind: 'spent' }])
  now = soon
  const late = await Promise.all([...Array(8)].map(() => spend(1, june)))
  expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['insufficient_credits']))
  const balance = () => currentBalance(store.database, clock, accountId, june)
  expect(await Promise.all([balance(), balance()])).toMatchObject([{ balance: 0 }, { balance: 0 }])
  const expired = await readEntries(store.database, accountId, { before: null, kind: 'expire', limit: 10 })
  expect(expired.map(({ amount }) => amount)).toEqual([-3, -3])
})

it('CREDIT-11, L17: a purchase is granted once, however often it is reported', async () => {
  await Promise.all([buy('pack', 5, soon), buy('pack', 5, soon), buy('pack', 5, soon)])
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 8 })
})

it('CREDIT-11, L17: unspent credits can be taken back, spent ones never', async () => {
  await buy('pack', 5, inAYear)
  await spend(5)
  expect(await back(5, { reference: 'pack' })).toBe(3)
  expect(await back(5, { reference: 'pack' })).toBe(0)
  expect(await back(5, { reference: 'unknown' })).toBe(0)
  expect(await back(5, { periodStart: may.start })).toBe(0)
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 0, periodCredits: 3 })
})

it('L17: of a period only its own unspent credits are taken back, and only while it lasts', async () => {
  await buy('pack', 5, inAYear)
  await spend(1)
  expect(await back(9, { periodStart: may.start })).toBe(2)
  expect(await readBalance(store.database, accountId)).toMatchObject({ balance: 5, periodCredits: 1 })
  await currentBalance(store.database, clock, accountId, june)
  expect(await back(9, { periodStart: may.start })).toBe(0)
})

it('L8, L17: a refund of what came from a pack keeps the date of the pack', async () => {
  await buy('pack', 5, inAYear)
  await spend(3)
  await spend(2)
  const [entry] = await readEntries(store.database, accountId, { before: null, kind: 'spend', limit: 1 })
  const given = { door: 'operator' as const, reason: 'Wrong number', period: may }
  await refundSpend(store.database, clock, accountId, { entryId: entry!.entry_id }, given)
  expect((await readHoldings(store.database, accountId)).lots).toMatchObject([
    { source: 'period', left: 0 },
    { source: 'pack', left: 3 },
    { source: 'returned', left: 2, expiresAt: inAYear },
  ])
})
