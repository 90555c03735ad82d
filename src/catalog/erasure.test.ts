import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { rawSql, sql } from '../base/sql.ts'
import { fixtureKeySource, fixtureKeys, importStores } from './catalogue-fixture.ts'
import { createChannelKeys } from './channel-keys.ts'
import { erase } from './erasure.ts'
import { hashSourceIds } from './hash-source-ids.ts'
import type { ImportedStore } from './import-record.ts'
import { suppress, unsuppress } from './suppressions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const person = (name: string, email: string) => ({
  source_id: email,
  first_name: name,
  last_name: `${name}son`,
  title: `Chief ${name} Officer`,
  linkedin_url: `https://linkedin.com/in/${name.toLowerCase()}`,
  emails: [{ email, status: 'verified' }],
})

const catalogue: ImportedStore[] = [
  {
    domain: 'shop.example',
    contacts: [person('Zebulon', 'zebulon@shop.example'), person('Quentin', 'quentin@shop.example')],
  },
]

/** Every row of every table, as text: what a dump would show. */
async function dump(): Promise<string> {
  const tables = await db.database.query<{ name: string }>(
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const rows = await Promise.all(
    tables.map(({ name }) => db.database.query<{ row: string }>(rawSql(`SELECT t::text AS row FROM "${name}" t`))),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

it('a dump shows no id of a source: it may be an address', async () => {
  await importStores(db.database, catalogue)
  const text = await dump()
  expect(text).not.toContain('zebulon@shop.example')
  expect(text).toContain('Zebulon')
})

it('ids that an earlier release stored as they came are hashed, and their people are still found', async () => {
  const before = await db.database.query(sql`SELECT contact_id, source_hash FROM contacts ORDER BY contact_id`)
  await db.database.query(
    sql`UPDATE contacts SET source_id = 'quentin@shop.example', source_hash = NULL WHERE first_name = 'Quentin'`,
  )
  expect(await hashSourceIds(db.database, fixtureKeys)).toBe(1)
  expect(await hashSourceIds(db.database, fixtureKeys)).toBe(0)
  expect(await db.database.query(sql`SELECT contact_id, source_hash FROM contacts ORDER BY contact_id`)).toEqual(before)
})

it('ERASE-1: erasure leaves nothing of a person but keyed hashes, and no import brings them back', async () => {
  expect(await erase(db.database, fixtureKeys, [{ email: 'Zebulon@shop.example' }])).toEqual({
    contactIds: [expect.stringMatching(/^ct_live_/)],
  })
  const gone = /zebulon/i
  expect(await dump()).not.toMatch(gone)
  const moved: ImportedStore = { domain: 'other.example', contacts: [person('Zebulon', 'zebulon@shop.example')] }
  const renamed = { ...person('Zebulonia', 'zebulon@shop.example'), title: 'New title of Zebulon' }
  await importStores(db.database, [{ ...catalogue[0]!, contacts: [renamed] }, moved])
  expect(await dump()).not.toMatch(gone)
  const rows = await db.database.query(sql`SELECT suppressed FROM contacts WHERE erased_at IS NOT NULL`)
  expect(rows).toEqual([{ suppressed: true }, { suppressed: true }])
})

it('ERASE-1: a contact is erased by its id, with all addresses by which it could come back', async () => {
  const [{ id }] = (await db.database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE first_name = 'Quentin'`,
  )) as [{ id: string }]
  expect(await erase(db.database, fixtureKeys, [{ contact: id }])).toEqual({
    contactIds: [expect.stringMatching(/^ct_live_/)],
  })
  await importStores(db.database, [{ domain: 'third.example', contacts: [person('Quentin', 'quentin@shop.example')] }])
  expect(await dump()).not.toMatch(/quentin/i)
})

it('ERASE-1: a person whose channels are sealed under a key that is lost is erased all the same, and stays away', async () => {
  const lost = createChannelKeys([randomBytes(32), fixtureKeySource])
  const shop: ImportedStore = { domain: 'lost.example', contacts: [person('Wilhelmina', 'wilhelmina@lost.example')] }
  await importStores(db.database, [shop], { channelKeys: lost })
  const erased = await erase(db.database, fixtureKeys, [{ email: 'wilhelmina@lost.example' }])
  expect(erased.contactIds).toHaveLength(1)
  await importStores(db.database, [shop])
  expect(await dump()).not.toMatch(/wilhelmina/i)
})

it('ERASE-1: an address that would no longer be accepted does not keep its person from being erased', async () => {
  await importStores(db.database, [{ domain: 'old.example', contacts: [person('Ottokar', 'ottokar@old.example')] }])
  const [row] = await db.database.query<{ id: string }>(
    sql`SELECT contact_id AS id FROM contacts WHERE first_name = 'Ottokar'`,
  )
  const contents = { emails: [{ email: 'no address', status: 'verified', type: 'generic', is_primary: true }] }
  const { keyId, sealed } = fixtureKeys.seal(row!.id, { ...contents, phones: [], linkedin_url: null })
  await db.database.query(
    sql`UPDATE contacts SET channels = ${sealed}, channels_key_id = ${keyId} WHERE contact_id = ${row!.id}`,
  )
  expect(await erase(db.database, fixtureKeys, [{ contact: row!.id }])).toEqual({ contactIds: [row!.id] })
  expect(await dump()).not.toMatch(/ottokar/i)
})

it('ERASE-1: a suppression can be taken back, an erasure can’t', async () => {
  await suppress(db.database, fixtureKeys, { email: 'opted@out.example' })
  expect(await unsuppress(db.database, fixtureKeys, { email: 'opted@out.example' })).toMatchObject({ changed: true })
  expect(await unsuppress(db.database, fixtureKeys, { email: 'zebulon@shop.example' })).toMatchObject({
    changed: false,
  })
})
