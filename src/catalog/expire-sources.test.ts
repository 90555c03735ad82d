import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { fixedClock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { readCatalogueState } from './catalogue-state.ts'
import { expireSources } from './expire-sources.ts'
import { listSources, setSource } from './imports.ts'
import { suppress } from './suppressions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() =>
  db.owner.query(
    sql`TRUNCATE stores, contacts, store_changes, imports, sources, contact_notices, suppressions CASCADE`,
  ),
)

const day = 86_400_000
const start = Date.UTC(2026, 0, 1)
let now = start
const clock = fixedClock(() => new Date(now))
const on = (days: number): string => new Date(start + days * day).toISOString()

const bring = (sourceName: string, days: number, domain: string, ...people: string[]) =>
  importStores(
    db.database,
    [{ domain, observed_at: on(days), contacts: people.map((name) => ({ full_name: name, email: mailOf(name) })) }],
    { sourceName },
  )
const mailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@people.example`

/** Those whom other modules were asked to forget. */
const forgotten: string[] = []

/** A pass, so many days after the start. */
async function expire(days: number) {
  now = start + days * day
  return expireSources(db.database, clock, {
    keys: fixtureKeys,
    onForgotten: async (_tx, ids) => void forgotten.push(...ids),
  })
}

const readPeople = async () =>
  Object.fromEntries(
    (
      await db.database.query<{ id: string; name: string | null; state: string }>(sql`
        SELECT contact_id AS id, full_name AS name,
          CASE WHEN erased_at IS NOT NULL THEN 'erased' WHEN retired_at IS NOT NULL THEN 'retired' ELSE 'live' END AS state
        FROM contacts`)
    ).map(({ id, name, state }) => [name ?? id, state]),
  )

it('IMPORT-31: what its source has not shown for so long is retired; 30 days later people are erased, and nothing is left of them', async () => {
  await setSource(db.database, clock, 'crawler', { maxAgeDays: 90 })
  await bring('crawler', 0, 'shop.example', 'Ann Bee', 'Cid Dee')
  await bring('other', 0, 'kept.example', 'Eve Fay')
  await bring('crawler', 50, 'shop.example', 'Ann Bee')
  const { version } = await readCatalogueState(db.database)

  expect(await expire(89)).toEqual({ stores: 0, contacts: 0, erased: 0 })
  expect((await readCatalogueState(db.database)).version).toBe(version)
  now = start + 91 * day
  const [source] = await listSources(db.database, clock, 'crawler')
  expect(source!.expiring).toEqual({ stores: 0, contacts: 1, retiredContacts: 0 })
  expect(await expire(91)).toEqual({ stores: 0, contacts: 1, erased: 0 })
  expect(await readPeople()).toEqual({ 'Ann Bee': 'live', 'Cid Dee': 'retired', 'Eve Fay': 'live' })
  expect((await readCatalogueState(db.database)).version).toBe(version + 1)

  // Who is seen again is back.
  await bring('crawler', 60, 'shop.example', 'Cid Dee')
  expect(await readPeople()).toMatchObject({ 'Cid Dee': 'live' })
  expect(await expire(141)).toEqual({ stores: 0, contacts: 1, erased: 0 })
  expect(await readPeople()).toEqual({ 'Ann Bee': 'retired', 'Cid Dee': 'live', 'Eve Fay': 'live' })
  expect(await expire(151)).toEqual({ stores: 1, contacts: 1, erased: 0 })

  const [ann] = await db.database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE full_name = 'Ann Bee'`,
  )
  const { erasures } = await readCatalogueState(db.database)
  expect(await expire(172)).toEqual({ stores: 0, contacts: 0, erased: 1 })
  expect(forgotten).toEqual([ann!.id])
  expect(await readPeople()).toEqual({ [ann!.id]: 'erased', 'Cid Dee': 'retired', 'Eve Fay': 'live' })
  const [row] = await db.database.query(sql`
    SELECT first_name, last_name, title, channels, source_hash, linkedin_hash, name_hash, cardinality(email_hashes) AS hashes
    FROM contacts WHERE contact_id = ${ann!.id}`)
  expect(row).toEqual({
    ...{ first_name: null, last_name: null, title: null, channels: null, source_hash: null },
    ...{ linkedin_hash: null, name_hash: null, hashes: 0 },
  })
  expect((await readCatalogueState(db.database)).erasures).toBe(erasures + 1)
  expect(await db.database.query(sql`SELECT contact_id AS id FROM contact_notices WHERE kind = 'erased'`)).toEqual([
    ann,
  ])
  expect(await expire(173)).toEqual({ stores: 0, contacts: 0, erased: 0 })

  // Nobody asked for it: a source that shows her again brings her, as somebody new.
  await bring('crawler', 170, 'shop.example', 'Ann Bee')
  expect(await readPeople()).toMatchObject({ [ann!.id]: 'erased', 'Ann Bee': 'live' })
})

it('IMPORT-18, IMPORT-31: a line that is older than what is known does not decide whose age counts, and is no absence', async () => {
  await setSource(db.database, clock, 'crawler', { maxAgeDays: 10 })
  await bring('other', 5, 'shop.example')
  const stale = [0, 1].map((days) => ({ domain: 'shop.example', observed_at: on(days) }))
  const result = await importStores(db.database, stale, { sourceName: 'crawler', replace: true })
  expect(result).toMatchObject({ stale: 2, counts: { unchanged: 1, retired: 0 } })
  expect(await expire(16)).toMatchObject({ stores: 0 })
  await bring('crawler', 6, 'shop.example')
  expect(await expire(17)).toMatchObject({ stores: 1 })
})

it('IMPORT-31: the source that saw somebody last decides; who opted out stays out after the erasure', async () => {
  await setSource(db.database, clock, 'crawler', { maxAgeDays: 10 })
  await bring('crawler', 0, 'both.example', 'Ann Bee')
  await bring('other', 1, 'both.example', 'Ann Bee')
  await bring('crawler', 0, 'out.example', 'Cid Dee')
  await suppress(db.database, fixtureKeys, { email: mailOf('Cid Dee') })
  expect(await expire(11)).toMatchObject({ contacts: 1 })
  expect(await expire(42)).toMatchObject({ erased: 1 })
  expect(await readPeople()).toMatchObject({ 'Ann Bee': 'live' })
  await bring('crawler', 40, 'out.example', 'Cid Dee')
  const shown = await db.database.query(sql`SELECT full_name FROM contacts WHERE NOT suppressed AND erased_at IS NULL`)
  expect(shown).toEqual([{ full_name: 'Ann Bee' }])
})
