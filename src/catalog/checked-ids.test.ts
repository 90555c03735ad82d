import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { newContactId, newStoreId } from '../base/ids.ts'
import { rawSql, sql } from '../base/sql.ts'

let store: TestDatabase
beforeAll(async () => {
  store = await createTestDatabase()
})
afterAll(() => store.drop())

test('MODE-6: the catalogue holds ids of live stores and contacts, and of no other form', async () => {
  for (const [table, column, id] of [
    ['stores', 'store_id', newStoreId()],
    ['contacts', 'contact_id', newContactId()],
  ] as const) {
    const [check] = await store.owner.query<{ holds: string }>(sql`
      SELECT pg_get_expr(conbin, conrelid) AS holds FROM pg_constraint WHERE conname = ${`${table}_${column}_check`}`)
    const others = [id.slice(0, -1), `${id}a`, `${id.slice(0, -1)}1`, `${id.slice(0, -1)}\n`, `${id.slice(0, -1)}é`]
    const tests = [id.replace('live', 'test'), id.replace('_', '-'), `${id.slice(0, 8)}_${id.slice(9)}`, '']
    for (const value of [id, ...others, ...tests]) {
      const [row] = await store.owner.query<{ holds: boolean }>(
        sql`SELECT ${rawSql(check!.holds)} AS holds FROM (SELECT ${value}::text AS ${rawSql(column)}) AS one`,
      )
      expect([value, row!.holds]).toEqual([value, value === id])
    }
  }
})
