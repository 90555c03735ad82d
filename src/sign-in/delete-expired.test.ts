import { expect, it } from 'vitest'
import { startTestApp } from '../../test/support/app.ts'
import { sql } from '../db/sql.ts'
import { deleteExpiredSignIns } from './delete-expired.ts'

it('sessions and links that have expired are deleted, and the others are kept', async () => {
  const test = await startTestApp()
  const { database, clock } = test.app
  const { userId, accountId } = await test.createAccount()
  for (const [id, end] of [
    ['ended', '-1 hour'],
    ['open', '1 hour'],
  ] as const) {
    await database.query(sql`
      INSERT INTO sessions (id, token, user_id, active_account_id, expires_at)
      VALUES (${id}, ${id}, ${userId}, ${accountId}, now() + ${end}::interval)`)
    await database.query(sql`
      INSERT INTO verifications (id, identifier, value, expires_at) VALUES (${id}, ${id}, '', now() + ${end}::interval)`)
  }
  await deleteExpiredSignIns(database, clock)
  for (const table of [sql`SELECT id FROM sessions`, sql`SELECT id FROM verifications`]) {
    expect(await database.query(table)).toEqual([{ id: 'open' }])
  }
  await test.stop()
})
