/** While the database is away the node stays up, says so, and is itself again when the database is. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/base/sql.ts'
import { type Database, openDatabase } from '../../src/db/database.ts'
import { webApplicationFolder } from '../../src/http/web-application.ts'
import { newApiKey } from '../../src/keys/key-format.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { misspelt } from '../support/misspelt.ts'

describe('a database that can’t be reached', () => {
  let database: Database
  let app: App
  beforeAll(() => {
    database = openDatabase({ url: 'postgres://nobody:secret-password@127.0.0.1:1/nothing' })
    app = createApp({
      database,
      secrets: { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] },
      publicUrl: 'http://localhost:8080',
      log: createLog('silent'),
      webFolder: webApplicationFolder,
    })
  })
  afterAll(async () => {
    await app.stop()
    await database.close()
  })

  const get = (url: string, authorization?: string) =>
    app.http.server.inject({ url, headers: authorization ? { authorization } : {} })

  it('ERR-13: an operation answers 503 service_unavailable with Retry-After', async () => {
    const answer = await get('/api/v1/usage', `Bearer ${newApiKey()}`)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/)
    expect(answer.json().error).toMatchObject({ type: 'server_error', code: 'service_unavailable' })
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|password/)
  })

  it('NAME-3: a key with a wrong checksum is a 401 all the same, for it never touches the database', async () => {
    expect((await get('/api/v1/usage', `Bearer ${misspelt(newApiKey())}`)).statusCode).toBe(401)
    expect((await get('/api/v1/usage')).statusCode).toBe(401)
  })

  it('RUN-1: /healthz is 200 and /readyz 503, without detail', async () => {
    const health = await get('/healthz')
    expect([health.statusCode, Object.keys(health.json())]).toEqual([200, ['status', 'request_id']])
    const ready = await get('/readyz')
    expect([ready.statusCode, Object.keys(ready.json())]).toEqual([503, ['status', 'request_id']])
    expect(ready.headers['retry-after']).toMatch(/^\d+$/)
  })

  it('HTTP-11: documentation, description and pages are public and need no database', async () => {
    for (const path of ['/sign-in', '/contacts', '/settings/billing']) {
      const page = await get(path)
      expect([path, page.statusCode, String(page.headers['content-type'])]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
    }
    expect((await get('/docs')).statusCode).toBe(200)
    expect((await get('/api/v1/openapi.json')).statusCode).toBe(200)
  })
})

describe('a database that drops every connection', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await startTestApp()
    await test.app.start()
  })
  afterAll(() => test.stop())

  it('RUN-4: requests meet 503 at worst, and work again without a restart; nothing is charged twice', async () => {
    const { apiKey } = await test.createAccount({ credits: 10 })
    const ids = await test.plantContacts(2)
    expect((await test.reveal(apiKey, [ids[0]])).status).toBe(200)
    expect((await test.call('GET', '/readyz')).status).toBe(200)

    await test.store.database.query(sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
    const statuses = new Set<number>()
    await expect
      .poll(async () => {
        const { status } = await test.reveal(apiKey, ids)
        statuses.add(status)
        return status
      })
      .toBe(200)
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    expect((await test.reveal(apiKey, ids)).body.credits).toMatchObject({ spent: 0, remaining: 8 })
    // The connection of a reveal may be back before the others that readiness tries.
    await expect.poll(async () => (await test.call('GET', '/readyz')).status).toBe(200)
  })

  it('RUN-4: a request that is lost with its connection is a 503, and is charged once when it is repeated', async () => {
    const { apiKey, accountId } = await test.createAccount({ credits: 10 })
    const ids = await test.plantContacts(2)
    const others = sql`FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`
    await test.store.database.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE`)
      const lost = test.reveal(apiKey, ids)
      const waiting = async () => (await tx.query(sql`SELECT ${others} AND wait_event_type = 'Lock'`)).length
      await expect.poll(waiting, { interval: 10 }).toBeGreaterThan(0)
      await tx.query(sql`SELECT pg_terminate_backend(pid) ${others}`)
      const { status, body } = await lost
      expect([status, body.error.code]).toEqual([503, 'service_unavailable'])
    })
    await expect.poll(async () => (await test.reveal(apiKey, ids)).status).toBe(200)
    expect((await test.reveal(apiKey, ids)).body.credits).toMatchObject({ spent: 0, remaining: 8 })
  })
})
