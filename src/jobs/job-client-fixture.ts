import { expect } from 'vitest'
import type { Answer, TestApp } from '../../test/support/app.ts'

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
