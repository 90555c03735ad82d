import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rawSql, sql } from '../base/sql.ts'
import { maskedLastName } from './masked-last-name.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

it('MASK-2: the first letter is shown, and nothing of a name that is a single letter or ideograph', async () => {
  const names = ['Lovelace', 'Ølberg', "'t Hooft", '(Smith)', '欧阳', '李', 'X', "O'Neil", null]
  const rows = await db.database.query<{ masked: string | null }>(sql`
    SELECT ${rawSql(maskedLastName('contacts'))} AS masked
    FROM unnest(${names}::text[]) WITH ORDINALITY AS contacts (last_name, place) ORDER BY place`)
  expect(rows.map(({ masked }) => masked)).toEqual([
    'L***',
    'Ø***',
    't***',
    'S***',
    '欧***',
    '***',
    '***',
    'O***',
    null,
  ])
})
