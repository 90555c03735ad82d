import { expect } from 'vitest'
import type { Answer, TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import type { Spending } from '../credits/spend.ts'
import type { Database, Db } from '../db/database.ts'

/** A caller of the operations on jobs. */
export type JobClient = {
  create(key: string, body: object, headers?: Record<string, string>): Promise<Answer>
  read(key: string, jobId: string, rest?: string): Promise<Answer>
  /** Makes a job, runs everything that waits, and reads the job. */
  finish(key: string, body: object): Promise<Answer['body']>
}

export function createJobClient(test: TestApp): JobClient {
  const create: JobClient['create'] = (key, body, headers = {}) =>
    test.call('POST', '/api/v1/jobs', { key, body, headers })
  const read: JobClient['read'] = (key, jobId, rest = '') => test.call('GET', `/api/v1/jobs/${jobId}${rest}`, { key })
  return {
    create,
    read,
    async finish(key, body) {
      const made = await create(key, body)
      expect(made.status, made.text).toBe(201)
      await test.app.queue.runWaiting()
      return (await read(key, made.body.id)).body
    },
  }
}

/** The lines of JSON Lines. */
export const linesOf = ({ text }: Answer): Answer['body'][] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Where a runner dies, counted in spends: before its commit, or after it but before anything is recorded. */
type Death = { afterSpends: number; committed: boolean }

export class Killed extends Error {}

export function dyingSpending(spending: Spending, { afterSpends, committed }: Death): Spending {
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

/** The runner dies before its first statement of this kind. */
export function dyingDatabase(database: Database, kind: RegExp): Database {
  let isDead = false
  const dying = (db: Db): Pick<Db, 'query'> => ({
    query: async (statement) => {
      isDead ||= kind.test(statement.text)
      if (isDead) throw new Killed('The node died.')
      return db.query(statement)
    },
  })
  const within = (tx: Db): Db => ({ ...dying(tx), transaction: (work) => work(within(tx)) })
  return {
    ...database,
    ...dying(database),
    transaction: (work) => database.transaction((tx) => work(within(tx))),
  }
}

/** The pause after a failed attempt is over, and so is the lease of a runner that died. */
export const letTimePass = async ({ store }: TestApp, jobId: string): Promise<void> =>
  void (await store.database.query(sql`
    UPDATE jobs SET retry_at = NULL, leased_until = now() - interval '1 second'
    WHERE job_id = ${jobId} AND (retry_at IS NOT NULL OR lease IS NOT NULL)`))
