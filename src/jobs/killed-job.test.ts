import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { cases } from '../../test/support/seed.ts'
import { sql } from '../base/sql.ts'
import type { Spending } from '../credits/spend.ts'
import { verifyLedger } from '../credits/verify.ts'
import { dyingSpending, Killed, letTimePass, linesOf } from './job-client-fixture.ts'
import { claimJob, nextJobs } from './job-leases.ts'
import { type JobNeeds, runSlice } from './run-slice.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.app.start()
})
afterAll(() => test.stop())

type RevealJob = { accountId: string; jobId: string; apiKey: string; ids: string[] }

async function createRevealJob(contacts: number): Promise<RevealJob> {
  const { apiKey, accountId } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(contacts)
  const made = await test.call('POST', '/api/v1/jobs', { key: apiKey, body: { kind: 'reveal', contact_ids: ids } })
  return { accountId, jobId: made.body.id, apiKey, ids }
}

const readJob = async ({ apiKey, jobId }: RevealJob) =>
  (await test.call('GET', `/api/v1/jobs/${jobId}`, { key: apiKey })).body

async function outcomesOf({ apiKey, jobId }: RevealJob): Promise<string[]> {
  const answer = await test.call('GET', `/api/v1/jobs/${jobId}/results`, { key: apiKey })
  return linesOf(answer).map(({ outcome }) => outcome)
}

async function endsTold({ apiKey }: RevealJob): Promise<object[]> {
  const events = await test.call('GET', '/api/v1/events?types=job.finished', { key: apiKey })
  return events.body.data.map((event: { data: object }) => event.data)
}

const deaths = fc.array(fc.record({ afterSpends: fc.nat({ max: 3 }), committed: fc.boolean() }), { maxLength: 5 })

it('JOB-15, J2, J3: killed anywhere, before or after a commit, a job charges each contact once, never exceeds max_credits, and its results are complete', async () => {
  const { database } = test.store
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 45 }),
      fc.option(fc.nat({ max: 45 }), { nil: undefined }),
      fc.array(fc.nat({ max: 44 }), { maxLength: 6 }),
      deaths,
      async (contacts, maxCredits, revealedBeside, dyings) => {
        const { apiKey, accountId } = await test.createAccount({ credits: 1_000 })
        const ids = await test.plantContacts(contacts)
        const body = { kind: 'reveal', contact_ids: ids, ...(maxCredits !== undefined && { max_credits: maxCredits }) }
        const { body: made } = await test.call('POST', '/api/v1/jobs', { key: apiKey, body })
        const job = { accountId, jobId: made.id as string }
        const needs: JobNeeds = test.app
        for (const [at, death] of dyings.entries()) {
          const end = await runSlice(job, { ...needs, spending: dyingSpending(needs.spending, death) })
          if (typeof end === 'object') expect(end.failedWith).toBeInstanceOf(Killed)
          await letTimePass(test, job.jobId)
          const beside = ids[revealedBeside[at] ?? 44]
          if (beside) await test.reveal(apiKey, [beside])
        }
        while ((await runSlice(job, needs)) === 'unfinished');
        const [row] = await database.query<{ spent: number }>(sql`
          SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries WHERE account_id = ${accountId} AND job_id = ${job.jobId}`)
        const { body: read } = await test.call('GET', `/api/v1/jobs/${job.jobId}`, { key: apiKey })
        expect(read.credits.spent).toBe(row!.spent)
        expect(read.credits.spent).toBeLessThanOrEqual(maxCredits ?? contacts)
        const { text } = await test.call('GET', `/api/v1/jobs/${job.jobId}/results`, { key: apiKey })
        const lines = text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
        expect(lines.map(({ index, input }) => [index, input])).toEqual(ids.map((id, index) => [index, id]))
        expect(lines.filter(({ charged }) => charged)).toHaveLength(row!.spent)
        if (read.status === 'finished') expect(lines.every(({ contact }) => contact !== null)).toBe(true)
        else expect([read.status, read.stop_reason]).toEqual(['stopped', 'max_credits_reached'])
        const owned = await test.call('GET', '/api/v1/contacts/revealed?limit=1', { key: apiKey })
        const spentInAll = await database.query<{ spent: number }>(
          sql`SELECT coalesce(-sum(amount), 0)::int AS spent FROM credit_entries WHERE account_id = ${accountId} AND kind = 'spend'`,
        )
        expect(spentInAll[0]!.spent).toBe(owned.body.total)
      },
    ),
    { numRuns: cases(5) },
  )
  expect((await verifyLedger(database)).problems).toEqual([])
})

