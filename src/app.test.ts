import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestApp } from '../test/support/app.ts'
import { rawSql, sql } from './db/sql.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

it('housekeeping takes away what ended, every hour; what fails is logged and holds nothing else up', async () => {
  const test = await startTestApp()
  const { database } = test.app
  await database.query(sql`
    INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('old', 'old', 'old', now() - interval '1 hour')`)
  await database.query(rawSql('ALTER TABLE idempotency_keys RENAME TO elsewhere'))
  vi.advanceTimersByTime(60 * 60_000)
  const warnings = () => test.logLines.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
  await expect.poll(warnings).toEqual([expect.objectContaining({ msg: 'the housekeeping did not finish' })])
  await expect.poll(() => database.query(sql`SELECT FROM verifications`)).toEqual([])
  await test.stop()
})
