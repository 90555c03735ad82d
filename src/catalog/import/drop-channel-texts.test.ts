import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores } from '../catalogue-fixture.ts'
import { readCatalogueState } from '../catalogue-state.ts'
import type { ImportedContact } from '../import-record.ts'
import { dropChannelTexts } from './drop-channel-texts.ts'
import { undoImport } from './undo-import.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts, imports, import_before, contact_notices CASCADE`))

const domain = 'a-shop.example'
const bring = (...contacts: ImportedContact[]) => importStores(db.database, [{ domain, contacts }])

async function people() {
  const rows = await db.database.query<{ id: string; keyId: string; sealed: Buffer }>(sql`
    SELECT contact_id AS id, first_name, last_name, full_name, title, role, channels_key_id AS "keyId", channels AS sealed
    FROM contacts ORDER BY contact_id`)
  return rows.map(({ id, keyId, sealed, ...texts }) => ({ ...texts, sealed: fixtureKeys.open(id, keyId, sealed) }))
}

const jane = { source_id: '1', first_name: 'Jane', last_name: 'Doe', full_name: 'Jane Doe' }
const emails = [{ email: 'jane@a-shop.example', status: 'verified' as const }]
const phones = [{ phone: '+1 415 555 0100' }]
const linkedin_url = 'https://www.linkedin.com/in/jdoe42'
const disguised = 'jane at a-shop dot example'

describe('MASK-3: a channel in disguise is not shown when text and channel come in different lines', () => {
  const cases: [string, ImportedContact, ImportedContact, object][] = [
    ['a title', { title: `Buyer, ${disguised}` }, { emails }, { title: null, full_name: 'Jane Doe' }],
    ['a role', { role: `buyer ${disguised}` }, { emails }, { role: null, full_name: 'Jane Doe' }],
    ['digits of a phone', { title: 'Call 555 0100' }, { phones }, { title: null }],
    ['a profile', { title: 'in/jdoe42' }, { linkedin_url }, { title: null }],
    ['a first name', { first_name: disguised }, { emails }, { first_name: null, full_name: 'Jane Doe' }],
    ['a title that is only a title', { title: 'Buyer at A-Shop' }, { emails }, { title: 'Buyer at A-Shop' }],
  ]
  test.each(cases)('%s', async (_, text, channel, shown) => {
    await bring({ ...jane, ...text })
    await bring({ source_id: '1', ...channel })
    expect(await people()).toMatchObject([shown])
    // The other way round, in one batch, as a repeat within a line, and each again.
    await bring({ ...jane, ...text })
    expect(await people()).toMatchObject([shown])
    await db.owner.query(sql`TRUNCATE stores, contacts CASCADE`)
    await bring({ ...jane, ...channel })
    await bring({ ...jane, ...text })
    expect(await people()).toMatchObject([shown])
    await db.owner.query(sql`TRUNCATE stores, contacts CASCADE`)
    await importStores(db.database, [
      { domain, contacts: [{ ...jane, ...text }] },
      { domain, contacts: [{ source_id: '1', ...channel }] },
    ])
    expect(await people()).toMatchObject([shown])
    await db.owner.query(sql`TRUNCATE stores, contacts CASCADE`)
    await bring({ ...jane, ...text }, { source_id: '1', ...channel })
    expect(await people()).toMatchObject([shown])
  })

  test('a full name goes with the parts that were made of it', async () => {
    await bring({ source_id: '1', full_name: disguised, title: 'Buyer' })
    await bring({ source_id: '1', emails })
    expect(await people()).toMatchObject([{ first_name: null, last_name: null, full_name: null, title: 'Buyer' }])
  })
})

/** As an earlier release left it, with the title also in what is sealed. */
async function plant(title: string): Promise<void> {
  await bring({ ...jane, emails, phones }, { source_id: '2', full_name: 'Ann Bee', title: 'Owner at Bee', phones })
  const [row] = await db.database.query<{ id: string; keyId: string; sealed: Buffer }>(sql`
    SELECT contact_id AS id, channels_key_id AS "keyId", channels AS sealed FROM contacts WHERE first_name = 'Jane'`)
  const { id, keyId, sealed } = row!
  const again = fixtureKeys.seal(id, { ...fixtureKeys.open(id, keyId, sealed), in_full: { title: `Doe, ${title}` } })
  await db.database.query(
    sql`UPDATE contacts SET title = ${title}, channels = ${again.sealed} WHERE contact_id = ${id}`,
  )
  await db.database.query(sql`UPDATE catalogue_state SET texts_judged_to = ''`)
}

test('MASK-3: a walk after the upgrade drops what earlier releases stored, once, and indexes and accounts hear of it', async () => {
  await plant(disguised)
  await db.owner.query(sql`TRUNCATE contact_notices`)
  const { version } = await readCatalogueState(db.database)
  expect(await dropChannelTexts(db.database, fixtureKeys)).toBe(2)
  const after = await people()
  expect(after.find(({ sealed }) => sealed.emails.length > 0)).toEqual({
    ...{ first_name: 'Jane', last_name: 'Doe', full_name: 'Jane Doe', title: null, role: null },
    sealed: {
      emails: [expect.objectContaining(emails[0]!)],
      phones: [expect.objectContaining(phones[0]!)],
      linkedin_url: null,
    },
  })
  expect(after.find(({ sealed }) => sealed.emails.length === 0)).toMatchObject({
    title: expect.not.stringContaining('Bee'),
    sealed: { in_full: { title: 'Owner at Bee' } },
  })
  expect((await readCatalogueState(db.database)).version).toBe(version + 1)
  expect(await db.database.query(sql`SELECT FROM catalogue_changes WHERE version = ${version + 1}`)).toHaveLength(1)
  expect(await db.database.query(sql`SELECT kind FROM contact_notices`)).toEqual([{ kind: 'updated' }])
  expect(await dropChannelTexts(db.database, fixtureKeys)).toBe(0)
})

test('MASK-3, IMPORT-28: undoing an import does not put back a text that an earlier release stored', async () => {
  await plant(disguised)
  await bring({ source_id: '1', title: 'CEO' })
  const [last] = await db.database.query<{ run: number }>(sql`SELECT max(import_run)::int AS run FROM imports`)
  await undoImport(db.database, fixtureKeys, last!.run)
  const back = (await people()).find(({ sealed }) => sealed.emails.length > 0)
  expect(back).toMatchObject({ full_name: 'Jane Doe', title: null })
  expect(back!.sealed).not.toHaveProperty('in_full')
})
