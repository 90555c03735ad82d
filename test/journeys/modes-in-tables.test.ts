/** Every table of accounts that names contacts or stores refuses those of the other mode, or stands here with the reason why it need not. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawSql, sql } from '../../src/base/sql.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

const asAsked = 'what was asked for, whatever it is; what came of it is in reveals'
/** What these name is in a table that refuses it. */
const without: Record<string, string> = {
  idempotency_keys: asAsked,
  job_items: asAsked,
  hubspot_run_items: asAsked,
  erasure_confirmations: 'contacts of events about reveals',
  work_history: 'written with its row of work',
}

const ids = {
  contact_id: ['ct_live_AbCdEfGhIjKlMnOp', 'ct_test_AbCdEfGhIjKlMnOp'],
  store_id: ['st_live_AbCdEfGhIjKlMnOp', 'st_test_AbCdEfGhIjKlMnOp'],
  item_id: ['ct_live_AbCdEfGhIjKlMnOp', 'st_test_AbCdEfGhIjKlMnOp'],
  contact_ids: ['{ct_live_AbCdEfGhIjKlMnOp}', '{ct_test_AbCdEfGhIjKlMnOp}'],
  requested_ids: ['{ct_live_AbCdEfGhIjKlMnOp}', '{ct_test_AbCdEfGhIjKlMnOp}'],
}
const accounts = ['acc_AbCdEfGhIjKlMnOp', 'acc_test_AbCdEfGhIjKlMnOp']

it('MODE-6: every table that names contacts or stores of an account refuses those of the other mode', async () => {
  const columns = await store.owner.query<{
    name: string
    column: keyof typeof ids
    type: string
    checks: string[]
  }>(sql`
    SELECT c.relname AS name, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, ARRAY(
      SELECT pg_get_expr(conbin, conrelid) FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c' AND convalidated
        AND conname LIKE '%\\_of\\_mode') AS checks
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = ANY(${Object.keys(ids)}::text[])
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'account_id')
    ORDER BY 1, 2`)
  const unchecked = columns.filter(({ checks }) => checks.length === 0).map(({ name }) => name)
  expect(unchecked).toEqual(Object.keys(without).toSorted())
  const checked = columns.filter(({ checks }) => checks.length > 0)
  expect(checked.length).toBeGreaterThan(7)
  for (const { name, column, type, checks } of checked) {
    const verdicts = await Promise.all(
      accounts.flatMap((account) =>
        ids[column].map(async (id) => {
          const row = rawSql(`SELECT ${checks.map((check) => `(${check})`).join(' AND ')} AS holds
            FROM (SELECT '${account}'::text AS account_id, '${id}'::${type} AS ${column}) AS one`)
          return (await store.owner.query<{ holds: boolean }>(row))[0]!.holds
        }),
      ),
    )
    expect([name, ...verdicts]).toEqual([name, true, false, false, true])
  }
})
