import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import { returnBounced } from './bounces.ts'
import { grantCredits } from './grants.ts'
import { openLedger, type Period } from './ledger.ts'
import { grantPack, takeBack } from './lots.ts'
import { currentBalance } from './periods.ts'
import { spendAlone } from './spend-alone.ts'
import { verifyLedger } from './verify.ts'

const june: Period = { start: new Date('2026-06-01'), end: new Date('2026-07-01'), credits: 5, reason: 'Monthly' }
const clock = fixedClock(() => new Date('2026-06-10'))
const later = fixedClock(() => new Date('2026-07-16'))

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await store.owner.query(sql`GRANT UPDATE, DELETE ON credit_entries TO PUBLIC`)
  await store.owner.query(sql`ALTER TABLE credit_balances DROP CONSTRAINT credit_balances_set_aside`)
})
afterAll(() => store.drop())

/**
 * 1 grant 5 of the period, 2 pack of 10 (expires soon), 3 pack of 20 (expires late), 4 goodwill of 3, 5 spend 10: the period's 5,
 * goodwill's 3 and 2 of the first pack, 6 take back 4 of the second pack, 7 the first pack's rest of 8 expires.
 */
async function keepLots(): Promise<string> {
  const accountId = newAccountId()
  const { database } = store
  const change = { accountId, reason: 'Bought', door: 'billing' as const }
  await openLedger(database, accountId)
  await currentBalance(database, clock, accountId, june)
  await grantPack(database, clock, { ...change, credits: 10, expiresAt: new Date('2026-07-15'), reference: 'in_1' })
  await grantPack(database, clock, { ...change, credits: 20, expiresAt: new Date('2027-06-15'), reference: 'in_2' })
  await grantCredits(database, clock, accountId, 3, { door: 'operator', reason: 'Goodwill', period: june })
  await spend(accountId, 10)
  await takeBack(database, clock, { ...change, credits: 4, lot: { reference: 'in_2' } })
  await currentBalance(database, later, accountId, june)
  return accountId
}

async function spend(accountId: string, credits: number): Promise<void> {
  const items = Array.from({ length: credits }, () => ({
    contactId: newContactId(),
    purchasable: true,
    readable: true,
  }))
  const actor = { type: 'api_key', id: 'key_1', name: 'A key' }
  const countsFor = [{ type: 'api_key' as const, id: 'key_1', limit: null }]
  const request = { accountId, period: june, door: 'api_key' as const, actor, countsFor, requestId: 'req_1', items }
  await spendAlone(store.database, clock, { ...request, idempotencyKey: null })
}

/** 1 grant 5 of the period, 2 pack of 10 (expires late), 3 pack of 20 (expires soon), 4 a spend. */
async function spendFromPacks(credits: number): Promise<string> {
  const accountId = newAccountId()
  const change = { accountId, reason: 'Bought', door: 'billing' as const }
  await openLedger(store.database, accountId)
  await currentBalance(store.database, clock, accountId, june)
  const [late, soon] = [new Date('2027-06-15'), new Date('2026-06-15')]
  await grantPack(store.database, clock, { ...change, credits: 10, expiresAt: late, reference: 'in_1' })
  await grantPack(store.database, clock, { ...change, credits: 20, expiresAt: soon, reference: 'in_2' })
  await spend(accountId, credits)
  return accountId
}

const entry = (id: string, seq: number): Sql => sql`account_id = ${id} AND seq = ${seq}`
const lot = (id: string, seq: number): Sql => sql`account_id = ${id} AND lot_seq = ${seq}`

