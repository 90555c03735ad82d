import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { verifyLedger } from '../credits/verify.ts'
import { makeKey } from '../keys/keys.ts'
import { createJobClient, type JobClient, linesOf } from './job-client-fixture.ts'
import { claimJob, endJob } from './job-leases.ts'

let test: TestApp
let client: JobClient
beforeAll(async () => {
  test = await startTestApp()
  client = createJobClient(test)
})
afterAll(async () => {
  test.expectDescribedReplies()
  expect(await problemsInLedger()).toEqual([])
  await test.stop()
})

async function problemsInLedger(): Promise<unknown[]> {
  return (await verifyLedger(test.store.database)).problems
}

it('JOB-1, J1: a reveal job answers 201 and reveals every contact once, one line per input in the order given', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(23)
  await test.reveal(apiKey, [ids[0]])
  const inputs = [...ids, ids[5]]
  const made = await client.create(apiKey, { kind: 'reveal', contact_ids: inputs })
  expect([made.status, made.body.status, made.body.counts]).toEqual([201, 'queued', { total: 24, done: 0 }])

  await test.app.queue.runWaiting()
  const job = (await client.read(apiKey, made.body.id)).body
  expect(job).toMatchObject({ object: 'job', status: 'finished', stop_reason: null, credits: { spent: 22, max: null } })
  expect(job.counts).toEqual({ total: 24, done: 24, newly_revealed: 22, already_revealed: 2 })
  expect(Date.parse(job.expires_at) - Date.parse(job.ended_at)).toBe(30 * 86_400_000)

  const results = await client.read(apiKey, job.id, '/results')
  expect(results.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  const lines = linesOf(results)
  expect(lines.map(({ index, input }) => [index, input])).toEqual(inputs.map((id, index) => [index, id]))
  expect(lines[0]).toMatchObject({ outcome: 'already_revealed', charged: false, contact: { id: ids[0] } })
  expect(lines[5]).toMatchObject({ outcome: 'newly_revealed', charged: true })
  expect(lines[23]).toMatchObject({ input: ids[5], outcome: 'already_revealed', charged: false })
  expect(lines[5].contact.emails).toHaveLength(1)

  const entries = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  const ofJob = entries.body.data.filter((entry: { job_id: string | null }) => entry.job_id === job.id)
  expect(ofJob.map(({ amount }: { amount: number }) => -amount).every((amount: number) => amount <= 10)).toBe(true)
  expect(ofJob.reduce((sum: number, { amount }: { amount: number }) => sum - amount, 0)).toBe(22)
})

it('JOB-2: contacts that are unknown or can’t be revealed cost nothing and have a line', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [good] = await test.plantContacts(1)
  const [mute] = await test.plantContacts(1, { emails: [] })
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: [good, mute, 'ct_live_AAAAAAAAAAAAAAAA'] })
  expect(job.counts).toMatchObject({ newly_revealed: 1, unavailable: 2 })
  const lines = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(lines.map(({ outcome, contact }) => [outcome, contact === null])).toEqual([
    ['newly_revealed', false],
    ['unavailable', true],
    ['unavailable', true],
  ])
})

it('JOB-3: dry_run answers 200 with the cost, and makes no job', async () => {
  const { apiKey } = await test.createAccount({ credits: 3 })
  const ids = await test.plantContacts(5)
  await test.reveal(apiKey, [ids[0]])
  const body = { kind: 'reveal', contact_ids: [...ids, 'ct_live_AAAAAAAAAAAAAAAA'], dry_run: true }
  const quote = await client.create(apiKey, body)
  expect([quote.status, quote.body.object]).toEqual([200, 'job_quote'])
  expect(quote.body.credits).toEqual({ required: 4, remaining: 2, spendable_now: 2 })
  expect(quote.body.counts).toEqual({ new: 4, already_revealed: 1, unavailable: 1, excluded: 0 })
  expect((await test.call('GET', '/api/v1/jobs', { key: apiKey })).body.data).toEqual([])
})

it('JOB-6, J4: a key that is revoked, or a plan that lapses, stops the job before its next reveal; somebody who may can resume it', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 100 })
  const other = await makeKey(test.store.database, { accountId, name: 'Other' })
  const ids = await test.plantContacts(3)
  const made = await client.create(other.apiKey, { kind: 'reveal', contact_ids: ids })
  await test.store.database.query(sql`UPDATE api_keys SET revoked_at = now() WHERE key_id = ${other.keyId}`)
  await test.app.queue.runWaiting()
  expect((await client.read(apiKey, made.body.id)).body).toMatchObject({
    status: 'stopped',
    stop_reason: 'no_longer_allowed',
    credits: { spent: 0 },
  })
  await test.call('POST', `/api/v1/jobs/${made.body.id}/resume`, { key: apiKey })
  await test.store.database.query(
    sql`UPDATE accounts SET status = 'lapsed', access_ends_at = now() - interval '1 day' WHERE account_id = ${accountId}`,
  )
  await test.app.queue.runWaiting()
  const [row] = await test.store.database.query<{ status: string }>(
    sql`SELECT status, stop_reason FROM jobs WHERE job_id = ${made.body.id}`,
  )
  expect(row).toEqual({ status: 'stopped', stop_reason: 'no_longer_allowed' })
})

