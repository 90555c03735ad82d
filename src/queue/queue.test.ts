import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { createLog } from '../base/log.ts'
import { sql } from '../base/sql.ts'
import { createQueue, type Queue } from './queue.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

let jobs: Queue
let ran: unknown[]
beforeEach(() => {
  ran = []
  jobs = createQueue(store.database, { log: createLog('silent') })
  jobs.handle('notice', async (payload) => void ran.push(payload))
})
afterEach(() => jobs.stop())

it('the tables of the queue are as the pinned version of its library wants them', async () => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => store.database.pool.query(text, values) },
    schema: 'jobs',
  })
  expect(await boss.schemaVersion()).toBe(42)
  const drift = await boss.detectSchemaDrift()
  expect(drift).toMatchObject({ ok: true })
})

it('a job is there if and only if its transaction commits', async () => {
  await store.database.transaction((tx) => jobs.enqueue(tx, 'notice', { kept: true }))
  const failing = store.database.transaction(async (tx) => {
    await jobs.enqueue(tx, 'notice', { kept: false })
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect(await jobs.runWaiting()).toBe(1)
  expect(ran).toEqual([{ kept: true }])
})

it('a job that fails is kept for another try, and does not hold up others', async () => {
  const seen: unknown[] = []
  jobs.handle('notice', async (payload: { fails: boolean }) => {
    seen.push(payload)
    if (payload.fails) throw new Error('the mail server is away')
  })
  await jobs.enqueue(store.database, 'notice', { fails: true })
  await jobs.enqueue(store.database, 'notice', { fails: false })
  expect(await jobs.runWaiting()).toBe(2)
  expect(seen).toHaveLength(2)
  const waiting = await store.database.query(
    sql`SELECT state::text FROM jobs.job WHERE name = 'notice' AND state = 'retry'`,
  )
  expect(waiting).toHaveLength(1)
})

it('two nodes that take jobs run each of them once', async () => {
  const other = createQueue(store.database, { log: createLog('silent') })
  other.handle('notice', async (payload) => void ran.push(payload))
  for (let at = 0; at < 20; at += 1) await jobs.enqueue(store.database, 'notice', { at })
  await Promise.all([jobs.runWaiting(), other.runWaiting()])
  expect(ran.map((payload) => (payload as { at: number }).at).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, at) => at),
  )
  await other.stop()
})

it('a started node takes jobs by itself, and a stop waits for the one under way', async () => {
  let finished = false
  const begun = Promise.withResolvers<void>()
  jobs.handle('notice', async () => {
    begun.resolve()
    await setTimeout(50)
    finished = true
  })
  await jobs.enqueue(store.database, 'notice', {})
  await jobs.start()
  await begun.promise
  await jobs.stop()
  expect(finished).toBe(true)
})

it('a queue that opens only half is closed again, and the next caller opens another one', async () => {
  const stopped = vi.spyOn(PgBoss.prototype, 'stop')
  onTestFinished(() => stopped.mockRestore())
  let fails = true
  const { pool } = store.database
  const query = (text: string, values?: unknown[]) => {
    if (fails && text.includes('create_queue')) throw new Error('The database restarts.')
    return pool.query(text, values)
  }
  const shaky = createQueue({ ...store.database, pool: { query } as never }, { log: createLog('silent') })
  await expect(shaky.enqueue(store.database, 'notice', {})).rejects.toThrow('The database restarts.')
  expect(stopped).toHaveBeenCalledTimes(1)
  fails = false
  await shaky.enqueue(store.database, 'notice', {})
  await shaky.stop()
  expect(stopped).toHaveBeenCalledTimes(2)
  expect(new Set(stopped.mock.contexts).size).toBe(2)
})
