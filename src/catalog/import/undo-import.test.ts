import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores } from '../catalogue-fixture.ts'
import { addListed, keyPublished, publishedHash } from '../deletion-lists.ts'
import { erase } from '../erasure.ts'
import { undoImport } from './undo-import.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const former = 'ann@former.example'
const bring = (email: string) =>
  importStores(db.database, [
    { domain: 'shop.example', contacts: [{ full_name: 'Ann Bee', emails: [{ email, status: 'verified' }] }] },
  ])

/** Ann's address was replaced by the last import. */
beforeEach(async () => {
  await db.owner.query(
    sql`TRUNCATE stores, contacts, imports, import_before, contact_notices, suppressions, deletion_list_hashes CASCADE`,
  )
  await bring(former)
  await bring('ann@new.example')
})

async function undo(record?: () => Promise<void>) {
  const [last] = await db.database.query<{ run: number }>(sql`SELECT max(import_run)::int AS run FROM imports`)
  return undoImport(db.database, fixtureKeys, last!.run, record)
}

const people = () =>
  db.database.query(
    sql`SELECT full_name AS name, has_email AS "hasEmail", erased_at IS NOT NULL AS erased FROM contacts`,
  )

test('IMPORT-28, ERASE-1: who is erased by an address that the import replaced is in no before image, and is not put back with it', async () => {
  await erase(db.database, fixtureKeys, [{ email: former }])
  expect(await db.database.query(sql`SELECT FROM import_before WHERE kind = 'contact'`)).toEqual([])
  await undo()
  const held = await db.database.query(sql`
    SELECT FROM contacts WHERE email_hashes @> ARRAY[${fixtureKeys.hash('email', former)}::bytea]`)
  expect(held).toEqual([])
})

test('IMPORT-28, DROP-3: whom a deletion list names by the address of before is erased when the import is undone', async () => {
  const listed = keyPublished(fixtureKeys, 'email', publishedHash('email', former))
  await db.database.transaction((tx) => addListed(tx, 'email', [listed]))
  await undo()
  expect(await people()).toEqual([{ name: null, hasEmail: false, erased: true }])
})

test('IMPORT-28, EVENT-5: whose data is put back is told as updated', async () => {
  await db.owner.query(sql`TRUNCATE contact_notices`)
  await undo()
  expect(await people()).toEqual([{ name: 'Ann Bee', hasEmail: true, erased: false }])
  const told = await db.database.query(sql`
    SELECT kind, full_name AS name FROM contact_notices JOIN contacts USING (contact_id)`)
  expect(told).toEqual([{ kind: 'updated', name: 'Ann Bee' }])
})

test('IMPORT-28, EVENT-5: whom the import only did not name is not counted as put back, and not told as updated', async () => {
  await importStores(db.database, [{ domain: 'shop.example', contacts: [{ full_name: 'Bob Cee' }] }])
  await db.owner.query(sql`TRUNCATE contact_notices`)
  expect(await undo()).toMatchObject({ contacts: { restored: 0, retired: 1 } })
  expect(await db.database.query(sql`SELECT seen_at FROM contacts WHERE full_name = 'Ann Bee'`)).toEqual([
    { seen_at: null },
  ])
  expect(await db.database.query(sql`SELECT FROM contact_notices WHERE kind = 'updated'`)).toEqual([])
})

test('IMPORT-28: an interrupted import of other files is not undone with the one after it, nor what it had not decided', async () => {
  const see = (day: number, apps: string[], options: Parameters<typeof importStores>[2] = {}) =>
    importStores(db.database, [{ domain: 'apps.example', observed_at: `2026-03-0${day}`, apps }], options)
  const read = () =>
    db.database.query(sql`
      SELECT apps, missing, observed_at, (SELECT json_agg(store_changes ORDER BY type) FROM store_changes
        WHERE store_changes.store_id = stores.store_id) AS changes FROM stores WHERE domain = 'apps.example'`)
  await see(1, ['A', 'B'])
  await see(2, ['B'])
  const stop = new AbortController()
  const onProgress = () => stop.abort(new Error('stopped'))
  const interrupted = see(3, ['B', 'C'], { inputs: [{ name: 'other' }], signal: stop.signal, onProgress })
  await expect(interrupted).rejects.toThrow('stopped')
  const before = await read()
  expect(before).toMatchObject([{ apps: ['B', 'C'], changes: [{}, { type: 'app_removed', state: 'undecided' }, {}] }])
  await see(4, ['B', 'D'])
  await undo()
  expect(await read()).toEqual(before)
  await see(5, ['B', 'C'])
  expect(await read()).toMatchObject([{ changes: [{}, { type: 'app_removed', state: 'recorded' }, {}] }])
})

test('IMPORT-28: an undo that could not be recorded is not done', async () => {
  const fails = async () => {
    throw new Error('The database restarts.')
  }
  await expect(undo(fails)).rejects.toThrow('The database restarts.')
  expect(await db.database.query(sql`SELECT FROM imports WHERE undone_at IS NOT NULL`)).toEqual([])
  await undo()
  expect(await db.database.query(sql`SELECT FROM imports WHERE undone_at IS NOT NULL`)).toHaveLength(1)
})
