/** Who makes a job go on, who ends it, and what is left of it. */
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBrowser, type ServedApp, startServedApp } from '../../test/support/browser.ts'
import { createIntegration, readTokens } from '../../test/support/integration.ts'
import { sql } from '../base/sql.ts'
import type { Spending } from '../credits/spend.ts'
import { addMember, endMembership } from '../members/members.ts'
import { createQueue } from '../queue/queue.ts'
import { deletePrivate } from '../watches/delete-private.ts'
import { createJobClient, type JobClient, linesOf } from './job-client-fixture.ts'
import { claimJob, nextJobs, releaseJob } from './job-leases.ts'
import { pauseRows } from './job-rows.ts'
import { jobsRetention } from './retention.ts'
import { runSlice } from './run-slice.ts'
import { serveJobs } from './serve-jobs.ts'

let test: ServedApp
let client: JobClient
beforeAll(async () => {
  test = await startServedApp()
  client = createJobClient(test)
})
afterAll(() => test.stop())

/** Runs a job of the account and does something after its first reveal, before the outcome is recorded. */
async function runWith(accountId: string, jobId: string, afterFirst: () => Promise<unknown>): Promise<void> {
  let spends = 0
  const spending: Spending = {
    ...test.app.spending,
    async spend(request) {
      const outcome = await test.app.spending.spend(request)
      spends += 1
      if (spends === 1) await afterFirst()
      return outcome
    },
  }
  while ((await runSlice({ accountId, jobId }, { ...test.app, spending })) === 'unfinished');
}

const spentOf = async (accountId: string): Promise<number> => {
  const [row] = await test.store.database.query<{ spent: number }>(
    sql`SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries WHERE account_id = ${accountId} AND kind = 'spend'`,
  )
  return row!.spent
}

it('JOB-30, LIST-5: a job that adds to a private list does not name it to others', async () => {
  const { apiKey } = await test.createAccount({ email: 'private@jobs.example', credits: 5 })
  const browser = createBrowser(test)
  await browser.signIn('private@jobs.example')
  const draft = { name: 'Mine', kind: 'contacts', private: true }
  const { id: listId } = (await browser.call('POST', '/api/v1/lists', draft)).body
  const body = { kind: 'reveal', contact_ids: await test.plantContacts(1), add_to_list_id: listId }
  const { id } = (await browser.call('POST', '/api/v1/jobs', body)).body
  const asKey = async (method: string, path: string) =>
    (await test.call(method, `/api/v1/jobs${path}`, { key: apiKey, ...(method === 'POST' && { body: {} }) })).body
  expect(await asKey('GET', `/${id}`)).toMatchObject({ id, list_id: null })
  expect((await asKey('GET', '')).data).toMatchObject([{ id, list_id: null }])
  for (const act of ['pause', 'cancel'])
    expect(await asKey('POST', `/${id}/${act}`)).toMatchObject({ id, list_id: null })
  expect((await browser.call('GET', `/api/v1/jobs/${id}`)).body).toMatchObject({ status: 'cancelled', list_id: listId })
})

it('JOB-6: a member who is removed, and what they had connected, stop before the next reveal', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const email = 'leaving@jobs.example'
  const { userId } = await test.createAccount({ email })
  await addMember(test.store.database, { accountId, userId, role: 'member', creditLimit: null })
  const browser = createBrowser(test)
  await browser.signIn(email)
  expect((await browser.call('POST', '/app/v1/account/switch', { account_id: accountId })).status).toBe(200)
  const agent = await createIntegration(test, { scopes: ['contacts:reveal'], name: 'Agent' })
  const { page, verifier } = await agent.authorize(email, {}, browser)
  const { accessToken } = await readTokens(agent, await agent.redeem(page, verifier))
  const body = async () => ({ kind: 'reveal', contact_ids: await test.plantContacts(25) })
  const ofMember = await browser.call('POST', '/api/v1/jobs', await body())
  const ofConnection = await client.create(accessToken, await body())
  expect([ofMember.status, ofConnection.status]).toEqual([201, 201])

  await runWith(accountId, ofMember.body.id, () =>
    test.store.database.transaction((tx) =>
      endMembership(tx, { clock: test.app.clock, deletePrivate }, accountId, userId),
    ),
  )
  await runWith(accountId, ofConnection.body.id, async () => {})
  expect(await spentOf(accountId)).toBe(10)
  for (const { body: made } of [ofMember, ofConnection]) {
    expect((await client.read(apiKey, made.id)).body).toMatchObject({
      status: 'stopped',
      stop_reason: 'no_longer_allowed',
    })
  }
  const entries = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  expect(entries.body.data).toMatchObject([{ actor: { type: 'member', id: userId }, job_id: ofMember.body.id }])
})

