import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { prepared, rawSql, sql } from '../base/sql.ts'
import { type BatchConnection, createBatchConnection } from './batch-connection.ts'
import { isDatabaseAway } from './wire/errors.ts'

let store: TestDatabase
let connection: BatchConnection
beforeAll(async () => {
  store = await createTestDatabase()
  await store.owner.query(rawSql('CREATE TABLE notes (note text PRIMARY KEY); GRANT ALL ON notes TO PUBLIC'))
})
afterAll(() => store.drop())
let connectionsEnded: number
beforeEach(() => {
  connectionsEnded = 0
  connection = createBatchConnection({
    ...store.database,
    connect: async (options) =>
      (await store.database.connect(options)).once('end', () => {
        connectionsEnded += 1
      }),
  })
})
afterEach(() => connection.close())

/** A batch connection takes statements with a name; here the text is name enough. */
const named = (strings: TemplateStringsArray, ...values: unknown[]) =>
  prepared(strings.join('?').trim().slice(0, 60), sql(strings, ...values))
const readPid = async () => (await connection.query<{ pid: number }>(named`SELECT pg_backend_pid() AS pid`))[0]!.pid
const readOpen = (...pids: number[]) =>
  store.database.query<{ pid: number }>(sql`SELECT pid FROM pg_stat_activity WHERE pid = ANY(${pids}::int[])`)

it('a statement that fails changes nothing, throws its failure, and the connection goes on', async () => {
  const failing = named`INSERT INTO notes SELECT CASE note WHEN 2 THEN (1 / 0)::text ELSE note::text END
    FROM unnest(${[1, 2]}::int[]) AS n (note)`
  await expect(connection.query(failing)).rejects.toMatchObject({ code: '22012' })
  expect(await connection.query(named`SELECT FROM notes`)).toEqual([])
})

it('a statement that follows at once on a failure gets its own answer', async () => {
  const follow = async (text: string): Promise<unknown> => {
    // The failure is known before the server is ready again.
    await expect(connection.query(named`SELECT 1 / (length(${text}) - length(${text}))`)).rejects.toThrow('by zero')
    return connection.query(named`INSERT INTO notes VALUES (${text}) RETURNING note`)
  }
  for (const text of ['first', 'second', 'third']) expect(await follow(text)).toEqual([{ note: text }])
})

it('a batch connection whose connection is ended connects again, tells the caller under way, and leaves no connection behind', async () => {
  const pid = await readPid()
  const underWay = connection.query(named`SELECT pg_sleep(60)`)
  const failure = underWay.catch((error: unknown) => error)
  await expect
    .poll(() => store.database.query(sql`SELECT FROM pg_stat_activity WHERE pid = ${pid} AND state = 'active'`))
    .toHaveLength(1)
  await store.database.query(sql`SELECT pg_terminate_backend(${pid})`)
  expect(isDatabaseAway(await failure)).toBe(true)

  const next = await readPid()
  expect(next).not.toBe(pid)
  // The end of the old connection must not make it forget the new one.
  await expect.poll(() => connectionsEnded).toBe(1)
  expect(await readPid()).toBe(next)
  expect(await readOpen(pid, next)).toEqual([{ pid: next }])
  await connection.close()
  await expect.poll(() => readOpen(pid, next)).toEqual([])
})

it('a batch connection that is idle when its connection is ended connects again', async () => {
  const pid = await readPid()
  await store.database.query(sql`SELECT pg_terminate_backend(${pid})`)
  await expect.poll(() => readPid().catch(() => pid)).not.toBe(pid)
})

it('a batch connection that can’t connect says so and tries again with the next call', async () => {
  let refusals = 1
  const flaky = createBatchConnection({
    ...store.database,
    connect: (options) => {
      refusals -= 1
      return refusals >= 0 ? Promise.reject(new Error('not yet')) : store.database.connect(options)
    },
  })
  await expect(flaky.query(named`SELECT 1`)).rejects.toThrow('not yet')
  expect(await flaky.query(named`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await flaky.close()
})

it('closing a batch connection that never connected is nothing', async () => {
  await createBatchConnection(store.database).close()
})

it('every kind of parameter arrives as it was given', async () => {
  const [row] = await connection.query(named`
    SELECT ${['a"b', 'c\\d', null, 'NULL', '', '{,}']}::text[] AS texts, ${[1, -2]}::int[] AS numbers,
      ${[true, false, null]}::boolean[] AS flags, ${Buffer.from([0, 92, 255])}::bytea AS bytes,
      ${[Buffer.from([0, 92, 255]), null]}::bytea[] AS byte_arrays, ${new Date(1_234)}::timestamptz AS moment,
      ${[new Date(1_234)]}::timestamptz[] AS moments, ${null}::int AS nothing, ${7}::bigint AS big`)
  expect(row).toEqual({
    texts: ['a"b', 'c\\d', null, 'NULL', '', '{,}'],
    numbers: [1, -2],
    flags: [true, false, null],
    bytes: Buffer.from([0, 92, 255]),
    byte_arrays: [Buffer.from([0, 92, 255]), null],
    moment: new Date(1_234),
    moments: [new Date(1_234)],
    nothing: null,
    big: 7,
  })
})

it('a row that can’t be read fails only its caller', async () => {
  await expect(connection.query(named`SELECT 9007199254740993::bigint AS beyond`)).rejects.toThrow('beyond 2^53')
  expect(await connection.query(named`SELECT 1 AS one`)).toEqual([{ one: 1 }])
})

it('a statement that can’t be prepared fails, and can be prepared once its table is there', async () => {
  const read = named`SELECT thing FROM later`
  await expect(connection.query(read)).rejects.toMatchObject({ code: '42P01' })
  await store.owner.query(rawSql('CREATE TABLE later (thing text); GRANT ALL ON later TO PUBLIC'))
  expect(await connection.query(read)).toEqual([])
})
