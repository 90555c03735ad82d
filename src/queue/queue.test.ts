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

it('RUN-2: whoever enqueues only when the queue has stopped is refused, and leaves nothing that would keep the node alive', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  await store.database.query(sql`SELECT`)
  const before = timers()
  await jobs.stop()
  const late = store.database.transaction((tx) => jobs.enqueue(tx, 'notice', { late: true }))
  await expect(late).rejects.toThrow('The queue has stopped')
  expect(timers()).toBe(before)
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

it('of several jobs with one key that wait, the first stays; one that comes while another runs is heard', async () => {
  const wake = (key: string) => jobs.enqueue(store.database, 'notice', { key }, { key })
  jobs.handle('notice', async (payload) => {
    ran.push(payload)
    if (ran.length === 1) for (let times = 0; times < 3; times += 1) await wake('one')
  })
  for (const key of ['one', 'one', 'two', 'one']) await wake(key)
  await jobs.enqueue(store.database, 'notice', { key: null })
  await jobs.enqueue(store.database, 'notice', { key: null })
  await jobs.runWaiting()
  expect(ran).toEqual([...['one', 'two', null, null, 'one'].map((key) => ({ key }))])
})

it('one that failed waits for its next try, and no other with its key is enqueued until then', async () => {
  const wake = () => jobs.enqueue(store.database, 'webhook_mail', {}, { key: 'failing' })
  jobs.handle('webhook_mail', async () => {
    throw new Error('the mail server is away')
  })
  await wake()
  expect(await jobs.runWaiting()).toBe(1)
  await wake()
  expect(await jobs.runWaiting()).toBe(0)
  await store.database.query(sql`UPDATE jobs.job SET start_after = now() WHERE name = 'webhook_mail'`)
  expect(await jobs.runWaiting()).toBe(1)
})

it('a queue that an older release made is given the settings of this one, and keeps its policy', async () => {
  await jobs.count()
  const read = () =>
    store.database.query(sql`
      SELECT policy, retry_limit AS "retryLimit", retry_delay_max AS "retryDelayMax" FROM jobs.queue WHERE name = 'top_up'`)
  const now = await read()
  await store.owner.query(sql`UPDATE jobs.queue SET retry_limit = 8, retry_delay_max = 3600 WHERE name = 'top_up'`)
  const upgraded = createQueue(store.database, { log: createLog('silent') })
  await upgraded.count()
  expect(await read()).toEqual(now)
  expect(now).toEqual([{ policy: 'standard', retryLimit: 30, retryDelayMax: 120 }])
  await upgraded.stop()
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
    if (fails && text.includes('FROM jobs.queue')) throw new Error('The database restarts.')
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
