import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { importStores } from './catalogue-fixture.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

test('PRIVACY-16: without a list of countries, an import shows whom it changes, and leaves the others to the walk', async () => {
  const line = (domain: string, title: string) => ({ domain, contacts: [{ full_name: 'Ann Bee', title }] })
  await importStores(db.database, [line('one.example', 'Buyer'), line('two.example', 'Buyer')])
  await db.owner.query(sql`UPDATE contacts SET withheld = true`)
  await importStores(db.database, [
    line('one.example', 'Owner'),
    line('two.example', 'Buyer'),
    line('new.example', 'CEO'),
  ])
  const withheld = await db.database.query<{ domain: string }>(
    sql`SELECT domain FROM contacts JOIN stores USING (store_id) WHERE withheld`,
  )
  expect(withheld).toEqual([{ domain: 'two.example' }])
})
