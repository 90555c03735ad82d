import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { accountClock } from '../accounts/test-account.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { prepared, rawSql, sql } from '../base/sql.ts'
import { type Db, openDatabase } from './database.ts'
import { isDatabaseAway } from './wire/errors.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
  await store.owner.query(rawSql('CREATE TABLE notes (note text PRIMARY KEY); GRANT ALL ON notes TO PUBLIC'))
})
afterAll(() => store.drop())

const note = (text: string) => sql`INSERT INTO notes VALUES (${text})`
const readNotes = async () =>
  (await store.database.query<{ note: string }>(sql`SELECT note FROM notes ORDER BY note`)).map((row) => row.note)

it('a transaction is kept as a whole or not at all', async () => {
  await store.database.transaction(async (tx) => {
    await tx.query(note('kept'))
    await tx.query(note('kept too'))
  })
  const failing = store.database.transaction(async (tx) => {
    await tx.query(note('lost'))
    throw new Error('second thoughts')
  })
  await expect(failing).rejects.toThrow('second thoughts')
  expect(await readNotes()).toEqual(['kept', 'kept too'])
})

it('a transaction inside a transaction joins it', async () => {
  const failing = store.database.transaction(async (tx) => {
    await tx.transaction((inner) => inner.query(note('inner')))
    throw new Error('outer failed')
  })
  await expect(failing).rejects.toThrow('outer failed')
  expect(await readNotes()).not.toContain('inner')
})

it('a transaction whose connection is ended is reported as an absent database, and its connection is not used again', async () => {
  const small = openDatabase({ url: store.url, poolSize: 1 })
  const readPid = sql`SELECT pg_backend_pid() AS pid`
  let pid = 0
  const failing = small.transaction(async (tx) => {
    pid = (await tx.query<{ pid: number }>(readPid))[0]!.pid
    await store.database.query(sql`SELECT pg_terminate_backend(${pid})`)
    await tx.query(note('never'))
  })
  const error = await failing.catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)
  const [next] = await small.query<{ pid: number }>(readPid)
  expect(next!.pid).not.toBe(pid)
  await small.close()
})

it('integers come as numbers, and one beyond 2^53 is refused instead of being rounded', async () => {
  expect(await store.database.query(sql`SELECT 9007199254740991::bigint AS n`)).toEqual([{ n: 9_007_199_254_740_991 }])
  await expect(store.database.query(sql`SELECT 9007199254740992::bigint AS n`)).rejects.toThrow('beyond 2^53')
})

it('a server that is not there, or that shuts down, is told apart from a wrong statement', async () => {
  const nowhere = openDatabase({ url: 'postgres://nobody:none@127.0.0.1:1/none' })
  const refused = await nowhere.query(sql`SELECT 1`).catch((error: unknown) => error)
  await nowhere.close()
  expect(isDatabaseAway(refused)).toBe(true)
  const wrong = await store.database.query(sql`SELECT nonsense`).catch((error: unknown) => error)
  expect(isDatabaseAway(wrong)).toBe(false)
  for (const code of ['57P01', '57P02', '57P03', '53300', '25006', '08006', 'ECONNRESET', 'EPIPE']) {
    expect(isDatabaseAway(Object.assign(new Error('away'), { code }))).toBe(true)
  }
  expect(isDatabaseAway('a string')).toBe(false)
})

it('a connection that lay idle until its time was over, and is asked something in that moment, answers', async () => {
  const client = await store.database.connect({ batches: { durable: false } })
  const { stream } = (client as unknown as { connection: { stream: { emit(event: 'timeout'): void } } }).connection
  const asked = client.query('SELECT 1 AS one')
  stream.emit('timeout')
  expect((await asked).rows).toEqual([{ one: 1 }])
  await client.end()
})

it('MODE-10: a statement that reads the clock is prepared apart for an account with a clock of its own', async () => {
  const read = (db: Db, { sql: now }: Clock) => db.query(prepared('read_clock', sql`SELECT ${now} AS now`))
  const ahead = accountClock(systemClock, { clockAheadSeconds: 60 })
  // On one connection, where a name stands for one text.
  await store.database.transaction(async (tx) => {
    for (const clock of [systemClock, ahead, systemClock, ahead]) expect(await read(tx, clock)).toHaveLength(1)
  })
})
