/** A node keeps its index in a file: the next start is exact, whatever happened in between. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/base/sql.ts'
import { fixtureKeys, importStores } from '../../src/catalog/catalogue-fixture.ts'
import { erase } from '../../src/catalog/erasure.ts'
import { suppress } from '../../src/catalog/suppressions.ts'
import type { Segment } from '../../src/search/segments/segment.ts'
import { readSnapshot, writeSnapshot } from '../../src/search/segments/snapshot.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { until } from '../support/search-catalogue.ts'

const folder = mkdtempSync(join(tmpdir(), 'prospector-kept-'))
const snapshotPath = join(folder, 'base.snapshot')
const shop = (number: number, people: string[]) => ({
  domain: `kept-${number}.example`,
  name: `Kept ${number}`,
  contacts: people.map((name) => ({
    source_id: name,
    first_name: name,
    last_name: 'Doe',
    full_name: `${name} Doe`,
    emails: [{ email: `${name.toLowerCase()}@kept.example`, status: 'verified', type: 'work', is_primary: true }],
  })),
})

let db: TestDatabase
let app: App
let logged: string[]
beforeAll(async () => {
  db = await createTestDatabase()
  await importStores(db.database, [shop(1, ['Anna', 'Bernhardine']), shop(2, ['Clara'])])
})
afterEach(() => app.stop())
afterAll(async () => {
  await db.drop()
  rmSync(folder, { recursive: true })
})

async function startNode(): Promise<void> {
  logged = []
  app = createApp({
    database: db.database,
    secrets: { authSecret: Buffer.alloc(32), channelKeys: [Buffer.alloc(32)] },
    publicUrl: 'http://localhost:8080',
    log: createLog('info', { write: (line: string) => void logged.push(line) }),
    snapshotPath,
  })
  await app.start()
}
const names = () => app.searchIndex.reader().searchContacts({ query: {}, limit: 100 }).ids.length
const kept = () => statSync(snapshotPath).mtimeMs
const refusal = () => logged.find((line) => line.includes('the kept search index is thrown away'))

it('S15: after a restart, what was imported and suppressed meanwhile is exact, and the kept index was used', async () => {
  await startNode()
  expect(names()).toBe(3)
  await until(async () => existsSync(snapshotPath), Boolean)
  const writtenAt = kept()
  // The arrays of the segment follow the header; in it, they would make it too large to be read at any real size.
  const [header] = readFileSync(snapshotPath, 'latin1').split('\n', 1)
  expect(JSON.parse(header!).state).not.toHaveProperty('segment')
  await app.stop()
  await importStores(db.database, [shop(3, ['Dora', 'Edith'])])
  await suppress(db.database, fixtureKeys, { email: 'anna@kept.example' })
  await startNode()
  expect(names()).toBe(4)
  expect(refusal()).toBeUndefined()
  expect(kept()).toBe(writtenAt)
})

it('S16: after an erasure no index in memory or in a file holds the person', async () => {
  await startNode()
  expect(readFileSync(snapshotPath).includes('Bernhardine')).toBe(true)
  const writtenAt = kept()
  await erase(db.database, fixtureKeys, [{ email: 'bernhardine@kept.example' }])
  await until(
    async () => kept(),
    (at) => at > writtenAt,
  )
  expect(readFileSync(snapshotPath).includes('Bernhardine')).toBe(false)
  expect(names()).toBe(3)
})

it('S15, S16: a kept index from before an erasure, of another feed, or of a state that the database was never in, is thrown away', async () => {
  await db.database.query(sql`UPDATE catalogue_state SET erasures = erasures + 1`)
  await startNode()
  expect(refusal()).toContain('people were erased since')
  await app.stop()
  const { segment, state } = readSnapshot(snapshotPath) as { segment: Segment; state: { stateId: string } }
  writeSnapshot(snapshotPath, segment, { ...state, stateId: state.stateId.replace(/ .*/, ' another feed') })
  await startNode()
  expect(refusal()).toContain('was read in another way')
  await app.stop()
  await db.database.query(sql`DELETE FROM catalogue_history`)
  await startNode()
  expect(refusal()).toContain('it is of another catalogue')
  expect(names()).toBe(3)
})