it('L17: lots that only the code has written have no problems, and say where each credit went', async () => {
  const accountId = await keepLots()
  expect(await verifyLedger(store.database, { accountId })).toMatchObject({ entries: 7, problems: [] })
  const rows = await store.database.query(sql`
    SELECT seq, amount, lot_seq, lot_seqs::int[], lot_amounts FROM credit_entries WHERE account_id = ${accountId} ORDER BY seq`)
  expect(rows.slice(4)).toEqual([
    { seq: 5, amount: -10, lot_seq: null, lot_seqs: [0, 4, 2], lot_amounts: [-5, -3, -2] },
    { seq: 6, amount: -4, lot_seq: 3, lot_seqs: null, lot_amounts: null },
    { seq: 7, amount: -8, lot_seq: 2, lot_seqs: null, lot_amounts: null },
  ])
})

const cases: [string, (id: string) => Sql, (id: string) => string][] = [
  [
    'what is left in a lot edited',
    (id) => sql`UPDATE credit_lots SET remaining = 8 WHERE ${lot(id, 2)}`,
    (id) => `Account ${id}, lot 2: 8 of 10 credits are left, but its entries say 0 of 10.`,
  ],
  [
    'what a lot was given edited',
    (id) => sql`UPDATE credit_lots SET granted = 100 WHERE ${lot(id, 3)}`,
    (id) => `Account ${id}, lot 3: 16 of 100 credits are left, but its entries say 16 of 20.`,
  ],
  [
    'a lot taken away',
    (id) => sql`DELETE FROM credit_lots WHERE ${lot(id, 2)}`,
    (id) => `Account ${id}, lot 2: 0 of 0 credits are left, but its entries say 0 of 10.`,
  ],
  [
    'a lot that no entry made',
    (id) => sql`INSERT INTO credit_lots VALUES (${id}, 99, 'pack', 5, 5, '2027-01-01', 'in_9')`,
    (id) => `Account ${id}, lot 99: 5 of 5 credits are left, but its entries say 0 of 0.`,
  ],
  [
    'a spend moved from one lot to another',
    (id) => sql`UPDATE credit_entries SET lot_seqs = '{0,4,3}' WHERE ${entry(id, 5)}`,
    (id) => `Account ${id}, lot 2: 0 of 10 credits are left, but its entries say 2 of 10.`,
  ],
  [
    'an expiry that leaves a rest in its lot',
    (id) => sql`UPDATE credit_entries SET amount = -7, balance_after = balance_after + 1 WHERE ${entry(id, 7)}`,
    (id) => `Account ${id}, lot 2: it expired, but 1 credits are left in it.`,
  ],
  [
    'parts that do not add up',
    (id) => sql`UPDATE credit_entries SET lot_amounts = '{-5,-3,-1}' WHERE ${entry(id, 5)}`,
    (id) => `Account ${id}, entry 5: its amount is -10, but its lots add up to -9.`,
  ],
  [
    'what is set aside edited',
    (id) => sql`UPDATE credit_balances SET set_aside = set_aside + 1 WHERE account_id = ${id}`,
    (id) => `Account ${id}: 1 credits are set aside, but its other lots hold 0.`,
  ],
]

it.each(cases)('L17: tampering is found and named with its account and lot: %s', async (_, change, sentence) => {
  const untouched = await keepLots()
  const id = await keepLots()
  await store.database.query(change(id))
  const { problems } = await verifyLedger(store.database)
  expect(problems).toContain(sentence(id))
  expect(problems.filter((problem) => problem.includes(untouched))).toEqual([])
})

/** Everything adds up in these: only the order in which the credits were taken is wrong. */
async function problemsOf(id: string, ...changes: Sql[]): Promise<string[]> {
  const before = await verifyLedger(store.database, { accountId: id })
  expect(before.problems).toEqual([])
  for (const change of changes) await store.database.query(change)
  return (await verifyLedger(store.database, { accountId: id })).problems
}

it('L17: a spend from a pack while the period still had credits is found', async () => {
  const id = await spendFromPacks(3)
  const problems = await problemsOf(
    id,
    sql`UPDATE credit_entries SET lot_seq = 3 WHERE ${entry(id, 4)}`,
    sql`UPDATE credit_lots SET remaining = 17 WHERE ${lot(id, 3)}`,
    sql`UPDATE credit_balances SET set_aside = 27 WHERE account_id = ${id}`,
  )
  expect(problems).toEqual([`Account ${id}, entry 4: it took from a lot while 5 credits of the period were left.`])
})

