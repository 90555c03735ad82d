import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { importStores, importText } from '../catalogue-fixture.ts'
import type { ImportedStore } from '../import-record.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports CASCADE`))

const whole: ImportedStore = { domain: 'shop.example', contacts: [{ source_id: '7', full_name: 'Jane Doe' }] }

describe('IMPORT-6: --replace guards against empty and cut files', () => {
  const stores = (count: number): ImportedStore[] =>
    Array.from({ length: count }, (_, at) => ({ domain: `s${at}.example` }))
  const live = async () =>
    (await db.database.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM stores WHERE retired_at IS NULL`))[0]!.n

  test.each(['', '\n\n  \n'])('files without a store (%j) retire nothing', async (text) => {
    await importStores(db.database, stores(3))
    expect(await importText(db.database, [text], { replace: true })).toMatchObject({ retirement: 'no_stores' })
    expect(await live()).toBe(3)
    const anyway = await importText(db.database, [text], { replace: true, retireAnyway: true })
    expect(anyway).toMatchObject({ retirement: 'done', counts: { retired: 3 } })
  })

  test('more than a fifth of at least 100 stores: nothing is retired, neither stores nor people', async () => {
    await importStores(db.database, [...stores(100), { ...whole }])
    const cut = [...stores(79), { ...whole, contacts: [] }]
    expect(await importStores(db.database, cut, { replace: true })).toMatchObject({
      retirement: 'too_many',
      counts: { retired: 0 },
      contacts: { retired: 0 },
    })
    expect(await live()).toBe(101)
    const fifth = [...stores(80), { ...whole, contacts: [] }]
    expect(await importStores(db.database, fifth, { replace: true })).toMatchObject({
      retirement: 'done',
      counts: { retired: 20 },
      contacts: { retired: 1 },
    })
    // Stores that the same files bring do not make room for more that go.
    const others = Array.from({ length: 500 }, (_, at) => ({ domain: `t${at}.example` }))
    await importStores(db.database, [...stores(80), ...others.slice(0, 20), whole], { replace: true })
    expect(await importStores(db.database, [...stores(70), ...others], { replace: true })).toMatchObject({
      retirement: 'done',
    })
    expect(await importStores(db.database, [...stores(70), ...others.slice(0, 400)], { replace: true })).toMatchObject({
      retirement: 'done',
    })
    expect(await importStores(db.database, others.slice(400), { replace: true })).toMatchObject({
      retirement: 'too_many',
    })
  })

  test('more than a fifth of at least 100 people: nothing is retired, although every store is there', async () => {
    const staffed = (lists: number): ImportedStore[] =>
      Array.from({ length: 120 }, (_, at) => ({
        domain: `s${at}.example`,
        contacts: at < lists ? [{ source_id: `${at}`, full_name: `Ann Bee${at}` }] : [],
      }))
    const people = async () =>
      (
        await db.database.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM contacts WHERE retired_at IS NULL`)
      )[0]!.n
    await importStores(db.database, staffed(120))
    expect(await importStores(db.database, staffed(95), { replace: true })).toMatchObject({
      retirement: 'too_many_people',
      contacts: { retired: 0 },
    })
    expect(await people()).toBe(120)
    // A store that goes takes its people with it: they count, too.
    const cut = staffed(120)
      .slice(0, 100)
      .map((store, at) => (at < 5 ? { ...store, contacts: [] } : store))
    expect(await importStores(db.database, cut, { replace: true })).toMatchObject({ retirement: 'too_many_people' })
    expect(await importStores(db.database, staffed(96), { replace: true })).toMatchObject({
      retirement: 'done',
      contacts: { retired: 24 },
    })
    expect(await importStores(db.database, staffed(0), { replace: true, retireAnyway: true })).toMatchObject({
      retirement: 'done',
      contacts: { retired: 96 },
    })
  })

  test('a catalogue of fewer than 100 stores may shrink', async () => {
    await importStores(db.database, stores(99))
    expect(await importStores(db.database, stores(1), { replace: true })).toMatchObject({ counts: { retired: 98 } })
  })
})
