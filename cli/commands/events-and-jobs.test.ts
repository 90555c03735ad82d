/** The operator looks at what customers are told and have started, and steps in. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { sql } from '../../src/base/sql.ts'
import { numberLedger } from '../../src/events/record.ts'
import { checkJobs, checkWebhooks } from '../../src/operator/health/customer-checks.ts'
import { type Command, createQuickCommand, environmentFor } from '../../test/support/command.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'

let store: TestDatabase
let run: Command
let account: string
beforeAll(async () => {
  store = await createTestDatabase()
  run = createQuickCommand(environmentFor(store.url))
  account = (await run('account create --name Acme --email ada@acme.example --json')).json.account_id
})
afterAll(() => store.drop())

async function plantWebhook(id: string, failingSince: string | null): Promise<void> {
  await store.database.query(sql`
    INSERT INTO webhooks (account_id, webhook_id, url, secret, position, created_at, failing_since)
    VALUES (${account}, ${id}, ${`https://${id.replace('_', '-')}.example/hook?token=1`}, '', 1000, now(), now() - ${failingSince}::interval)`)
}

async function plantEvents(count: number): Promise<string[]> {
  await store.database.transaction((tx) => numberLedger(tx, account))
  await store.database.query(sql`UPDATE event_sequences SET last = ${count} WHERE account_id = ${account}`)
  const rows = await store.database.query<{ id: string }>(sql`
    INSERT INTO events (account_id, sequence, event_id, type, data, created_at)
    SELECT ${account}, n, 'evt_' || to_hex(n) || 'xABC', 'reveal.created', '{}', now() FROM generate_series(1, ${count}::int) n
    ON CONFLICT DO NOTHING RETURNING event_id AS id`)
  return rows.map(({ id }) => id)
}

const outcomesOf = (id: string) =>
  store.database.query<{ sequence: number; outcome: string; attempt: number }>(sql`
    SELECT sequence::int AS sequence, outcome, attempt FROM webhook_deliveries WHERE webhook_id = ${id} ORDER BY 1`)

const findings = async () => [
  await checkWebhooks(store.database, systemClock),
  await checkJobs(store.database, systemClock),
]

it('CLI-21: webhooks of all accounts are listed, those that fail first, and shown with what came back', async () => {
  await plantEvents(3)
  await plantWebhook('wh_well', null)
  await plantWebhook('wh_ill', '2 hours')
  await store.database.query(sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, attempt, next_attempt_at, status_code, response, created_at)
    VALUES (${account}, 'wh_ill', 1, 'evt_1xABC', 'pending', 2, now() + interval '1 hour', 500, 'broken', now())`)
  const { json: all } = await run('webhooks list --json')
  expect(all.webhooks.map((one: { webhook_id: string }) => one.webhook_id)).toEqual(['wh_ill', 'wh_well'])
  expect(all.webhooks[0]).toMatchObject({ account_id: account, host: 'wh-ill.example', status: 'enabled', pending: 1 })
  const failing = await run('webhooks list --failing --account ada@acme.example')
  expect(failing.stdout).toMatch(/^WEBHOOK ID .*\nwh_ill [^\n]*\n$/)
  expect(failing.stdout).not.toContain('token')

  const { json: shown } = await run('webhooks show wh_ill --json')
  expect(shown).toMatchObject({ webhook_id: 'wh_ill', url: 'https://wh-ill.example/hook?token=1' })
  expect(shown.deliveries).toMatchObject([
    { event_id: 'evt_1xABC', outcome: 'pending', attempt: 2, status_code: 500, response: 'broken' },
  ])
  expect((await run('webhooks show wh_ill')).stdout).toContain('broken')
  expect(await run('webhooks show wh_none')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no webhook wh_none'),
  })
})

it('CLI-21: a webhook is disabled, which gives up what waits, enabled, and sent events again', async () => {
  const second = 'evt_2xABC'
  expect((await run('webhooks disable wh_ill --json')).json).toEqual({
    webhook_id: 'wh_ill',
    account_id: account,
    status: 'disabled',
  })
  expect(await outcomesOf('wh_ill')).toEqual([{ sequence: 1, outcome: 'failed', attempt: 2 }])
  expect(await run('webhooks resend wh_ill --since 0')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('disabled'),
  })
  expect((await run('webhooks enable wh_ill')).code).toBe(0)
  expect((await run(`webhooks resend wh_ill --event ${second} --json`)).json).toEqual({
    webhook_id: 'wh_ill',
    resent: 1,
  })
  expect(await outcomesOf('wh_ill')).toEqual([
    { sequence: 1, outcome: 'failed', attempt: 2 },
    { sequence: 2, outcome: 'pending', attempt: 0 },
  ])
  expect((await run('webhooks resend wh_ill --since 1 --json')).json.resent).toBe(2)
  expect((await outcomesOf('wh_ill')).map(({ outcome }) => outcome)).toEqual(['failed', 'pending', 'pending'])
  expect((await run('webhooks resend wh_ill --event evt_9xABC')).code).toBe(1)
  for (const line of ['webhooks resend wh_ill', `webhooks resend wh_ill --since 0 --event ${second}`]) {
    expect((await run(line)).code).toBe(2)
  }
  const { json: audit } = await run(`audit --account ${account} --action webhook.changed --json`)
  expect(audit.entries).toHaveLength(2)
  const { json: resent } = await run(`audit --account ${account} --action webhook.resent --json`)
  expect(resent.entries.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
    expect.stringContaining('sent 2 events again to a webhook at wh-ill.example'),
    expect.stringContaining('sent 1 event again to a webhook'),
  ])
})

it('CLI-22: jobs of all accounts are listed, shown and cancelled', async () => {
  await store.database.query(sql`
    INSERT INTO jobs (account_id, job_id, kind, door, actor_type, actor_id, request, request_hash, total, done, counts, created_at)
    SELECT ${account}, 'job_' || n, 'reveal', 'api_key', 'api_key', 'key_1', '{}', '', 20, 10, '{"newly_revealed": 10}',
      now() - make_interval(mins => n) FROM generate_series(1, 2) n`)
  const { json: all } = await run('jobs list --json')
  expect(all.jobs.map((job: { job_id: string }) => job.job_id)).toEqual(['job_1', 'job_2'])
  expect((await run('jobs list --status failed')).stdout).toBe('There are none.\n')
  expect((await run('jobs show job_1 --json')).json).toMatchObject({
    job_id: 'job_1',
    account_id: account,
    status: 'queued',
    done: 10,
    total: 20,
    counts: { newly_revealed: 10 },
    made_by: 'api_key key_1',
  })
  expect((await run('jobs show job_1')).stdout).toContain('10 of 20')
  const cancelled = await run('jobs cancel job_1 --json')
  expect(cancelled.json).toEqual({ job_id: 'job_1', account_id: account, status: 'cancelled', done: 10 })
  expect(await run('jobs cancel job_1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('over already: it is cancelled'),
  })
  expect((await run('jobs list --status cancelled --account ada@acme.example --json')).json.jobs).toHaveLength(1)
  expect((await run(`audit --account ${account} --action job.cancelled --json`)).json.entries).toHaveLength(1)
  expect((await run('jobs show job_none')).code).toBe(1)
  expect((await run('jobs list --status odd')).code).toBe(2)
})

it('CLI-23: the doctor warns of webhooks that fail or that nobody serves, and of jobs that hang or failed', async () => {
  await store.database.query(sql`DELETE FROM webhooks`)
  await store.database.query(sql`DELETE FROM jobs`)
  expect((await findings()).map(({ state }) => state)).toEqual(['ok', 'ok'])
  await plantWebhook('wh_new', '1 hour')
  expect((await findings())[0]).toMatchObject({ state: 'ok', message: expect.stringContaining('1 webhook fails') })
  await plantWebhook('wh_old', '25 hours')
  expect((await findings())[0]).toMatchObject({ state: 'warning', message: expect.stringContaining('more than a day') })
  await store.database.query(sql`
    INSERT INTO webhook_deliveries (account_id, webhook_id, sequence, event_id, outcome, next_attempt_at, created_at)
    VALUES (${account}, 'wh_new', 1, 'evt_1xABC', 'pending', now() - interval '20 minutes', now())`)
  expect((await findings())[0]).toMatchObject({ state: 'warning', message: expect.stringContaining('no node sends') })

  const plantJob = (id: string, status: string, minutes: number) =>
    store.database.query(sql`
      INSERT INTO jobs (account_id, job_id, kind, door, actor_type, actor_id, request, request_hash, total, status, created_at, progressed_at, ended_at)
      SELECT ${account}, ${id}, 'enrich', 'api_key', 'api_key', 'key_1', '{}', '', 1, ${status}, now() - interval '1 hour',
        now() - make_interval(mins => ${minutes}), CASE WHEN ${status} = 'failed' THEN now() END`)
  for (const id of ['job_a', 'job_b', 'job_c']) await plantJob(id, 'running', 1)
  // It waits for one of the three to end.
  await plantJob('job_d', 'queued', 60)
  expect((await findings())[1]!.state).toBe('ok')
  await plantJob('job_e', 'failed', 1)
  expect((await findings())[1]).toMatchObject({ state: 'warning', message: expect.stringContaining('1 job failed') })
  await store.database.query(sql`UPDATE jobs SET progressed_at = now() - interval '16 minutes' WHERE job_id = 'job_a'`)
  expect((await findings())[1]).toMatchObject({
    state: 'warning',
    message: expect.stringContaining('1 job has made no progress'),
  })
})
