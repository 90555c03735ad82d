import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { numberLedger } from '../events/record.ts'
import { createMetrics, type Metrics } from './metrics.ts'

let test: TestApp
let metrics: Metrics
beforeAll(async () => {
  metrics = createMetrics()
  test = await startTestApp({ metrics })
})
afterAll(() => test.stop())

it('RUN-11: metrics tell requests, refusals and credits, and name nobody', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 5 })
  const ids = await test.plantContacts(2)
  expect((await test.reveal(apiKey, ids)).status).toBe(200)
  expect((await test.reveal(apiKey, ['nonsense'])).status).toBe(400)
  const text = await metrics.text()
  expect(text).toContain('prospector_request_seconds_count{operation="revealContacts",status="200"} 1')
  expect(text).toContain('prospector_refusals_total{code="invalid_contact_id"} 1')
  expect(text).toContain('prospector_credits_spent_total 2')
  expect(text).toContain('prospector_jobs{queue="housekeeping",state="ready"} 0')
  expect(text).toContain('prospector_batch_size_count{batch="spend"} 1')
  expect(text).toContain('prospector_batch_seconds_count{batch="admission"} 2')
  expect(text).not.toContain(accountId)
  expect(text).not.toContain(apiKey)
  // Prometheus gives every series these two labels, and renames ours: no rule would find them.
  expect(text).not.toMatch(/[{,](job|instance)="/)
})

it('RUN-11: metrics tell how large the index is, how old, and for how long the catalogue has been newer', async () => {
  const gaugeOf = async (name: string) =>
    Number(new RegExp(`^prospector_${name} (.+)$`, 'm').exec(await metrics.text())![1])
  await test.plantContacts(3)
  await test.app.start()
  expect(await gaugeOf('index_stores')).toBeGreaterThan(0)
  expect(await gaugeOf('index_segments')).toBe(1)
  expect(await gaugeOf('index_age_seconds')).toBeGreaterThanOrEqual(0)
  expect(await gaugeOf('index_behind_seconds')).toBe(0)
  // A standby that lags: what was published is not what the database has.
  metrics.index.published([{ segment: { scores: [1] } }], -1)
  expect(await gaugeOf('index_behind_seconds')).toBeGreaterThan(0)
})

it('RUN-11: metrics tell events, deliveries by outcome and how late they are, and jobs of customers by status and age', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 5 })
  const gaugeOf = async (name: string) =>
    Number(
      new RegExp(`^prospector_${name.replaceAll('{', '\\{')} (.+)$`, 'm').exec(await metrics.text())?.[1] ?? Number.NaN,
    )
  const events = await gaugeOf('events')
  await test.reveal(apiKey, await test.plantContacts(1))
  metrics.webhookAttempt({ outcome: 'failed', isLast: false })
  metrics.webhookAttempt({ outcome: 'succeeded', isLast: true })
  expect(await gaugeOf('webhook_attempts_total{outcome="failed"}')).toBe(1)
  expect(await gaugeOf('webhook_deliveries_total{outcome="succeeded"}')).toBe(1)
  expect(await gaugeOf('webhook_deliveries_total{outcome="failed"}')).toBe(0)

  const { database } = test.store
  expect(await gaugeOf('webhook_late_seconds')).toBe(0)
  await database.query(sql`
    INSERT INTO webhooks (account_id, webhook_id, url, secret, position, created_at)
    VALUES (${accountId}, 'wh_1', 'https://a.example', '', 0, now())`)
  // An entry of the ledger that nobody has numbered yet is late as well.
  expect(await gaugeOf('webhook_late_seconds')).toBeGreaterThan(0)
  await database.transaction((tx) => numberLedger(tx, accountId))
  expect(await gaugeOf('events')).toBeGreaterThan(events)
  await database.query(
    sql`UPDATE events SET created_at = now() - interval '1 hour' WHERE account_id = ${accountId} AND sequence = 1`,
  )
  expect(await gaugeOf('webhook_late_seconds')).toBeGreaterThanOrEqual(3_600)
  await database.query(sql`UPDATE webhooks SET status = 'disabled' WHERE account_id = ${accountId}`)
  expect(await gaugeOf('webhook_late_seconds')).toBe(0)

  const contact_ids = await test.plantContacts(1)
  const made = await test.call('POST', '/api/v1/jobs', { key: apiKey, body: { kind: 'reveal', contact_ids } })
  await database.query(
    sql`UPDATE jobs SET created_at = created_at - interval '1 hour' WHERE job_id = ${made.body.id as string}`,
  )
  expect(await gaugeOf('customer_jobs{kind="reveal",status="queued"}')).toBe(1)
  expect(await gaugeOf('customer_job_idle_seconds{kind="reveal",status="queued"}')).toBeGreaterThanOrEqual(3_600)
  // One that waits behind others of its account does not hang.
  for (let others = 0; others < 3; others += 1) {
    const other = await test.call('POST', '/api/v1/jobs', {
      key: apiKey,
      body: { kind: 'enrich', domains: ['a.example'] },
    })
    await database.query(sql`UPDATE jobs SET status = 'running' WHERE job_id = ${other.body.id as string}`)
  }
  expect(await gaugeOf('customer_job_idle_seconds{kind="reveal",status="queued"}')).toBe(0)
  await test.app.queue.runWaiting()
  expect(await gaugeOf('customer_jobs{kind="reveal",status="queued"}')).toBeNaN()
})

