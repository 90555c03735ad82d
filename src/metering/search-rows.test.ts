import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { newAccountId } from '../ids.ts'
import { openCounters } from './request-counters.ts'
import { readSearchRows, takeSearchRows } from './search-rows.ts'

const may = new Date('2026-05-01')
const june = new Date('2026-06-01')

let store: TestDatabase
let nodes: Database[]
beforeAll(async () => {
  store = await createTestDatabase()
  nodes = [1, 2].map(() => openDatabase({ url: store.url }))
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()))
  await store.drop()
})

async function openAccount(): Promise<string> {
  const accountId = newAccountId()
  await openCounters(store.database, accountId)
  return accountId
}

async function take(accountId: string, wanted: number, limit = 1_000, period = may, node = store.database) {
  return (await takeSearchRows(node, accountId, period, {
    wanted,
    limit,
    counter: 'api',
    onlyIf: sql`${true}::boolean`,
  }))!.granted
}

it('ROWS-2: a page is cut to the rows that are left, and with none left nothing is granted or counted', async () => {
  const account = await openAccount()
  expect(await take(account, 25, 60)).toBe(25)
  expect(await take(account, 25, 60)).toBe(25)
  expect(await take(account, 25, 60)).toBe(10)
  expect(await take(account, 25, 60)).toBe(0)
  expect(await readSearchRows(store.database, account, 'api', may)).toBe(60)
})

it('ROWS-3, U4: searches at once, from two nodes, take exactly the rows that are there', async () => {
  const account = await openAccount()
  const takes = Array.from({ length: 300 }, (_, at) => take(account, 1 + (at % 13), 1_000, may, nodes[at % 2]))
  const granted = await Promise.all(takes)
  expect(granted.reduce((sum, rows) => sum + rows)).toBe(1_000)
  expect(granted.every((rows, at) => rows <= 1 + (at % 13))).toBe(true)
  expect(await readSearchRows(store.database, account, 'api', may)).toBe(1_000)
})

it('ROWS-5: a new usage month starts at zero, and a search admitted before the boundary counts in the new one', async () => {
  const account = await openAccount()
  expect(await take(account, 90, 100)).toBe(90)
  expect(await readSearchRows(store.database, account, 'api', june)).toBe(0)
  expect(await take(account, 90, 100, june)).toBe(90)
  expect(await take(account, 90, 100, may)).toBe(10)
  expect(await readSearchRows(store.database, account, 'api', june)).toBe(100)
})

it('says how many rows were left before, and takes nothing when its condition does not hold', async () => {
  const account = await openAccount()
  await take(account, 30, 100)
  const asked = { wanted: 80, limit: 100 }
  const refused = await takeSearchRows(store.database, account, may, {
    ...asked,
    counter: 'api',
    onlyIf: sql`${false}::boolean`,
  })
  expect(refused).toBe(null)
  const taken = await takeSearchRows(store.database, account, may, {
    ...asked,
    counter: 'api',
    onlyIf: sql`${true}::boolean`,
  })
  expect(taken).toEqual({ granted: 70, left: 70 })
})

it('a limit that was lowered below what is used grants nothing', async () => {
  const account = await openAccount()
  await take(account, 50, 100)
  expect(await take(account, 10, 20)).toBe(0)
  expect(await readSearchRows(store.database, account, 'api', may)).toBe(50)
})
