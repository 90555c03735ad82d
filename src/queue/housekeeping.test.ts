import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { rawSql, sql } from '../base/sql.ts'
import { suppressionChangesSince } from '../catalog/catalogue-state.ts'
import type { Database } from '../db/database.ts'
import { retention } from '../wiring/retention.ts'
import { cleanUp } from './housekeeping.ts'

let test: TestApp
let database: Database
let accountId: string
let userId: string
beforeAll(async () => {
  test = await startTestApp()
  database = test.store.database
})
afterAll(() => test.stop())
beforeEach(async () => {
  ;({ accountId, userId } = await test.createAccount())
})

const read = async (column: string, table: string) =>
  (await database.query<{ id: string }>(rawSql(`SELECT ${column} AS id FROM ${table}`))).map(({ id }) => id)

it('sessions and proofs that ended are deleted, and those that did not are kept', async () => {
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
  await cleanUp(database, test.app.clock, retention)
  expect(await read('id', 'sessions')).toEqual(['open'])
  expect(await read('id', 'verifications')).toEqual(['open'])
})

it('invitations go 90 days after their end, and spends of actors long after their period', async () => {
  for (const [id, end] of [
    ['old', '-91 days'],
    ['new', '-89 days'],
  ] as const) {
    await database.query(sql`
      INSERT INTO invitations (invitation_id, account_id, token_hash, email, role, expires_at)
      VALUES (${`inv_${id}0000000000000`}, ${accountId}, sha256(${id}::bytea), 'a@b.example', 'member', now() + ${end}::interval)`)
  }
  await database.query(sql`
    INSERT INTO credit_actor_spends (account_id, actor_type, actor_id, period_start, spent)
    VALUES (${accountId}, 'api_key', 'old', now() - interval '101 days', 1), (${accountId}, 'api_key', 'new', now(), 1)`)
  await cleanUp(database, test.app.clock, retention)
  expect(await read('invitation_id', 'invitations')).toEqual(['inv_new0000000000000'])
  expect(await read('actor_id', 'credit_actor_spends')).toEqual(['new'])
})

it('C13: an index older than the deleted changes gets every suppressed contact', async () => {
  const [hidden, restored] = await test.plantContacts(2)
  await database.query(sql`UPDATE contacts SET suppressed = true WHERE contact_id = ${hidden}`)
  await database.query(sql`
    INSERT INTO suppression_changes (version, contact_id, suppressed, created_at)
    VALUES (1, ${hidden}, true, now() - interval '8 days'), (2, ${restored}, true, now() - interval '8 days'),
      (3, ${restored}, false, now())`)
  await database.query(sql`UPDATE catalogue_state SET suppression_version = 3`)
  await cleanUp(database, test.app.clock, retention)
  expect(await read('version', 'suppression_changes')).toEqual([3])
  expect(await suppressionChangesSince(database, 0)).toEqual({
    version: 3,
    changes: expect.arrayContaining([
      { contactId: hidden, suppressed: true },
      { contactId: restored, suppressed: false },
    ]),
  })
  expect(await suppressionChangesSince(database, 2)).toEqual({
    version: 3,
    changes: [{ contactId: restored, suppressed: false }],
  })
})

it('a pass is bounded, and the next one goes on where it stopped', async () => {
  await database.query(sql`
    INSERT INTO idempotency_keys (account_id, idempotency_key, requested_ids, available_ids, charged_ids,
      credits_remaining, created_at)
    SELECT ${accountId}, n::text, '{}', '{}', '{}', 0, now() - interval '3 days' FROM generate_series(1, 25) n`)
  const keys = retention.filter(({ table }) => table === 'idempotency_keys')
  const bounds = { batchRows: 5, batchesMax: 3 }
  expect(await cleanUp(database, test.app.clock, keys, bounds)).toEqual([{ table: 'idempotency_keys', rows: 15 }])
  expect(await cleanUp(database, test.app.clock, keys, bounds)).toEqual([{ table: 'idempotency_keys', rows: 10 }])
})

it('a table that can’t be cleaned is logged, and holds no other up', async () => {
  await database.query(sql`
    INSERT INTO verifications (id, identifier, value, expires_at) VALUES ('old', 'old', '', now() - interval '1 hour')`)
  await test.store.owner.query(rawSql('ALTER TABLE idempotency_keys RENAME TO elsewhere'))
  await test.app.queue.enqueue(database, 'housekeeping', {})
  expect(await test.app.queue.runWaiting()).toBe(1)
  await test.store.owner.query(rawSql('ALTER TABLE elsewhere RENAME TO idempotency_keys'))
  expect(test.logLines.some((line) => line.includes('a job failed') && line.includes('42P01'))).toBe(true)
  expect(await read('id', 'verifications')).toEqual(['open'])
})

it('the operator’s handbook lists every table that is cleaned, and for how long its rows are kept', () => {
  const handbook = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  for (const { table, keeps } of retention) expect(handbook).toContain(`| \`${table}\` | ${keeps} |`)
})
