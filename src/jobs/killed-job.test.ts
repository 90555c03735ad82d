import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { cases } from '../../test/support/seed.ts'
import { sql } from '../base/sql.ts'
import type { Spending } from '../credits/spend.ts'
import { verifyLedger } from '../credits/verify.ts'
import { type JobNeeds, runSlice } from './run-slice.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
  await test.app.start()
})
afterAll(() => test.stop())

/** Where a runner dies, counted in spends: before its commit, or after it but before anything is recorded. */
type Death = { afterSpends: number; committed: boolean }

class Killed extends Error {}

function dyingSpending(spending: Spending, { afterSpends, committed }: Death): Spending {
  let spends = 0
  return {
    ...spending,
    async spend(request) {
      spends += 1
      if (spends <= afterSpends) return spending.spend(request)
      if (committed) await spending.spend(request)
      throw new Killed('The node died.')
    },
  }
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
          await runSlice(job, { ...needs, spending: dyingSpending(needs.spending, death) }).catch((error) => {
            expect(error).toBeInstanceOf(Killed)
          })
          // Nobody holds it any more once the lease of the dead runner is over.
          await database.query(
            sql`UPDATE jobs SET leased_until = now() - interval '1 second' WHERE job_id = ${job.jobId} AND lease IS NOT NULL`,
          )
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
    { numRuns: cases(8) },
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
