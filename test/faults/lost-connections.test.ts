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

it('a node whose connections are all lost stops as quickly as any other', { timeout: 120_000 }, async () => {
  proxy.stall()
  const stopped = test.app.stop().then(() => true)
  // Mostly one second. A job that is under way is given 20 s, and then fails by the deadlines of its connection.
  expect(await Promise.race([stopped, setTimeout(90_000, false)])).toBe(true)
})