it('every metric that an alert or a panel names is one that a node shows', async () => {
  const text = await metrics.text()
  const rules = ['prometheus/alerts.yml', 'grafana/prospector.json']
    .map((path) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8'))
    .join('\n')
  const named = new Set([...rules.matchAll(/\b(?:prospector|nodejs|process)_\w+/g)].map(([name]) => name))
  expect(named.size).toBeGreaterThan(10)
  for (const name of named) expect(text, name).toContain(name.replace(/_(bucket|count|sum)$/, ''))
})

it('DROP-5: metrics tell when deletion lists are due, whatever the threads say, and nothing where nobody asks for them', async () => {
  const thread = async () => [await createMetrics({ ofWholeNode: false }).measured()]
  expect(await metrics.text(await thread())).not.toMatch(/^prospector_drop_due_seconds/m)
  const own = createMetrics()
  const asking = await startTestApp({
    metrics: own,
    store: test.store,
    drop: { url: 'https://drop.example', apiKey: 'a key', sandboxApiKey: null },
  })
  await test.store.owner.query(sql`INSERT INTO drop_state (since) VALUES (now())`)
  const text = await own.text(await thread())
  expect(Number(/^prospector_drop_due_seconds (.+)$/m.exec(text)![1])).toBeGreaterThan(44 * 86_400)
  await asking.app.stop()
})

it('BACKUP-9: metrics tell the age of the last good backup and for how long one has been due, and nothing that is not known', async () => {
  expect(await metrics.text()).not.toMatch(/^prospector_backup/m)
  const figures = { lastGoodAt: null as Date | null, lateSeconds: 7_200, lastGood: null as { bytes: number } | null }
  metrics.watchBackups(async () => figures)
  const unknown = await metrics.text()
  expect(unknown).toContain('prospector_backup_late_seconds 7200')
  expect(unknown).not.toMatch(/^prospector_backup_age_seconds/m)
  Object.assign(figures, { lastGoodAt: new Date(Date.now() - 60_000), lateSeconds: 0, lastGood: { bytes: 1_234 } })
  const known = await metrics.text()
  expect(known).toContain('prospector_backup_late_seconds 0')
  expect(known).toContain('prospector_backup_bytes 1234')
  expect(Number(/^prospector_backup_age_seconds (.+)$/m.exec(known)![1])).toBeGreaterThanOrEqual(60)
})
