/** A dry run that takes long holds up nobody, and says what the import then does. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores, readWholeCatalogue } from '../catalogue-fixture.ts'
import { erase } from '../erasure.ts'
import type { ImportedStore } from '../import-record.ts'
import { suppress } from '../suppressions.ts'
import { importCatalogue } from './import-catalogue.ts'
import { ingestLines, openIngestion } from './ingest-lines.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`))

const person = (name: string) => ({ full_name: name, emails: [{ email: `${name.toLowerCase()}@shop.example` }] })
const shop = (more: Partial<ImportedStore> = {}): ImportedStore => ({
  ...{ domain: 'shop.example', contacts: ['Ann', 'Bob', 'Cid'].map(person), ...more },
})

it('IMPORT-25, INGEST-4: while a dry run is open, its stores are ingested, and its people opt out and are erased', async () => {
  await importStores(db.database, [shop(), { domain: 'other.example' }])
  async function* source() {
    const titled = ['Ann', 'Bob', 'Cid'].map((name) => ({ ...person(name), title: 'Buyer' }))
    const file = (value: ImportedStore) => [{ line: 1, input: 'file', value }]
    yield file({ domain: 'other.example', retired: true })
    yield file(shop({ name: 'Tried', contacts: titled }))
    // Dates of one store come in transactions of their own; when the third is complete, the first is written.
    yield file(shop({ observed_at: '2020-01-01' }))
    yield file(shop({ observed_at: '2020-01-02' }))
    const ingestion = await openIngestion(db.database, fixtureKeys, { source: 'tried', input: 'key' })
    try {
      await ingestion.client.query('SET lock_timeout = 2000')
      const arrivals = [{ line: 1, input: 'body', value: { domain: 'shop.example', name: 'Ingested' } }]
      const around = { begin: async () => 0, end: async () => {} }
      expect(await ingestLines(ingestion, arrivals, around)).toEqual([{ line: 1, result: 'changed' }])
    } finally {
      await ingestion.close()
    }
    await db.database.transaction((tx) => suppress(tx, fixtureKeys, { email: 'ann@shop.example' }))
    await db.database.transaction((tx) => erase(tx, fixtureKeys, [{ email: 'bob@shop.example' }]))
  }
  const dry = { channelKeys: fixtureKeys, source: source(), dryRun: true, replace: true, sourceName: 'tried' }
  expect(await importCatalogue(db.database, dry)).toMatchObject({ lines: 4, contacts: { changed: 3 } })
  expect(await db.database.query(sql`SELECT name, retired_at FROM stores ORDER BY domain`)).toEqual([
    { name: 'other.example', retired_at: null },
    { name: 'Ingested', retired_at: null },
  ])
  const people = sql`SELECT full_name, suppressed, title FROM contacts ORDER BY full_name`
  expect(await db.database.query(people)).toEqual([
    { full_name: 'Ann', suppressed: true, title: null },
    { full_name: 'Cid', suppressed: false, title: null },
    { full_name: null, suppressed: true, title: null },
  ])
})

it('IMPORT-25: counts, held removals and retirements of a dry run are those of the import', async () => {
  const stores = Array.from({ length: 60 }, (_, at) => `s${at}.example`)
  const before = stores.map((domain, at) => ({ domain, apps: ['Klaviyo'], contacts: [person(`P${at}`)] }))
  await importStores(db.database, before)
  // Missing for the first time; the next import confirms it.
  const without = stores.slice(0, 25).map((domain) => ({ domain, apps: [], contacts: [person('New')] }))
  await importStores(db.database, without)
  for (const options of [{}, { replace: true }]) {
    const catalogue = await readWholeCatalogue(db.database)
    const tried = await importStores(db.database, without, { ...options, dryRun: true })
    expect(await readWholeCatalogue(db.database)).toEqual(catalogue)
    const { importRun, dryRun: _, ...done } = await importStores(db.database, without, options)
    expect(tried).toMatchObject(done)
    expect(tried.dryRun!.retired).toHaveLength(options.replace ? 10 : 0)
    if (!options.replace) expect(done.held).toEqual([{ type: 'app_removed', value: 'Klaviyo', stores: 25 }])
  }
})

it('IMPORT-25: a store that comes in several batches, as with its people in a second file, is an example once', async () => {
  const fresh = { domain: 'fresh.example' }
  const known = { domain: 'known.example' }
  await importStores(db.database, [{ ...known, observed_at: '2020-01-01' }])
  // Dates of one store come in transactions of their own.
  const [first, second] = [{ observed_at: '2020-01-02' }, { observed_at: '2020-01-03' }]
  const people = { ...second, contacts: [person('Ann')] }
  const lines = [
    { ...fresh, ...first },
    { ...known, ...first, country: 'DE' },
    { ...fresh, ...people },
    { ...known, ...people },
  ]
  const { counts, dryRun } = await importStores(db.database, lines, { dryRun: true })
  expect(counts).toMatchObject({ new: 1, changed: 1 })
  expect(dryRun!.added).toEqual(['fresh.example'])
  expect(dryRun!.changed).toEqual([{ domain: 'known.example', fields: ['country', 'contacts'] }])
})
