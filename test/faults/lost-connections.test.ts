/** Connections that the network loses without a word, or that bring garbage, cost seconds and never the node. */
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/** A fraction of the real ones. */
const deadlines = { statementMs: 800, lockMs: 400, idleInTransactionMs: 800, silenceMs: 1_000 }

let store: TestDatabase
let proxy: TcpProxy
let test: TestApp
let apiKey: string
let ids: string[]

beforeAll(async () => {
  store = await createTestDatabase()
  proxy = await startTcpProxy(store.url)
  const database = openDatabase({ url: proxy.url, deadlines })
  test = await startTestApp({ store: { ...store, database, url: proxy.url, drop: () => database.close() } })
  await test.app.start()
  ;({ apiKey } = await test.createAccount({ credits: 100 }))
  ids = await test.plantContacts(20)
  expect((await test.reveal(apiKey, [ids.pop()])).status).toBe(200)
  expect((await test.call('GET', '/readyz')).status).toBe(200)
})
afterAll(async () => {
  await test.app.stop()
  await proxy.close()
  await test.store.drop()
  await store.drop()
})

const reveal = async () => {
  const startedAt = Date.now()
  const answer = await test.reveal(apiKey, [ids[0]])
  return { ...answer, tookMs: Date.now() - startedAt }
}

const readiness = async () => (await test.call('GET', '/readyz')).status

it('requests on a silently lost connection get 503 within seconds, and the node works again once the network does', async () => {
  proxy.stall()
  const [first, ready] = await Promise.all([reveal(), test.call('GET', '/readyz')])
  expect(first.status).toBe(503)
  expect(first.headers['retry-after']).toMatch(/^\d+$/)
  expect(first.tookMs).toBeLessThan(20_000)
  expect(ready.status).toBe(503)
  expect((await reveal()).status).toBe(503)

  proxy.resume()
  await expect.poll(async () => (await reveal()).status).toBe(200)
  await expect.poll(readiness).toBe(200)
})

it('garbled bytes from the database end the connection, not the process', async () => {
  proxy.send(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'))
  proxy.send(Buffer.from([0x44, 0, 0, 0, 6, 0xff, 0xff, 0x5a, 0, 0, 0, 3]))
  await expect.poll(async () => (await reveal()).status).toBe(200)
  // The connection of a reveal may be back before the others that readiness tries.
  await expect.poll(readiness).toBe(200)
})

it('a transaction whose node was cut off holds its locks for seconds, not for hours', async () => {
  const taken = Promise.withResolvers<void>()
  const thawed = Promise.withResolvers<void>()
  const held = test.store.database.transaction(async (tx) => {
    await tx.query(sql`SELECT FROM credit_balances FOR UPDATE`)
    taken.resolve()
    await thawed.promise
  })
  await taken.promise
  proxy.stall()
  const startedAt = Date.now()
  await store.database.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL lock_timeout = '30s'`)
    await tx.query(sql`SET LOCAL statement_timeout = '30s'`)
    await tx.query(sql`SELECT FROM credit_balances FOR UPDATE`)
  })
  expect(Date.now() - startedAt).toBeLessThan(25_000)
  proxy.resume()
  thawed.resolve()
  await expect(held).rejects.toThrow()
})

it('a node whose connections are all lost stops as quickly as any other, also while its background waits for an answer', async () => {
  await stopsWithin(30_000, async (network) => network.stall())
})

it('a node whose background waits on a lost connection stops within its limit, also when the network is back', async () => {
  await stopsWithin(20_000, async (network, node) => {
    network.stall()
    network.resume()
    await expect.poll(async () => (await node.call('GET', '/readyz')).status).toBe(200)
  })
})

/** A node whose queue waits for a lock, and to whose network this then happens. */
async function stopsWithin(
  milliseconds: number,
  happens: (network: TcpProxy, node: TestApp) => Promise<void>,
): Promise<void> {
  const ownProxy = await startTcpProxy(store.url)
  const database = openDatabase({ url: ownProxy.url, deadlines })
  const node = await startTestApp({ store: { ...store, database, url: ownProxy.url, drop: () => database.close() } })
  await node.app.start()
  await node.app.queue.start()
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = store.owner.transaction(async (tx) => {
    await tx.query(sql`SET LOCAL idle_in_transaction_session_timeout = 0`)
    await tx.query(sql`LOCK TABLE jobs.job IN ACCESS EXCLUSIVE MODE`)
    locked.resolve()
    await released.promise
  })
  await locked.promise
  await expect.poll(waiting, { message: 'the queue looks for jobs and waits for the lock' }).toBeGreaterThan(0)

  await happens(ownProxy, node)
  const stopped = node.app.stop().then(() => true)
  const isStopped = await Promise.race([stopped, setTimeout(milliseconds, false)])
  released.resolve()
  await holding
  await ownProxy.close()
  await stopped
  await database.close()
  expect(isStopped, 'stopped in time').toBe(true)
}

const waiting = async () => {
  const [row] = await store.owner.query<{ waiting: number }>(sql`
    SELECT count(*)::int AS waiting FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE d.datname = current_database() AND NOT granted`)
  return row!.waiting
}
