import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { isDatabaseAway } from './database.ts'
import { createLane, type Lane } from './lane.ts'
import { rawSql, sql } from './sql.ts'

let store: TestDatabase
let lane: Lane
beforeAll(async () => {
  store = await createTestDatabase()
  await store.database.query(rawSql('CREATE TABLE notes (note text PRIMARY KEY)'))
})
afterAll(() => store.drop())
beforeEach(() => {
  lane = createLane(store.database)
})
afterEach(() => lane.close())

const note = (text: string) => sql`INSERT INTO notes VALUES (${text})`
const readPid = async () => (await lane.query<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`))[0]!.pid
const countConnections = async () =>
  (
    await store.database.query<{ count: number }>(sql`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query NOT LIKE '%count(*)%'`)
  )[0]!.count

it('a statement of a transaction sees what the ones before it did, and the commit is one for all', async () => {
  const [, seen] = await lane.transaction([note('first'), sql`SELECT note FROM notes WHERE note = 'first'`])
  expect(seen).toEqual([{ note: 'first' }])
  expect(await store.database.query(sql`SELECT note FROM notes WHERE note = 'first'`)).toHaveLength(1)
})

it('a transaction with a failing statement changes nothing, throws that failure, and the lane goes on', async () => {
  const failing = lane.transaction([note('second'), sql`SELECT 1 / 0`, note('third')])
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await lane.query(sql`SELECT FROM notes WHERE note IN ('second', 'third')`)).toEqual([])
  await lane.transaction([note('fourth')])
  expect(await lane.query(sql`SELECT note FROM notes WHERE note = 'fourth'`)).toHaveLength(1)
})

it('transactions that are sent at once do not mix', async () => {
  const sent = Array.from({ length: 20 }, (_, at) =>
    lane.transaction([note(`at once ${at}`), at % 2 === 0 ? sql`SELECT 1 / 0` : sql`SELECT 1`]),
  )
  const outcomes = await Promise.allSettled(sent)
  expect(outcomes.map(({ status }) => status)).toEqual(sent.map((_, at) => (at % 2 === 0 ? 'rejected' : 'fulfilled')))
  const kept = await lane.query<{ note: string }>(sql`SELECT note FROM notes WHERE note LIKE 'at once %'`)
  expect(kept.map((row) => Number(row.note.slice(8))).sort((a, b) => a - b)).toEqual([
    1, 3, 5, 7, 9, 11, 13, 15, 17, 19,
  ])
})

it('a lane whose connection is ended connects again, tells the caller under way, and leaves no connection behind', async () => {
  const pid = await readPid()
  const underWay = lane.query(sql`SELECT pg_sleep(60)`)
  const failure = underWay.catch((error: unknown) => error)
  await expect
    .poll(() => store.database.query(sql`SELECT FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active'`))
    .toHaveLength(1)
  await store.database.query(sql`SELECT pg_terminate_backend(${pid})`)
  expect(isDatabaseAway(await failure)).toBe(true)

  const next = await readPid()
  expect(next).not.toBe(pid)
  // The end of the old connection must not make the lane forget the new one.
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await readPid()).toBe(next)
  const before = await countConnections()
  await lane.close()
  await expect.poll(countConnections).toBe(before - 1)
})

it('a lane that is idle when its connection is ended connects again', async () => {
  const pid = await readPid()
  await store.database.query(sql`SELECT pg_terminate_backend(${pid})`)
  await expect.poll(() => readPid().catch(() => pid)).not.toBe(pid)
})

it('a lane that can not connect says so and tries again with the next call', async () => {
  let refusals = 1
  const flaky = createLane({
    ...store.database,
    connect: (options) => {
      refusals -= 1
      return refusals >= 0 ? Promise.reject(new Error('not yet')) : store.database.connect(options)
    },
  })
  await expect(flaky.query(sql`SELECT 1`)).rejects.toThrow('not yet')
  expect(await flaky.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await flaky.close()
})

it('closing a lane that never connected is nothing', async () => {
  await createLane(store.database).close()
})
