/** What ingestion says while an import of files is under way, or before it, and the import must not undo. */
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from '../catalog/catalogue-fixture.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { ingestLines, openIngestion } from '../catalog/import/ingest-lines.ts'
import { undoImport } from '../catalog/import/undo-import.ts'
import type { ImportedStore } from '../catalog/import-record.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports, import_before CASCADE`))

async function ingest(...lines: ImportedStore[]): Promise<string[]> {
  const ingestion = await openIngestion(db.database, fixtureKeys, { source: 'crawler', input: 'key' })
  const arrivals = lines.map((value, at) => ({ line: at + 1, input: 'body', value }))
  try {
    const results = await ingestLines(ingestion, arrivals, { begin: async () => 0, end: async () => {} })
    return results.map(({ result }) => result)
  } finally {
    await ingestion.close()
  }
}

/** Domains and names that are live. */
const readLive = async (): Promise<string[]> => {
  const rows = await db.database.query<{ name: string }>(sql`
    SELECT domain AS name FROM stores WHERE retired_at IS NULL
    UNION ALL SELECT full_name FROM contacts WHERE retired_at IS NULL ORDER BY 1`)
  return rows.map(({ name }) => name)
}

const store = (observed_at: string, more: Partial<ImportedStore> = {}): ImportedStore => ({
  ...{ domain: 'shop.example', observed_at, contacts: [{ full_name: 'Ann Bee' }], ...more },
})
const gone = (observed_at?: string): ImportedStore => ({
  ...{ domain: 'shop.example', retired: true, ...(observed_at && { observed_at }) },
})

it('IMPORT-15, INGEST-4: a line that retires a store is an observation: older lines do not bring it back, newer ones do', async () => {
  await importStores(db.database, [store('2026-01-01')])
  expect(await ingest(gone('2026-03-01'))).toEqual(['retired'])
  const [observed] = await db.database.query<{ at: Date }>(sql`SELECT observed_at AS at FROM stores`)
  expect(observed!.at).toEqual(new Date('2026-03-01'))
  expect(await ingest(store('2026-02-01', { name: 'Late' }))).toEqual(['stale'])
  expect(await importStores(db.database, [store('2026-02-02', { name: 'Later' })])).toMatchObject({ stale: 1 })
  expect(await readLive()).toEqual([])
  expect(await ingest(gone('2026-03-05'), store('2026-03-04'), store('2026-03-06'))).toEqual([
    ...['unchanged', 'stale', 'changed'],
  ])
  expect(await readLive()).toEqual(['Ann Bee', 'shop.example'])
})

it('IMPORT-16: a store that one line of an import retires and another holds counts once', async () => {
  await importStores(db.database, [store('2026-01-01')])
  const { counts } = await importStores(db.database, [gone('2026-01-02'), gone('2026-01-03'), store('2026-01-04')])
  expect(counts).toEqual({ new: 0, changed: 0, unchanged: 0, retired: 1 })
  const again = await importStores(db.database, [store('2026-01-05'), gone('2026-01-06')])
  expect(again.counts).toEqual({ new: 0, changed: 0, unchanged: 0, retired: 1 })
})

it('INGEST-4: a store that is retired between the look and the write of an import of files stays retired', async () => {
  await importStores(db.database, [store('2026-01-01')])
  const holder = await db.database.connect()
  const waiters = async () =>
    (
      await db.owner.query(
        sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      )
    ).length
  let sent: Promise<string[]> | undefined
  // Whoever asks first is served first: the retirement, then the import, which has looked before it was there.
  async function* arrivals() {
    await holder.query('BEGIN; SELECT FROM catalogue_state FOR NO KEY UPDATE')
    sent = ingest(gone('2026-03-01'))
    await expect.poll(waiters).toBe(1)
    yield [{ line: 1, input: 'file', value: store('2026-02-01', { name: 'From the file' }) }]
  }
  const imported = importCatalogue(db.database, { channelKeys: fixtureKeys, source: arrivals() })
  await expect.poll(waiters, { timeout: 30_000 }).toBe(2)
  await holder.query('COMMIT')
  await holder.end()
  expect(await sent).toEqual(['retired'])
  expect(await imported).toMatchObject({ stale: 1, counts: { unchanged: 1, changed: 0 } })
  expect(await readLive()).toEqual([])
})