it('JOB-15, J5: a runner that lost its lease records nothing', async () => {
  const { database } = test.store
  const { apiKey, accountId } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(12)
  const { body: made } = await test.call('POST', '/api/v1/jobs', {
    key: apiKey,
    body: { kind: 'reveal', contact_ids: ids },
  })
  const job = { accountId, jobId: made.id as string }
  let successor: Promise<unknown> | undefined
  const slow: Spending = {
    ...test.app.spending,
    async spend(request) {
      const outcome = await test.app.spending.spend(request)
      await database.query(sql`UPDATE jobs SET leased_until = now() - interval '1 second' WHERE job_id = ${job.jobId}`)
      successor ??= runSlice(job, test.app)
      await successor
      return outcome
    },
  }
  expect(await runSlice(job, { ...test.app, spending: slow })).toBe('over')
  const { body: read } = await test.call('GET', `/api/v1/jobs/${job.jobId}`, { key: apiKey })
  expect(read).toMatchObject({
    status: 'finished',
    credits: { spent: 12 },
    counts: { total: 12, done: 12, newly_revealed: 12 },
  })
})

it('JOB-5, J3, J5: a runner that stands still before its spend and wakes after another one has begun pays for nothing', async () => {
  const { apiKey, accountId } = await test.createAccount({ credits: 100 })
  const ids = await test.plantContacts(25)
  const body = { kind: 'reveal', contact_ids: ids, max_credits: 12 }
  const made = await test.call('POST', '/api/v1/jobs', { key: apiKey, body })
  const job: RevealJob = { accountId, jobId: made.body.id, apiKey, ids }
  const [begun, woken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const waiting: Spending = {
    ...test.app.spending,
    async spend(request) {
      begun.resolve()
      await woken.promise
      return test.app.spending.spend(request)
    },
  }
  let successor: Promise<unknown> | undefined
  const standing: Spending = {
    ...test.app.spending,
    async spend(request) {
      await letTimePass(test, job.jobId)
      successor = runSlice(job, { ...test.app, spending: waiting })
      await begun.promise
      return test.app.spending.spend(request).finally(woken.resolve)
    },
  }
  expect(await runSlice(job, { ...test.app, spending: standing })).toBe('over')
  expect(await successor).toBe('over')
  expect(await readJob(job)).toMatchObject({
    status: 'stopped',
    stop_reason: 'max_credits_reached',
    counts: { done: 12, newly_revealed: 12 },
    credits: { spent: 12 },
  })
  expect(await outcomesOf(job)).toEqual([...Array(12).fill('newly_revealed'), ...Array(13).fill('not_reached')])
  const spends = await test.call('GET', '/api/v1/credits/entries?kind=spend', { key: apiKey })
  expect(spends.body.data.map(({ amount }: { amount: number }) => amount)).toEqual([-2, -10])
})

it('JOB-21, EVENT-6: a job that fails again and again is tried less and less often and then fails: what it did stays, and it is told', async () => {
  const job = await createRevealJob(35)
  const failing = { ...test.app, spending: dyingSpending(test.app.spending, { afterSpends: 0, committed: false }) }
  const afterTwo = { ...test.app, spending: dyingSpending(test.app.spending, { afterSpends: 2, committed: false }) }
  const pauses: number[] = []
  for (
    let end = await runSlice(job, afterTwo);
    end !== 'over' && pauses.length < 20;
    end = await runSlice(job, failing)
  ) {
    expect(end).toMatchObject({ failedWith: expect.any(Killed) })
    expect(await runSlice(job, test.app)).toBe('not_claimed')
    const [row] = await test.store.database.query<{ seconds: number }>(
      sql`SELECT extract(epoch FROM retry_at - started_at)::float8 AS seconds FROM jobs WHERE job_id = ${job.jobId}`,
    )
    pauses.push(row!.seconds)
    expect(await readJob(job)).toMatchObject({ status: 'running', error: null })
    await letTimePass(test, job.jobId)
  }
  expect(pauses).toHaveLength(9)
  for (const [at, seconds] of pauses.slice(1).entries()) expect(seconds).toBeGreaterThanOrEqual(5 * 2 ** at)

  const failed = await readJob(job)
  expect(failed).toMatchObject({ status: 'failed', stop_reason: null, counts: { done: 20 }, credits: { spent: 20 } })
  expect(failed.error).toEqual({ code: 'job_failed', message: expect.stringContaining('after input 20') })
  expect(await outcomesOf(job)).toEqual([...Array(20).fill('newly_revealed'), ...Array(15).fill('not_reached')])
  expect(await endsTold(job)).toMatchObject([{ job_id: job.jobId, status: 'failed', done: 20, credits_spent: 20 }])
  const resumed = await test.call('POST', `/api/v1/jobs/${job.jobId}/resume`, { key: job.apiKey })
  expect([resumed.status, resumed.body.error.code]).toEqual([409, 'job_not_stopped'])
})

it('JOB-21, J7: a job whose runners all die fails, too, and lists what the last of them paid for', async () => {
  const job = await createRevealJob(12)
  const dying = { ...test.app, spending: dyingSpending(test.app.spending, { afterSpends: 0, committed: true }) }
  await runSlice(job, dying)
  for (let runners = 1; runners < 8; runners += 1) {
    await letTimePass(test, job.jobId)
    expect(await claimJob(test.store.database, test.app.clock, job.accountId, job.jobId)).not.toBeNull()
  }
  expect(await readJob(job)).toMatchObject({ status: 'running', counts: { done: 0 } })
  await letTimePass(test, job.jobId)
  expect(await runSlice(job, test.app)).toBe('over')
  expect(await readJob(job)).toMatchObject({ status: 'failed', counts: { done: 10 }, credits: { spent: 10 } })
  expect(await outcomesOf(job)).toEqual([...Array(10).fill('newly_revealed'), 'not_reached', 'not_reached'])
})

it.each([
  ['cancel', 'cancelled'],
  ['pause', 'stopped'],
])(
  'JOB-7, JOB-31, J7, EVENT-6: after a %s of a job whose runner died it lists what that runner paid for, and is told once, with it',
  async (verb, status) => {
    const job = await createRevealJob(12)
    const dying = { ...test.app, spending: dyingSpending(test.app.spending, { afterSpends: 0, committed: true }) }
    await runSlice(job, dying)
    await letTimePass(test, job.jobId)
    expect(await claimJob(test.store.database, test.app.clock, job.accountId, job.jobId)).not.toBeNull()
    await test.call('POST', `/api/v1/jobs/${job.jobId}/${verb}`, { key: job.apiKey })
    expect(await endsTold(job)).toEqual([])
    await letTimePass(test, job.jobId)
    expect(await nextJobs(test.store.database, test.app.clock, 10)).toContainEqual({
      accountId: job.accountId,
      jobId: job.jobId,
    })
    await runSlice(job, test.app)
    expect(await readJob(job)).toMatchObject({ status, counts: { done: 10 }, credits: { spent: 10 } })
    expect(await outcomesOf(job)).toEqual([...Array(10).fill('newly_revealed'), 'not_reached', 'not_reached'])
    expect(await nextJobs(test.store.database, test.app.clock, 10)).toEqual([])
    expect(await endsTold(job)).toEqual([
      { job_id: job.jobId, kind: 'reveal', status, total: 12, done: 10, credits_spent: 10 },
    ])
  },
)

it('JOB-31, EVENT-6: a job that waits and is paused is told at once', async () => {
  const job = await createRevealJob(2)
  await test.call('POST', `/api/v1/jobs/${job.jobId}/pause`, { key: job.apiKey })
  expect(await endsTold(job)).toMatchObject([{ status: 'stopped', done: 0 }])
})
