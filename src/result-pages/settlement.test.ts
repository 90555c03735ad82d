/** What the database says about a page that the index found: rows, reveals and suppressions, in one statement. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { newAccountId, newContactId } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { isSuppressionVersionCurrent } from '../catalog/catalogue-state.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { openCounters } from '../metering/request-counters.ts'
import { readSearchRows } from '../metering/search-rows.ts'
import { createSearchSettlement, type SearchSettlement } from './settlement.ts'

const may = new Date('2026-05-01')
const june = new Date('2026-06-01')
let now = new Date('2026-06-15')
const clock = fixedClock(() => now)

/** Nobody is presumed here. */
const pageAdmission = { admit: async () => null, check: async () => {}, close: async () => {} }

let store: TestDatabase
let nodes: { database: Database; settlement: SearchSettlement }[]
beforeAll(async () => {
  store = await createTestDatabase()
  nodes = [1, 2].map(() => {
    const database = openDatabase({ url: store.url })
    return {
      database,
      settlement: createSearchSettlement(database, clock, isSuppressionVersionCurrent, { pageAdmission }),
    }
  })
})
afterAll(async () => {
  await Promise.all(nodes.map(({ settlement }) => settlement.close()))
  await Promise.all(nodes.map(({ database }) => database.close()))
  await store.drop()
})

async function openAccount(): Promise<string> {
  const accountId = newAccountId()
  await openCounters(store.database, accountId)
  return accountId
}

const callerOf = (id: string, limit: number, start: Date, door = 'api_key') =>
  ({
    account: { id },
    door,
    limits: { searchRowsPerMonth: limit, webSearchRowsPerMonth: limit * 2 },
    period: { start },
  }) as unknown as Principal

const claim = (rows: number, contactIds: string[] = []) => ({ rows, contactIds, suppressionVersion: 0 })

async function take(accountId: string, rows: number, limit = 1_000, period = may, node = 0): Promise<number> {
  const settled = await nodes[node]!.settlement.settle(callerOf(accountId, limit, period), claim(rows))
  return settled!.granted
}

it('ROWS-2: a page is cut to the rows that are left, and with none left nothing is granted or counted', async () => {
  const account = await openAccount()
  expect(await take(account, 25, 60)).toBe(25)
  expect(await take(account, 25, 60)).toBe(25)
  expect(await take(account, 25, 60)).toBe(10)
  expect(await take(account, 25, 60)).toBe(0)
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(60)
})

it('ROWS-2: searches that arrive together share what is left in the order they came', async () => {
  const account = await openAccount()
  const other = await openAccount()
  const granted = await Promise.all([
    take(account, 25, 60),
    take(other, 40, 60),
    take(account, 25, 60),
    take(account, 25, 60),
    take(account, 25, 60),
    take(other, 40, 60),
  ])
  expect(granted).toEqual([25, 40, 25, 10, 0, 20])
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(60)
  expect(await readSearchRows(store.database, clock, other, 'api', may)).toBe(60)
})

it('ROWS-3, U4: searches at once, from two nodes, take exactly the rows that are there', async () => {
  const account = await openAccount()
  const takes = Array.from({ length: 300 }, (_, at) => take(account, 1 + (at % 13), 1_000, may, at % 2))
  const granted = await Promise.all(takes)
  expect(granted.reduce((sum, rows) => sum + rows)).toBe(1_000)
  expect(granted.every((rows, at) => rows <= 1 + (at % 13))).toBe(true)
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(1_000)
})

it('ROWS-5: a new usage month starts at zero, and a search admitted before the boundary counts in the new one', async () => {
  const account = await openAccount()
  expect(await take(account, 90, 100)).toBe(90)
  expect(await readSearchRows(store.database, clock, account, 'api', june)).toBe(0)
  expect(await take(account, 90, 100, june)).toBe(90)
  expect(await take(account, 90, 100, may)).toBe(10)
  expect(await readSearchRows(store.database, clock, account, 'api', june)).toBe(100)
})

it('a limit that was lowered below what is used grants nothing', async () => {
  const account = await openAccount()
  await take(account, 50, 100)
  expect(await take(account, 10, 20)).toBe(0)
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(50)
})

it('ROWS-4, SUPPRESS-2: a page from before a suppression is refused, and nothing of it is counted', async () => {
  const account = await openAccount()
  const caller = callerOf(account, 100, may)
  const { settlement } = nodes[0]!
  const [stale, fresh] = await Promise.all([
    settlement.settle(caller, { ...claim(10), suppressionVersion: 7 }),
    settlement.settle(caller, claim(20)),
  ])
  expect(stale).toBeNull()
  expect(fresh).toMatchObject({ granted: 20, left: 100 })
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(20)
})

it('says which contacts of a page this account has revealed, and no other account', async () => {
  const [account, other] = [await openAccount(), await openAccount()]
  const contactIds = Array.from({ length: 4 }, newContactId)
  await store.database.query(sql`
    INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
    SELECT ${account}, id, 1, now() FROM unnest(${[contactIds[1], contactIds[3]]}::text[]) AS id`)
  const { settlement } = nodes[0]!
  const [own, foreign, none] = await Promise.all([
    settlement.settle(callerOf(account, 100, may), claim(4, contactIds)),
    settlement.settle(callerOf(other, 100, may), claim(4, contactIds)),
    settlement.settle(callerOf(account, 100, may), claim(0)),
  ])
  expect(own!.revealed).toEqual(new Set([1, 3]))
  expect(foreign!.revealed).toEqual(new Set())
  expect(none).toEqual({ granted: 0, left: 96, revealed: new Set() })
})

it('LIMIT-6: people in the web application have rows of their own, also in one batch with the keys of the account', async () => {
  const account = await openAccount()
  const { settlement } = nodes[0]!
  const settled = await Promise.all([
    settlement.settle(callerOf(account, 30, may), claim(25)),
    settlement.settle(callerOf(account, 30, may, 'web'), claim(50)),
    settlement.settle(callerOf(account, 30, may), claim(25)),
    settlement.settle(callerOf(account, 30, may, 'web'), claim(50)),
  ])
  expect(settled.map((one) => one!.granted)).toEqual([25, 50, 5, 10])
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(30)
  expect(await readSearchRows(store.database, clock, account, 'web', may)).toBe(60)
})

it('LIMIT-8: rows of a month that the clock has gone back from do not count in the present one', async () => {
  const account = await openAccount()
  expect(await take(account, 60, 60, june)).toBe(60)
  now = new Date('2026-05-20')
  expect(await readSearchRows(store.database, clock, account, 'api', may)).toBe(0)
  expect(await take(account, 25, 60, may)).toBe(25)
  now = new Date('2026-06-15')
  expect(await take(account, 25, 60, june)).toBe(25)
})