it.each([
  ['a revoked key', sql`UPDATE api_keys SET revoked_at = now()`, 'no_longer_allowed'],
  ['an expired key', sql`UPDATE api_keys SET expires_at = now() - interval '1 second'`, 'no_longer_allowed'],
  ['a key without the scope', sql`UPDATE api_keys SET scopes = '{stores:read}'`, 'no_longer_allowed'],
  ['a lowered limit', sql`UPDATE api_keys SET credit_limit = 5`, 'credit_limit_reached'],
  [
    'a lapse',
    sql`UPDATE accounts SET status = 'lapsed', access_ends_at = now() - interval '1 day'`,
    'no_longer_allowed',
  ],
])('JOB-6, J4: %s in the middle stops a job before its next reveal', async (_what, change, reason) => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const { body: made } = await client.create(apiKey, { kind: 'reveal', contact_ids: await test.plantContacts(25) })
  await runWith(accountId, made.id, () => test.store.database.query(sql`${change} WHERE account_id = ${accountId}`))
  expect(await spentOf(accountId)).toBe(10)
  const [row] = await test.store.database.query(
    sql`SELECT status, stop_reason, done, credits_spent FROM jobs WHERE job_id = ${made.id}`,
  )
  expect(row).toEqual({ status: 'stopped', stop_reason: reason, done: 10, credits_spent: 10 })
})

it('JOB-7: a job that is cancelled while it runs ends after the reveal that is under way', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const contact_ids = await test.plantContacts(25)
  const { body: made } = await client.create(apiKey, { kind: 'reveal', contact_ids })
  await runWith(accountId, made.id, () => test.call('POST', `/api/v1/jobs/${made.id}/cancel`, { key: apiKey }))
  expect((await client.read(apiKey, made.id)).body).toMatchObject({ status: 'cancelled', credits: { spent: 10 } })
  expect(await spentOf(accountId)).toBe(10)
  const outcomes = linesOf(await client.read(apiKey, made.id, '/results')).map(({ outcome }) => outcome)
  expect(outcomes).toEqual([...Array(10).fill('newly_revealed'), ...Array(15).fill('not_reached')])
  const resumed = await test.call('POST', `/api/v1/jobs/${made.id}/resume`, { key: apiKey })
  expect([resumed.status, resumed.body.error.code]).toEqual([409, 'job_not_stopped'])
})

it('JOB-14: results can be read while the job runs: the items that have an outcome so far', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const contact_ids = await test.plantContacts(15)
  const { body: made } = await client.create(apiKey, { kind: 'reveal', contact_ids })
  let during: string[] = []
  let spends = 0
  const spending: Spending = {
    ...test.app.spending,
    async spend(request) {
      spends += 1
      if (spends === 2) during = linesOf(await client.read(apiKey, made.id, '/results')).map(({ input }) => input)
      return test.app.spending.spend(request)
    },
  }
  await runSlice({ accountId, jobId: made.id }, { ...test.app, spending })
  expect(during).toEqual(contact_ids.slice(0, 10))
})

it('JOB-12, JOB-14: no channel is stored with a job, and both are gone 30 days after its end', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const [id] = await test.plantContacts(1)
  const job = await client.finish(apiKey, { kind: 'reveal', contact_ids: [id] })
  const [line] = linesOf(await client.read(apiKey, job.id, '/results'))
  const stored = await test.store.database.query(sql`
    SELECT to_jsonb(j)::text || coalesce((SELECT string_agg(to_jsonb(i)::text, ' ') FROM job_items i WHERE i.job_id = j.job_id), '') AS text
    FROM jobs j WHERE account_id = ${accountId}`)
  expect(JSON.stringify(stored)).toContain(id)
  expect(JSON.stringify(stored)).not.toContain(line.contact.emails[0].email)

  const clean = () => jobsRetention[0]!.deleteSome(test.store.database, test.app.clock, 1_000)
  const endedDaysAgo = (days: number) =>
    test.store.database.query(
      sql`UPDATE jobs SET ended_at = now() - make_interval(days => ${days}) + interval '1 minute' WHERE job_id = ${job.id}`,
    )
  await endedDaysAgo(30)
  await clean()
  expect((await client.read(apiKey, job.id, '/results')).status).toBe(200)
  await endedDaysAgo(31)
  await clean()
  expect((await client.read(apiKey, job.id, '/results')).status).toBe(404)
  expect(await test.store.database.query(sql`SELECT FROM job_items WHERE job_id = ${job.id}`)).toEqual([])
})

it('JOB-13: after a few seconds a job leaves its turn to others, and goes on where it was', async () => {
  const { accountId, apiKey } = await test.createAccount({ credits: 100 })
  const { body: made } = await client.create(apiKey, { kind: 'reveal', contact_ids: await test.plantContacts(30) })
  const slow: Spending = {
    ...test.app.spending,
    async spend(request) {
      // Longer than a turn: the chunk that is under way then is the last of it.
      await new Promise((resolve) => setTimeout(resolve, 3_050))
      return test.app.spending.spend(request)
    },
  }
  const job = { accountId, jobId: made.id }
  expect(await runSlice(job, { ...test.app, spending: slow })).toBe('unfinished')
  expect((await client.read(apiKey, made.id)).body).toMatchObject({ status: 'running', counts: { done: 10 } })
  expect(await runSlice(job, test.app)).toBe('over')
  expect((await client.read(apiKey, made.id)).body).toMatchObject({ status: 'finished', counts: { done: 30 } })
})

