import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createTestKey } from '../../test/support/test-key.ts'
import { sql } from '../base/sql.ts'
import { cleanUp } from '../queue/housekeeping.ts'
import { cancelAnyJob, findAnyJob, pauseJobsOf, readJobBacklog } from './operator-jobs.ts'
import { jobsRetention } from './retention.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ clock: 'fixed', startAt: new Date('2026-11-17T09:00:00.000Z') })
  await test.app.start()
})
afterAll(() => test.stop())

const post = (key: string, path: string, body: object) => test.call('POST', `/api/v1${path}`, { key, body })
const get = (key: string, path: string) => test.call('GET', `/api/v1${path}`, { key })
const day = 86_400

it('MODE-8: all times of a job are those of the test clock, whoever ends it, and its results expire by it', async () => {
  const { accountId } = await test.createAccount()
  const testKey = (await createTestKey(test, accountId)).apiKey
  const { database, clock } = test.app
  await post(testKey, '/test/clock', { advance_seconds: 10 * day })
  const make = async () => (await post(testKey, '/jobs', { kind: 'enrich', domains: ['magic.example'] })).body.id
  const timesOf = async (id: string) => {
    const { created_at, started_at, ended_at, expires_at } = (await get(testKey, `/jobs/${id}`)).body
    return [created_at, started_at, ended_at, expires_at]
  }
  const [tenDaysOn, expiry] = ['2026-11-27T09:00:00.000Z', '2026-12-27T09:00:00.000Z']
  const finished = await make()
  await test.app.queue.runWaiting()
  expect(await timesOf(finished)).toEqual([tenDaysOn, tenDaysOn, tenDaysOn, expiry])

  const [paused, cancelled] = [await make(), await make()]
  const job = (await findAnyJob(database, cancelled))!
  await database.transaction((tx) => cancelAnyJob(tx, clock, job))
  await database.transaction((tx) => pauseJobsOf(tx, clock, [job.accountId]))
  for (const id of [paused, cancelled]) expect(await timesOf(id)).toEqual([tenDaysOn, null, tenDaysOn, expiry])
  const { data } = (await get(testKey, '/events?types=job.finished')).body
  expect(data.map((event: { created_at: string }) => event.created_at)).toEqual([tenDaysOn, tenDaysOn, tenDaysOn])

  // Progress, by which the operator sees whether a job hangs, is in real time.
  await post(testKey, `/jobs/${paused}/resume`, {})
  expect((await findAnyJob(database, paused))!.progressedAt).toEqual(clock.now())
  await test.app.queue.runWaiting()
  const failedRow = sql`UPDATE jobs SET status = 'failed' WHERE job_id = ${paused}`
  await test.store.owner.query(failedRow)
  const failed = async () => (await readJobBacklog(database, clock)).filter(({ status }) => status === 'failed')
  expect(await failed()).toHaveLength(1)
  await post(testKey, '/test/clock', { advance_seconds: 29 * day })
  expect(await failed()).toEqual([])
  await cleanUp(database, clock, jobsRetention)
  expect(await timesOf(finished)).toEqual([tenDaysOn, tenDaysOn, tenDaysOn, expiry])
  await post(testKey, '/test/clock', { advance_seconds: 2 * day })
  await cleanUp(database, clock, jobsRetention)
  expect((await get(testKey, '/jobs')).body.data).toEqual([])
})