it('JOB-6: the limit of the key that made it binds a job', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const limited = await makeKey(test.store.database, { accountId, name: 'Limited', creditLimit: 12 })
  const ids = await test.plantContacts(20)
  const refused = await client.create(limited.apiKey, { kind: 'reveal', contact_ids: ids })
  expect([refused.status, refused.body.error.code]).toEqual([402, 'key_credit_limit_reached'])
  const job = await client.finish(limited.apiKey, { kind: 'reveal', contact_ids: ids, on_short_balance: 'stop' })
  expect(job).toMatchObject({ status: 'stopped', stop_reason: 'credit_limit_reached', credits: { spent: 12 } })
  await test.call('POST', `/api/v1/jobs/${job.id}/resume`, { key: apiKey })
  await test.app.queue.runWaiting()
  expect((await client.read(apiKey, job.id)).body).toMatchObject({ status: 'finished', credits: { spent: 20 } })
})

it('JOB-7: a cancelled job ends, and can neither be cancelled again nor resumed', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(2)
  const made = await client.create(apiKey, { kind: 'reveal', contact_ids: ids })
  const cancel = () => test.call('POST', `/api/v1/jobs/${made.body.id}/cancel`, { key: apiKey })
  expect((await cancel()).body.status).toBe('cancelled')
  await test.app.queue.runWaiting()
  expect((await client.read(apiKey, made.body.id)).body).toMatchObject({ status: 'cancelled', credits: { spent: 0 } })
  for (const act of ['cancel', 'pause']) {
    const again = await test.call('POST', `/api/v1/jobs/${made.body.id}/${act}`, { key: apiKey })
    expect([again.status, again.body.error.code]).toEqual([409, 'job_is_over'])
    expect(again.body.error.message).toBe('The job is already over: its status is cancelled.')
  }
  expect(linesOf(await client.read(apiKey, made.body.id, '/results')).map(({ outcome }) => outcome)).toEqual([
    'not_reached',
    'not_reached',
  ])
})

it('JOB-8: an Idempotency-Key makes one job; with another body it is a conflict', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(2)
  const headers = { 'idempotency-key': 'one' }
  const body = { kind: 'reveal', contact_ids: ids }
  const answers = await Promise.all([client.create(apiKey, body, headers), client.create(apiKey, body, headers)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201])
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
  const replay = await client.create(apiKey, { contact_ids: ids, kind: 'reveal' }, headers)
  expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([200, 'true'])
  const made = answers.find(({ status }) => status === 201)!
  expect(replay.headers['original-request-id']).toBe(made.headers['x-request-id'])
  expect(replay.headers['x-request-id']).not.toBe(made.headers['x-request-id'])
  const conflict = await client.create(apiKey, { kind: 'reveal', contact_ids: [ids[0]] }, headers)
  expect([conflict.status, conflict.body.error.code]).toEqual([409, 'idempotency_conflict'])
  // A job may have no contact_ids at all.
  expect(conflict.body.error.message).toContain('different input')
})

it.each([
  [{ kind: 'reveal' }, 'contact_ids'],
  [{ kind: 'reveal', contact_ids: ['nonsense'] }, 'contact_ids[0]'],
  [{ kind: 'reveal', contact_ids: [] }, 'contact_ids'],
  [{ kind: 'reveal', contact_ids: Array(10_001).fill('ct_live_AAAAAAAAAAAAAAAA') }, 'contact_ids'],
  [{ kind: 'reveal', contact_ids: ['ct_live_AAAAAAAAAAAAAAAA'], list_id: 'lst_1' }, 'list_id'],
  [{ kind: 'reveal', search: {} }, 'max'],
  [{ kind: 'reveal', search: {}, max: 10_001 }, 'max'],
  [{ kind: 'reveal', contact_ids: ['ct_live_AAAAAAAAAAAAAAAA'], max: 5 }, 'max'],
  [{ kind: 'enrich', contact_ids: ['ct_live_AAAAAAAAAAAAAAAA'] }, 'contact_ids'],
  [{ kind: 'enrich', domains: ['a.example'], max_credits: 1 }, 'max_credits'],
  [{ kind: 'export', search: { store: { colour: 'red' } }, max: 5 }, 'search.store.colour'],
  [{ kind: 'teleport' }, 'kind'],
])('JOB-9: %o is a 400 that names %s, and makes no job', async (body, param) => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const refused = await client.create(apiKey, body)
  expect([refused.status, refused.body.error.param], refused.text).toEqual([400, param])
  expect((await test.call('GET', '/api/v1/jobs', { key: apiKey })).body.data).toEqual([])
})