it('JOB-13: accounts take turns, however many jobs they have, and so do the three jobs of an account', async () => {
  const { database } = test.store
  const { clock } = test.app
  await database.query(sql`DELETE FROM jobs`)
  const accounts = await Promise.all([5, 1, 2].map(async (jobs) => ({ jobs, ...(await test.createAccount()) })))
  for (const { apiKey, jobs } of accounts) {
    for (let at = 0; at < jobs; at += 1) await client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })
  }
  const turns: { accountId: string; jobId: string }[] = []
  for (let turn = 0; turn < 12; turn += 1) {
    const [next] = await nextJobs(database, clock, 1)
    await releaseJob(database, clock, (await claimJob(database, clock, next!.accountId, next!.jobId))!)
    turns.push(next!)
  }
  for (let round = 0; round < 4; round += 1) {
    const served = turns.slice(round * 3, round * 3 + 3).map(({ accountId }) => accountId)
    expect(served.sort()).toEqual(accounts.map(({ accountId }) => accountId).sort())
  }
  const ofMany = turns.filter(({ accountId }) => accountId === accounts[0]!.accountId).map(({ jobId }) => jobId)
  expect(new Set(ofMany.slice(0, 3)).size).toBe(3)
  expect(ofMany[3]).toBe(ofMany[0])
  // One that failed waits; its account's others have the turn.
  await database.query(sql`UPDATE jobs SET retry_at = now() + interval '1 hour' WHERE job_id = ${ofMany[1]!}`)
  const waiting = await nextJobs(database, clock, 100)
  expect(waiting.map(({ jobId }) => jobId)).not.toContain(ofMany[1])
  await database.query(sql`DELETE FROM jobs`)
})

it('JOB-13: a node works on one job at a time, and takes the next as soon as one has had its turn', async () => {
  const queue = createQueue(test.store.database, { log: pino({ level: 'silent' }) })
  let [atOnce, atOnceMax] = [0, 0]
  const counting: Spending = {
    ...test.app.spending,
    async spend(request) {
      atOnce += 1
      atOnceMax = Math.max(atOnceMax, atOnce)
      try {
        return await test.app.spending.spend(request)
      } finally {
        atOnce -= 1
      }
    },
  }
  serveJobs(queue, { ...test.app, spending: counting, log: pino({ level: 'silent' }) }, (_caller, live) => live)
  const made: { apiKey: string; id: string }[] = []
  for (let account = 0; account < 3; account += 1) {
    const { apiKey } = await test.createAccount({ credits: 100 })
    for (let at = 0; at < 2; at += 1) {
      const { body } = await client.create(apiKey, { kind: 'reveal', contact_ids: await test.plantContacts(15) })
      made.push({ apiKey, id: body.id })
    }
  }
  await queue.start()
  try {
    await expect
      .poll(
        async () => {
          const jobs = await Promise.all(made.map(({ apiKey, id }) => client.read(apiKey, id)))
          return jobs.map(({ body }) => body.status)
        },
        { timeout: 60_000 },
      )
      .toEqual(Array(6).fill('finished'))
  } finally {
    await queue.stop()
  }
  expect(atOnceMax).toBe(1)
})

it('JOB-20: a hundred jobs of an account are queued or running; the next, new or resumed, is refused until one ends', async () => {
  const { apiKey } = await test.createAccount({ credits: 100 })
  const { body: first } = await client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })
  await test.store.database.query(sql`
    INSERT INTO jobs (account_id, job_id, kind, door, actor_type, actor_id, request, request_hash, total, created_at)
    SELECT account_id, job_id || n, kind, door, actor_type, actor_id, request, request_hash, total, created_at
    FROM jobs, generate_series(1, 97) n WHERE job_id = ${first.id}`)
  const made = await Promise.all(
    Array.from({ length: 6 }, () => client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })),
  )
  expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
  const refused = made.find(({ status }) => status === 409)!
  expect(refused.body.error.code).toBe('too_many_jobs')
  const [paused] = made.filter(({ status }) => status === 201).map(({ body }) => body.id)
  await pauseRows(test.store.database, test.app.clock, sql`job_id = ${paused}`)
  expect((await client.create(apiKey, { kind: 'enrich', domains: ['a.example'] })).status).toBe(201)
  const resume = () => test.call('POST', `/api/v1/jobs/${paused}/resume`, { key: apiKey, body: {} })
  expect(await resume()).toMatchObject({ status: 409, body: { error: { code: 'too_many_jobs' } } })
  expect((await client.read(apiKey, paused)).body.status).toBe('stopped')
  await test.call('POST', `/api/v1/jobs/${first.id}/cancel`, { key: apiKey })
  expect(await resume()).toMatchObject({ status: 200, body: { status: 'queued' } })
})
