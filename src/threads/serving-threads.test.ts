/** Several threads on one port are one node to everybody outside. */
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { findFreePort } from '../../test/support/browser.ts'
import { canSharePort, readConfig } from '../base/config.ts'
import { createLog } from '../base/log.ts'
import { sql } from '../base/sql.ts'
import { suppress } from '../catalog/suppressions.ts'
import { verifyLedger } from '../credits/verify.ts'
import type { Database } from '../db/database.ts'
import { createOperatorKey } from '../ingest/operator-keys.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createServingThreads, type ServingThreads } from './serving-threads.ts'

/** A connection for each call, so that both threads get some of them. */
async function post(port: number, path: string, key: string, body: object) {
  const response = await fetch(`http://localhost:${port}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { total: number; credits: { spent: number } } }
}

describe.runIf(canSharePort)('two threads on one port', () => {
  let test: TestApp
  let threads: ServingThreads
  const logLines: string[] = []
  let port: number
  beforeAll(async () => {
    port = await findFreePort()
    test = await startTestApp({ onSegmentNews: (news) => threads.tell(news) })
    const config = readConfig({
      DATABASE_URL: test.store.url,
      AUTH_SECRET: test.secrets.authSecret.toString('base64'),
      CHANNEL_KEY: test.secrets.channelKeys[0]!.toString('base64'),
      DATA_DIR: tmpdir(),
      HOST: 'localhost',
      PORT: String(port),
      METRICS_PORT: '1',
      LOG_LEVEL: 'silent',
    })
    threads = createServingThreads({
      config,
      secrets: test.secrets,
      databaseUrl: test.store.url,
      poolSize: 4,
      count: 2,
      log: createLog('error', { write: (line) => void logLines.push(line) }),
      onStartOver: () => test.app.startOver(),
    })
  })
  afterAll(() => test.stop())

  it('RUN-13: spend one pool of credits exactly, search one index, hide who opts out at once, and are measured as one', async () => {
    const { apiKey, accountId } = await test.createAccount({ credits: 20 })
    const ids = await test.plantContacts(30)
    await Promise.all([test.app.start(), threads.start()])
    const each = await Promise.all(ids.map((id) => post(port, '/contacts/reveal', apiKey, { contact_ids: [id] })))
    expect(each.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(each.filter(({ status }) => status === 402)).toHaveLength(10)
    expect(await verifyLedger(test.store.database, { accountId })).toMatchObject({ reveals: 20, problems: [] })

    const totals = async () => {
      const pages = await Promise.all(Array.from({ length: 12 }, () => post(port, '/contacts/search', apiKey, {})))
      return new Set(pages.map(({ body }) => body.total))
    }
    expect(await totals()).toEqual(new Set([30]))
    await suppress(test.store.database, test.app.channelKeys, { contact: ids[0]! })
    expect(await totals()).toEqual(new Set([29]))

    const measured = await threads.measured()
    expect(measured).toHaveLength(2)
    const text = await createMetrics({ ofWholeNode: false }).text(measured)
    expect(text).toContain('prospector_request_seconds_count{operation="revealContacts",status="200"} 20')
    expect(text).toContain('prospector_request_seconds_count{operation="searchContacts",status="200"} 24')
    expect(text).toContain('prospector_credits_spent_total 20')
  })

  it('RUN-13: know the secrets of the settings, so that the console shows its first page and the system', async () => {
    const { key } = await test.store.database.transaction((tx) => createOperatorKey(tx, 'watch', { canOperate: true }))
    const ask = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`http://localhost:${port}/admin/v1${path}`, { headers })
      return { status: response.status, text: await response.text() }
    }
    for (const path of ['/today', '/system'])
      expect(await ask(path)).toMatchObject({
        status: 200,
        text: expect.stringContaining('Every contact can be decrypted'),
      })
  })

  it('RUN-14: replace one of them that dies, while the other goes on', async () => {
    const { apiKey } = await test.createAccount({ credits: 5 })
    const [victim] = threads.running()
    const gone = once(victim!, 'exit')
    await victim!.terminate()
    await gone
    expect((await post(port, '/contacts/search', apiKey, {})).status).toBe(200)
    await expect.poll(() => threads.running().filter((thread) => thread !== victim).length, { timeout: 60_000 }).toBe(2)
    const pages = await Promise.all(Array.from({ length: 8 }, () => post(port, '/contacts/search', apiKey, {})))
    expect(new Set(pages.map(({ status, body }) => `${status} ${body.total}`))).toEqual(new Set(['200 29']))
    expect(logLines.filter((line) => line.includes('a serving thread ended and is replaced'))).toHaveLength(1)
  })

  it('RUN-2: finish what they were asked when the node stops, and then listen no more', async () => {
    const { apiKey, accountId } = await test.createAccount({ credits: 5 })
    const [id] = await test.plantContacts(1)
    const { database } = test.store
    let stopped: Promise<void> | undefined
    let asked: ReturnType<typeof post> | undefined
    await database.transaction(async (tx) => {
      await tx.query(sql`SELECT FROM credit_balances WHERE account_id = ${accountId} FOR UPDATE`)
      asked = post(port, '/contacts/reveal', apiKey, { contact_ids: [id] })
      await expect.poll(() => countWaitingForLocks(database)).toBeGreaterThan(0)
      threads.drain()
      stopped = threads.stop()
    })
    expect((await asked!).status).toBe(200)
    await stopped
    expect(threads.running()).toEqual([])
    await expect(post(port, '/contacts/search', apiKey, {})).rejects.toThrow('fetch failed')
  })
})

async function countWaitingForLocks(database: Database): Promise<number> {
  const waiting = await database.query(sql`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
  return waiting.length
}