it('JOB-10: a job of another account does not exist', async () => {
  const ours = await test.createAccount({ credits: 10 })
  const theirs = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  const made = await client.create(theirs.apiKey, { kind: 'reveal', contact_ids: [id] })
  for (const [method, rest] of [
    ['GET', ''],
    ['GET', '/results'],
    ['POST', '/cancel'],
    ['POST', '/resume'],
  ]) {
    const answer = await test.call(method!, `/api/v1/jobs/${made.body.id}${rest}`, { key: ours.apiKey })
    const unknown = await test.call(method!, `/api/v1/jobs/job_AAAAAAAAAAAAAAAAAAAA${rest}`, { key: ours.apiKey })
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_not_found'])
    expect(answer.body.error.message).toBe(unknown.body.error.message)
  }
})

it('JOB-11: scopes go with the kind: no channels without contacts:reveal, no previews without contacts:search', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 10 })
  const reader = await makeKey(test.store.database, { accountId, name: 'Reader', scopes: ['stores:read'] })
  const [id] = await test.plantContacts(1)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: [id] })
  const answers = await Promise.all([
    client.create(reader.apiKey, { kind: 'reveal', contact_ids: [id] }),
    client.read(reader.apiKey, job.id, '/results'),
    client.create(reader.apiKey, { kind: 'enrich', domains: ['a.example'], include: ['contact_previews'] }),
    client.create(reader.apiKey, { kind: 'export', search: { person: {} }, max: 1 }),
  ])
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    Array(4).fill([403, 'insufficient_scope']),
  )
})

it('JOB-12, J6: a contact that is suppressed after the job is unavailable in its results', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const [id] = await test.plantContacts(1)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: [id] })
  await test.store.database.query(sql`UPDATE contacts SET suppressed = true WHERE contact_id = ${id}`)
  const [line] = linesOf(await client.read(apiKey, job.id, '/results'))
  expect(line).toEqual({ index: 0, input: id, ref: null, outcome: 'unavailable', charged: true, contact: null })
})

it('JOB-13: three jobs of an account run at once, and the fourth starts when one ends', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 100 })
  const { database } = test.store
  const claims = []
  const made = []
  for (let at = 0; at < 4; at += 1) {
    made.push((await client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })).body.id)
    claims.push(await claimJob(database, test.app.clock, accountId, made[at]!))
  }
  expect(claims.map((claim) => claim !== null)).toEqual([true, true, true, false])
  expect((await client.read(apiKey, made[3]!)).body.status).toBe('queued')
  await endJob(database, test.app.clock, claims[0]!, { status: 'finished' })
  expect(await claimJob(database, test.app.clock, accountId, made[3]!)).not.toBeNull()
})

it('JOB-14: results as a spreadsheet and as pages hold the same lines', async () => {
  const { apiKey } = await test.createAccount({ credits: 10 })
  const ids = await test.plantContacts(3)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: ids })
  const csv = await test.call('GET', `/api/v1/jobs/${job.id}/results`, { key: apiKey, headers: { accept: 'text/csv' } })
  const rows = csv.text.trim().split('\r\n')
  expect(rows[0]).toMatch(/^index,input,ref,outcome,charged,id,full_name/)
  expect(rows.slice(1).map((row) => row.split(',').slice(0, 5))).toEqual(
    ids.map((id, index) => [String(index), id, '', 'newly_revealed', 'true']),
  )
  const accept = { accept: 'application/json' }
  const first = await test.call('GET', `/api/v1/jobs/${job.id}/results?limit=2`, { key: apiKey, headers: accept })
  const rest = await test.call('GET', `/api/v1/jobs/${job.id}/results?cursor=${first.body.next_cursor}`, {
    key: apiKey,
    headers: accept,
  })
  expect([...first.body.data, ...rest.body.data]).toEqual(linesOf(await client.read(apiKey, job.id, '/results')))
  expect([first.body.has_more, rest.body.has_more]).toEqual([true, false])
})

it('AUDIT-1: all results of a job at once are recorded as an export, as lines and as a spreadsheet; pages are not', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 10 })
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: await test.plantContacts(1) })
  const exported = async (accept: string) => {
    const { status } = await test.call('GET', `/api/v1/jobs/${job.id}/results`, { key: apiKey, headers: { accept } })
    expect(status).toBe(200)
    const [row] = await test.app.database.query<{ entries: number }>(
      sql`SELECT count(*)::int AS entries FROM audit_entries WHERE account_id = ${accountId} AND action = 'data.exported'`,
    )
    return row!.entries
  }
  expect(await exported('application/json')).toBe(0)
  expect(await exported('application/x-ndjson')).toBe(1)
  expect(await exported('text/csv')).toBe(2)
})
