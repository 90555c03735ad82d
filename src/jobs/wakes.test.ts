import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { createLog } from '../base/log.ts'
import { sql } from '../base/sql.ts'
import type { Queue } from '../queue/queue.ts'
import { createJobClient } from './job-client-fixture.ts'
import { serveJobs } from './serve-jobs.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

/** A node whose handlers run when the test calls them. */
function openNode() {
  const handlers = new Map<string, (payload: object) => Promise<void>>()
  const queue: Queue = {
    ...test.app.queue,
    handle: (name, run) => void handlers.set(name, run as (payload: object) => Promise<void>),
    schedule: (name, _cron, run) => void handlers.set(name, run),
  }
  serveJobs(queue, { ...test.app, log: createLog('silent') }, (_caller, live) => live)
  return {
    sweep: () => handlers.get('job_sweep')!({}),
    /** The time of a message is over at once, before it looks for work. */
    async useUpTurn() {
      const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(60_000)
      const turn = handlers.get('job')!({})
      clock.mockRestore()
      await turn
    },
  }
}

async function waiting(): Promise<number> {
  const [row] = await test.store.database.query<{ messages: number }>(
    sql`SELECT count(*)::int AS messages FROM jobs.job WHERE name = 'job' AND state < 'active'`,
  )
  return row!.messages
}

it('messages that wake nodes do not pile up: one for each job that waits, and one for each node that goes on', async () => {
  const { apiKey } = await test.createAccount()
  const client = createJobClient(test)
  for (let made = 0; made < 3; made += 1) await client.create(apiKey, { kind: 'enrich', domains: ['shop.example'] })
  expect(await waiting()).toBe(3)
  const [first, second] = [openNode(), openNode()]
  for (let minutes = 0; minutes < 4; minutes += 1) await (minutes % 2 === 0 ? first : second).sweep()
  expect(await waiting()).toBe(6)
  for (let turns = 0; turns < 3; turns += 1) {
    await first.useUpTurn()
    await second.useUpTurn()
  }
  expect(await waiting()).toBe(8)
  await test.app.queue.runWaiting()
  expect(await waiting()).toBe(0)
})
