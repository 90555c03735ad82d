/** What a correction leaves alone: it changes what is held of a person, and is neither an observation nor an import of files. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { systemClock as clock, fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { importStores, fixtureKeys as keys } from '../catalog/catalogue-fixture.ts'
import { expireSources } from '../catalog/expire-sources.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { undoImport } from '../catalog/import/undo-import.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { setSource } from '../catalog/imports.ts'
import { completeRequest } from './carry-out.ts'
import { confirmRequest, openRequest, type Proposal } from './requests.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`))

const email = 'ann@shop.example'
const ann = { full_name: 'Ann Bee', title: 'Buyer', emails: [{ email, status: 'verified' as const }] }
const shop = (observed_at: string, contacts: ImportedStore['contacts'] = [ann, { full_name: 'Cid Dee' }]) => ({
  ...{ domain: 'shop.example', observed_at, contacts },
})

async function correct(proposal: Proposal): Promise<boolean> {
  const id = await db.database.transaction(async (tx) => {
    const number = await openRequest(tx, { clock, keys }, { kind: 'correct', language: 'en', ask: { email, proposal } })
    await confirmRequest(tx, clock, number)
    return number
  })
  return completeRequest(db.database, { clock, keys }, id, { actor: 'operator' })
}

const readStore = () => db.database.query(sql`SELECT * FROM stores`)
const readPeople = () =>
  db.database.query<{ full_name: string }>(sql`
    SELECT full_name, title, retired_at, seen_at, has_email FROM contacts ORDER BY full_name`)

it('PRIVACY-7: a correction moves no date of a sighting; a line between the last one and the correction still counts', async () => {
  await importStores(db.database, [shop('2026-01-01')])
  const [store, [, other]] = [await readStore(), await readPeople()]
  expect(await correct({ title: 'Head of Buying', last_name: 'Beh' })).toBe(true)
  expect(await readStore()).toEqual(store)
  expect(await readPeople()).toEqual([
    { full_name: 'Ann Beh', title: 'Head of Buying', retired_at: null, seen_at: null, has_email: true },
    other,
  ])
  expect(await importStores(db.database, [{ ...shop('2026-01-02'), name: 'Crawled' }])).toMatchObject({ stale: 0 })
  expect(await readStore()).toMatchObject([{ name: 'Crawled' }])
})

it('PRIVACY-7: a correction brings back nobody who is retired, and no store', async () => {
  await importStores(db.database, [shop('2026-01-01')])
  await importStores(db.database, [{ domain: 'shop.example', observed_at: '2026-01-02', retired: true }])
  const [store, before] = [await readStore(), await readPeople()]
  await correct({ title: 'Head of Buying' })
  expect(await readStore()).toEqual(store)
  expect(await readPeople()).toEqual([{ ...before[0], title: 'Head of Buying' }, before[1]])
})

it('PRIVACY-7, IMPORT-31: a correction leaves people to the greatest age of the source that saw them last', async () => {
  await setSource(db.database, clock, 'crawler', { maxAgeDays: 90 })
  const bring = (store: ImportedStore) => importStores(db.database, [store], { sourceName: 'crawler' })
  for (const domain of ['shop.example', 'listed.example']) await bring({ ...shop('2026-01-01'), domain })
  await correct({ title: 'Head of Buying' })
  // One store is seen without its people, the other with a list that no longer holds her.
  await bring({ domain: 'shop.example', observed_at: '2026-04-01' })
  await bring({ ...shop('2026-04-01', [{ full_name: 'Cid Dee' }]), domain: 'listed.example' })
  const expiry = { keys, onForgotten: async () => {} }
  const expired = await expireSources(
    db.database,
    fixedClock(() => new Date('2026-04-05')),
    expiry,
  )
  expect(expired).toEqual({ stores: 0, contacts: 3, erased: 0 })
  const live = await db.database.query(sql`
    SELECT domain, full_name FROM contacts JOIN stores USING (store_id) WHERE contacts.retired_at IS NULL`)
  expect(live).toEqual([{ domain: 'listed.example', full_name: 'Cid Dee' }])
})

it('PRIVACY-7, IMPORT-28: a correction is not the last import: what the files brought is undone, but for the corrected person', async () => {
  await importStores(db.database, [shop('2026-01-01'), { domain: 'other.example' }])
  const { importRun } = await importStores(db.database, [{ domain: 'other.example', name: 'Wrong' }])
  await correct({ title: 'Head of Buying' })
  await undoImport(db.database, keys, importRun)
  expect(await db.database.query(sql`SELECT FROM stores WHERE name = 'Wrong'`)).toEqual([])
  expect(await readPeople()).toContainEqual(expect.objectContaining({ title: 'Head of Buying' }))
  const changed = await importStores(db.database, [shop('2026-01-02', [{ ...ann, title: 'From a file' }])])
  await correct({ title: 'Head of Sales' })
  await expect(undoImport(db.database, keys, changed.importRun)).rejects.toThrow('shop.example')
})

it('PRIVACY-7, IMPORT-10: a correction is carried out while an import runs, also of a person whom the import has just read', async () => {
  await importStores(db.database, [shop('2026-01-01')])
  const holder = await db.database.connect()
  const waiters = async () =>
    (
      await db.owner.query(
        sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).length
  let corrected: Promise<boolean> | undefined
  // Whoever asks first is served first: the correction, then the import, which has read the person before it.
  async function* arrivals() {
    await holder.query('BEGIN; SELECT FROM catalogue_state FOR NO KEY UPDATE')
    corrected = correct({ title: 'Head of Buying' })
    await expect.poll(waiters).toBe(1)
    const seen = { full_name: ann.full_name, emails: ann.emails, phones: [{ phone: '+49 30 1234567' }] }
    yield [{ line: 1, input: 'file', value: shop('2026-01-02', [seen]) }]
  }
  const imported = importCatalogue(db.database, { channelKeys: keys, source: arrivals() })
  await expect.poll(waiters, { timeout: 30_000 }).toBe(2)
  await holder.query('COMMIT')
  await holder.end()
  expect(await corrected).toBe(true)
  expect(await imported).toMatchObject({ rejected: 0 })
  const [row] = await db.database.query(sql`SELECT title, has_phone FROM contacts WHERE full_name = 'Ann Bee'`)
  expect(row).toEqual({ title: 'Head of Buying', has_phone: true })
})

describe('PRIVACY-7: a correction stays', () => {
  const readAnn = async () => (await readPeople()).find(({ full_name }) => full_name.startsWith('Ann'))
  const bring = (observed_at: string, line: object) =>
    importStores(db.database, [shop(observed_at, [{ ...ann, ...line }])])

  it('when its source brings the old value again, whatever else the line brings', async () => {
    await bring('2026-01-01', { source_id: 'p1' })
    await correct({ title: 'Head of Buying', last_name: 'Beh' })
    const corrected = await readAnn()
    expect(corrected).toMatchObject({ full_name: 'Ann Beh', title: 'Head of Buying' })
    expect(await bring('2026-01-02', { source_id: 'p1' })).toMatchObject({ contacts: { changed: 0, unchanged: 1 } })
    expect(await bring('2026-01-03', { source_id: 'p1', phones: [{ phone: '+49 30 1234567' }] })).toMatchObject({
      contacts: { changed: 1 },
    })
    expect(await bring('2026-01-04', { source_id: 'p1', emails: [], phones: [] })).toMatchObject({
      contacts: { changed: 1 },
    })
    expect(await bring('2026-01-05', { source_id: 'p1' })).toMatchObject({ contacts: { changed: 1 } })
    expect(await readAnn()).toEqual(corrected)
    await correct({ title: 'Head of Everything' })
    await bring('2026-01-06', { source_id: 'p1' })
    expect(await readAnn()).toEqual({ ...corrected, title: 'Head of Everything' })
  })

  it('until its source says something else of it than before; from then on the source counts', async () => {
    await bring('2026-01-01', {})
    await correct({ title: 'Head of Buying', first_name: 'Anna' })
    await bring('2026-01-02', { title: 'Director' })
    expect(await readAnn()).toMatchObject({ full_name: 'Anna Bee', title: 'Director' })
    await bring('2026-01-03', { full_name: 'Anne Bee' })
    expect(await readAnn()).toMatchObject({ full_name: 'Anne Bee', title: 'Buyer' })
    await bring('2026-01-04', {})
    expect(await readAnn()).toMatchObject({ full_name: 'Ann Bee', title: 'Buyer' })
  })

  it('and keeps nothing of what it replaced but keyed hashes', async () => {
    await bring('2026-01-01', {})
    await correct({ title: 'Head of Buying' })
    const [row] = await db.database.query<{ id: string; key: string; sealed: Buffer }>(sql`
      SELECT contact_id AS id, channels_key_id AS key, channels AS sealed FROM contacts WHERE full_name = 'Ann Bee'`)
    const opened = keys.open(row!.id, row!.key, row!.sealed)
    expect(opened.corrected).toEqual({ title: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(JSON.stringify(opened)).not.toContain('Buyer')
  })
})