it('IMPORT-28: what was retired by a line since is not undone; a retirement is, with the date of the observation', async () => {
  await importStores(db.database, [store('2026-01-01')])
  const changed = await importStores(db.database, [store('2026-01-02', { name: 'Other' })])
  await ingest(gone('2026-03-01'))
  await expect(undoImport(db.database, fixtureKeys, changed.importRun)).rejects.toThrow('shop.example')
  expect(await readLive()).toEqual([])

  await importStores(db.database, [store('2026-03-02')])
  const read = () => db.database.query(sql`SELECT observed_at, observed_run, import_run, retired_at FROM stores`)
  const before = await read()
  const retired = await importStores(db.database, [gone('2026-03-03')])
  expect(await readLive()).toEqual([])
  await undoImport(db.database, fixtureKeys, retired.importRun)
  expect(await read()).toEqual(before)
  expect(await readLive()).toEqual(['Ann Bee', 'shop.example'])
})

it('INGEST-4, IMPORT-6: people whom ingestion has seen while an import with --replace runs are not retired by it', async () => {
  const [ann, cid, eve, fay] = ['Ann Bee', 'Cid Dee', 'Eve Eff', 'Fay Gee'].map((full_name) => ({ full_name }))
  await importStores(db.database, [store('2026-01-01', { contacts: [ann!, cid!, eve!, fay!] })])
  const arrive = (value: ImportedStore) => [{ line: 1, input: 'file', value }]
  async function* source() {
    // Two dates of one store come in two transactions: the first is written when the third comes.
    yield arrive(store('2026-02-01', { contacts: [ann!] }))
    yield arrive(store('2026-02-02', { contacts: [ann!] }))
    yield arrive({ domain: 'other.example' })
    const listed = async () => (await readSeen()).startsWith('2026-02')
    yield arrive({ domain: 'other.example', observed_at: '2026-01-01' })
    await expect.poll(listed).toBe(true)
    // As stored: nothing of them is written but that they were seen, some of them by the last list.
    const lists = [
      [ann!, cid!, eve!],
      [ann!, cid!],
    ]
    const verdicts = await ingest(...lists.map((contacts, at) => store(`2026-03-0${at + 1}`, { contacts })))
    expect(verdicts).toEqual(['unchanged', 'unchanged'])
  }
  await importCatalogue(db.database, { channelKeys: fixtureKeys, source: source(), replace: true })
  expect(await readLive()).toEqual(['Ann Bee', 'Cid Dee', 'Eve Eff', 'other.example', 'shop.example'])
})

async function readSeen(): Promise<string> {
  const [row] = await db.database.query<{ at: Date }>(
    sql`SELECT people_seen_at AS at FROM stores WHERE domain = 'shop.example'`,
  )
  return row!.at.toISOString()
}

it('INGEST-4: somebody who holds the catalogue for longer than a lock may take is waited for', async () => {
  const ingestion = await openIngestion(db.database, fixtureKeys, { source: 'import', input: 'x' })
  onTestFinished(() => ingestion.close())
  await ingestion.client.query('SET lock_timeout = 20')
  const { rows } = await ingestion.client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const holder = await db.database.connect()
  await holder.query('BEGIN; SELECT FROM catalogue_state FOR NO KEY UPDATE')
  const around = { begin: async () => 0, end: async () => {} }
  const taken = ingestLines(ingestion, [{ line: 1, input: 'body', value: { domain: 'patient.example' } }], around)
  const attempts = new Set<string>()
  const countAttempts = async () => {
    const waiting = await db.owner.query<{ since: string }>(sql`
      SELECT query_start::text AS since FROM pg_stat_activity WHERE pid = ${rows[0]!.pid} AND wait_event_type = 'Lock'`)
    for (const { since } of waiting) attempts.add(since)
    return attempts.size > 1
  }
  await expect.poll(countAttempts).toBe(true)
  await holder.query('COMMIT')
  await holder.end()
  expect(await taken).toEqual([{ line: 1, result: 'new' }])
})
