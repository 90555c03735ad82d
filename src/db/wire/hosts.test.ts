import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/support/tcp-proxy.ts'
import { faultOfDatabaseUrl } from '../../base/database-url.ts'
import { rawSql, sql } from '../../base/sql.ts'
import { openDatabase } from '../database.ts'
import { isDatabaseAway } from './errors.ts'
import { createHosts } from './hosts.ts'

let store: TestDatabase
let first: TcpProxy
let second: TcpProxy
beforeAll(async () => {
  store = await createTestDatabase()
  first = await startTcpProxy(store.url)
  second = await startTcpProxy(store.url)
})
afterAll(async () => {
  await first.close()
  await second.close()
  await store.drop()
})

const urlOfBoth = (attributes = '') => {
  const url = new URL(store.url)
  const hosts = [first, second].map((proxy) => new URL(proxy.url).host).join(',')
  return `postgres://${url.username}:${url.password}@${hosts}${url.pathname}${attributes}`
}

it.each([
  ['postgres://one/app', null],
  ['postgres://user:secret@one:5432,two:5433,[::1]:5434/app?target_session_attrs=primary', null],
  ['mysql://one/app', 'must start with postgres:// or postgresql://.'],
  ['postgres://one,,two/app', 'names an empty host between commas.'],
  ['postgres://one:port/app', expect.stringMatching(/^is not a URL/)],
  ['postgres://one/app?target_session_attrs=leader', expect.stringMatching(/^has an unknown target_session_attrs/)],
])('the address %s: %s', (url, fault) => {
  expect(faultOfDatabaseUrl(url)).toEqual(fault)
})

it('one host alone is used without a look at it', async () => {
  const hosts = createHosts('postgres://one:5433/app')
  hosts.suspect()
  expect(await hosts.choose()).toMatchObject({ host: 'one', port: 5433 })
})

it('connections go to the first server that answers, and to the next when it is gone', async () => {
  const database = openDatabase({ url: urlOfBoth() })
  expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await expect.poll(() => [first.count(), second.count()]).toEqual([1, 0])
  first.cut()
  await expect.poll(() => database.query(sql`SELECT 1 AS one`).catch(() => [])).toHaveLength(1)
  await expect.poll(() => second.count()).toBe(1)
  first.resume()
  await database.close()
})

it('a server that can only be read is passed over until it can be written', async () => {
  const name = new URL(store.url).pathname.slice(1)
  await store.owner.query(rawSql(`ALTER DATABASE ${name} SET default_transaction_read_only = on`))
  const database = openDatabase({ url: urlOfBoth('?target_session_attrs=read-write') })
  const refused = await database.query(sql`SELECT 1`).catch((error: unknown) => error)
  expect(isDatabaseAway(refused)).toBe(true)
  await store.owner.query(rawSql(`ALTER DATABASE ${name} RESET default_transaction_read_only`))
  expect(await database.query(sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  await database.close()
})