it('L17: a spend from a pack while one that expires earlier still had credits is found', async () => {
  const id = await spendFromPacks(8)
  const problems = await problemsOf(
    id,
    sql`UPDATE credit_entries SET lot_seqs = '{0,2}' WHERE ${entry(id, 4)}`,
    sql`UPDATE credit_lots SET remaining = CASE lot_seq WHEN 2 THEN 7 ELSE 20 END WHERE account_id = ${id}`,
    sql`UPDATE credit_balances SET set_aside = 7 WHERE account_id = ${id}`,
  )
  expect(problems).toEqual([`Account ${id}, entry 4: it took from lot 2 while lot 3, which goes first, was not empty.`])
})

it('L17: a spend from credits that expire with the period, while a pack that expires earlier still had some, is found', async () => {
  const id = newAccountId()
  const pack = { credits: 4, expiresAt: new Date('2026-06-15'), reference: 'in_1', reason: 'Bought' }
  await openLedger(store.database, id)
  await currentBalance(store.database, clock, id, june)
  await grantCredits(store.database, clock, id, 4, { door: 'operator', reason: 'Goodwill', period: june })
  await grantPack(store.database, clock, { accountId: id, ...pack, door: 'billing' })
  await spend(id, 8)
  const problems = await problemsOf(
    id,
    sql`UPDATE credit_entries SET lot_seqs = '{0,2}' WHERE ${entry(id, 4)}`,
    sql`UPDATE credit_lots SET remaining = CASE lot_seq WHEN 2 THEN 1 ELSE 4 END WHERE account_id = ${id}`,
    sql`UPDATE credit_balances SET set_aside = 1 WHERE account_id = ${id}`,
  )
  expect(problems).toEqual([`Account ${id}, entry 4: it took from lot 2 while lot 3, which goes first, was not empty.`])
  // Until migration 0135 that was the order.
  await store.database.query(sql`UPDATE credit_entries SET lots_period_end = NULL WHERE ${entry(id, 4)}`)
  expect((await verifyLedger(store.database, { accountId: id })).problems).toEqual([])
})

it('L18: what a bounce returned is held against its refund: of another spend, of another contact, or of nothing', async () => {
  const tamperings: ((id: string) => Sql)[] = [
    (id) => sql`UPDATE credit_entries SET refunds_seq = 1 WHERE account_id = ${id} AND seq = 3`,
    (id) => sql`UPDATE credit_entries SET contact_ids = '{ct_live_another}' WHERE account_id = ${id} AND seq = 3`,
    (id) => sql`UPDATE credit_lots SET reference = 'bounce ct_live_another' WHERE account_id = ${id} AND lot_seq = 3`,
  ]
  for (const tamper of tamperings) {
    const accountId = newAccountId()
    await openLedger(store.database, accountId)
    await spend(accountId, 2)
    const [made] = await store.database.query<{ contact_ids: string[] }>(
      sql`SELECT contact_ids FROM credit_entries WHERE account_id = ${accountId} AND seq = 2`,
    )
    const given = { door: 'api_key' as const, actor: null, period: june, reason: 'A bounced address' }
    const bounced = [{ contactId: made!.contact_ids[1]! }]
    await store.database.transaction((tx) => returnBounced(tx, clock, accountId, bounced, given))
    expect((await verifyLedger(store.database, { accountId })).problems).toEqual([])
    await store.owner.query(tamper(accountId))
    const { problems } = await verifyLedger(store.database, { accountId })
    expect(problems.filter((problem) => problem.includes('bounced contact'))).toEqual([
      expect.stringContaining(`Account ${accountId}, lot 3: it returned a credit for the bounced contact`),
    ])
  }
})
