import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { importStores, importText, liveContactIds } from '../catalogue-fixture.ts'
import type { ImportedContact } from '../import-record.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts CASCADE`))

const importContacts = (...contacts: ImportedContact[]) =>
  importStores(db.database, [{ domain: 'shop.example', contacts }])
const emails = (...addresses: string[]) => addresses.map((email) => ({ email, status: 'verified' }))

async function idsAfter(first: ImportedContact[], second: ImportedContact[]) {
  await importContacts(...first)
  const before = Object.values(await liveContactIds(db.database))
  await importContacts(...second)
  return { before, after: await liveContactIds(db.database) }
}

test('NAME-1, NAME-2: a store keeps its id through every import of its domain, and the id is drawn, not derived', async () => {
  const shop = { domain: 'shop.example', name: 'Shop', contacts: [{ source_id: '7', full_name: 'Jane Doe' }] }
  const ids = async () => {
    const rows = await db.database.query(sql`
      SELECT s.store_id, c.contact_id FROM stores s JOIN contacts c ON c.store_id = s.store_id`)
    return rows[0] as { store_id: string; contact_id: string }
  }
  await importStores(db.database, [shop])
  const first = await ids()
  await importStores(db.database, [{ ...shop, domain: 'https://www.Shop.example/', name: 'Another name' }])
  expect(await ids()).toEqual(first)
  // The same lines in an empty catalogue: nothing of the source is in an id.
  await db.owner.query(sql`TRUNCATE stores, contacts CASCADE`)
  await importStores(db.database, [shop])
  const drawnAgain = await ids()
  expect(drawnAgain.store_id).not.toBe(first.store_id)
  expect(drawnAgain.contact_id).not.toBe(first.contact_id)
})

describe('C3: a person keeps the id through every import', () => {
  test('IMPORT-5, NAME-2: the same source id, everything else changed', async () => {
    const { before, after } = await idsAfter(
      [{ source_id: '7', full_name: 'Jane Doe', emails: emails('a@shop.example'), linkedin_url: 'linkedin.com/in/a' }],
      [
        {
          source_id: '7',
          full_name: 'Jane Smith',
          emails: emails('b@shop.example'),
          linkedin_url: 'linkedin.com/in/b',
        },
      ],
    )
    expect(after).toEqual({ 'Jane Smith': before[0] })
  })

  test('IMPORT-5, NAME-2: without a source id, the same profile', async () => {
    const { before, after } = await idsAfter(
      [{ source_id: '7', full_name: 'Jane Doe', linkedin_url: 'https://www.linkedin.com/in/Jane/' }],
      [{ full_name: 'Jane Smith', emails: emails('b@shop.example'), linkedin_url: 'linkedin.com/in/jane?x=1' }],
    )
    expect(after).toEqual({ 'Jane Smith': before[0] })
  })

  test('IMPORT-5, NAME-2: without both, one shared email is enough', async () => {
    const { before, after } = await idsAfter(
      [{ full_name: 'Jane Doe', emails: emails('a@shop.example', 'jane@shop.example') }],
      [{ full_name: 'Jane Smith', emails: emails('JANE@shop.example') }],
    )
    expect(after).toEqual({ 'Jane Smith': before[0] })
  })

  test('IMPORT-5, NAME-2: without all of these, the full name, whatever its case and accents', async () => {
    const { before, after } = await idsAfter(
      [{ first_name: 'Zoë', last_name: 'Müller', emails: emails('a@shop.example') }],
      [{ full_name: 'ZOE  MULLER', emails: emails('b@shop.example') }],
    )
    expect(after).toEqual({ 'ZOE MULLER': before[0] })
  })

  test('IMPORT-5: stronger evidence of one person goes before weaker evidence of another', async () => {
    await importContacts(
      { source_id: '1', full_name: 'Jane Doe', emails: emails('team@shop.example') },
      { source_id: '2', full_name: 'John Doe', emails: emails('team@shop.example') },
    )
    const before = await liveContactIds(db.database)
    await importContacts(
      { full_name: 'John Doe', emails: emails('team@shop.example') },
      { full_name: 'Jane Doe', emails: emails('team@shop.example') },
    )
    expect(await liveContactIds(db.database)).toEqual(before)
  })

  test('namesakes that their source tells apart are two people', async () => {
    const { before, after } = await idsAfter(
      [{ source_id: '1', full_name: 'Jane Doe' }],
      [{ source_id: '2', full_name: 'Jane Doe' }],
    )
    expect(before).toHaveLength(1)
    expect(after['Jane Doe']).toBeDefined()
    const [row] = await db.database.query<{ n: number }>(sql`SELECT count(*) AS n FROM contacts`)
    expect(row?.n).toBe(2)
  })

  test('a source that renumbers its people does not double them', async () => {
    const { before, after } = await idsAfter(
      [{ source_id: '1', full_name: 'Jane Doe', linkedin_url: 'linkedin.com/in/jane' }],
      [{ source_id: '9001', full_name: 'Jane Doe', linkedin_url: 'linkedin.com/in/jane' }],
    )
    expect(after).toEqual({ 'Jane Doe': before[0] })
  })

  test('the same person at another store is another contact', async () => {
    const jane: ImportedContact = { source_id: '1', full_name: 'Jane Doe' }
    await importStores(db.database, [
      { domain: 'one.example', contacts: [jane] },
      { domain: 'two.example', contacts: [jane] },
    ])
    const rows = await db.database.query(sql`SELECT DISTINCT contact_id FROM contacts`)
    expect(rows).toHaveLength(2)
  })

  test('someone with nothing to tell them by keeps the id while nothing changes', async () => {
    const someone: ImportedContact = { role: 'owner', phones: [{ phone: '+1 202 555 0100' }] }
    const { before } = await idsAfter([someone], [someone])
    const rows = await db.database.query<{ contact_id: string }>(sql`SELECT contact_id FROM contacts`)
    expect(rows.map((row) => row.contact_id)).toEqual(before)
  })

  test('a person who left and came back is the same', async () => {
    const jane = { source_id: '1', full_name: 'Jane Doe' }
    await importContacts(jane)
    const before = await liveContactIds(db.database)
    await importStores(db.database, [{ domain: 'shop.example', contacts: [] }], { replace: true })
    expect(await liveContactIds(db.database)).toEqual({})
    await importContacts(jane)
    expect(await liveContactIds(db.database)).toEqual(before)
  })
})

describe('a person who is listed twice in one line is one contact', () => {
  test('with the channels of both entries, and the later word on the rest', async () => {
    const result = await importContacts(
      { source_id: '1', full_name: 'Jane Doe', title: 'Owner', emails: emails('a@shop.example') },
      { source_id: '1', full_name: 'Jane Smith', emails: emails('b@shop.example') },
    )
    expect(result.contacts.new).toBe(1)
    const rows = await db.database.query(
      sql`SELECT full_name, title, cardinality(email_hashes) / 2 AS emails FROM contacts`,
    )
    expect(rows).toEqual([{ full_name: 'Jane Smith', title: 'Owner', emails: 2 }])
  })

  test('also among thousands, and a crowd behind one mailbox is a crowd', async () => {
    const crowd = Array.from({ length: 4_000 }, (_, at) => ({
      full_name: `Person ${at % 3_000}`,
      emails: emails('all@shop.example'),
    }))
    expect((await importContacts(...crowd)).contacts.new).toBe(3_000)
    const before = await liveContactIds(db.database)
    expect((await importContacts(...crowd.toReversed())).contacts).toMatchObject({ new: 0, unchanged: 3_000 })
    expect(await liveContactIds(db.database)).toEqual(before)
  })

  test.each<[string, ImportedContact, ImportedContact, number]>([
    ['the same name and nothing against it', { full_name: 'J D', phones: [{ phone: '1' }] }, { full_name: 'j d' }, 1],
    ['the same profile', { linkedin_url: 'linkedin.com/in/j' }, { linkedin_url: 'https://linkedin.com/in/J/' }, 1],
    [
      'a shared mailbox, two names',
      { full_name: 'A', emails: emails('i@s.example') },
      { full_name: 'B', emails: emails('i@s.example') },
      2,
    ],
    ['one name, two source ids', { source_id: '1', full_name: 'A' }, { source_id: '2', full_name: 'A' }, 2],
    [
      'one name, two profiles',
      { full_name: 'A', linkedin_url: 'x.com/in/1' },
      { full_name: 'A', linkedin_url: 'x.com/in/2' },
      2,
    ],
    ['nothing to tell them by', { phones: [{ phone: '1' }] }, { phones: [{ phone: '2' }] }, 2],
  ])('%s', async (_case, one, other, people) => {
    expect((await importContacts(one, other)).contacts.new).toBe(people)
    expect((await importContacts(one, other)).contacts).toMatchObject({ new: 0, unchanged: people })
    const [row] = await db.database.query<{ n: number }>(sql`SELECT count(*) AS n FROM contacts`)
    expect(row?.n).toBe(people)
  })
})

test('SECRET-3: a dump does not tell what a source uses as an id, neither plain nor as a hash that anybody can compute', async () => {
  const id = 'jane.doe@shop.example'
  await importContacts({ source_id: id, full_name: 'Jane Doe' })
  const [row] = await db.database.query<{ text: string; hash: Buffer }>(
    sql`SELECT contacts::text AS text, source_hash AS hash FROM contacts`,
  )
  const readable = [id, Buffer.from(id).toString('hex'), createHash('sha256').update(id).digest('hex').slice(0, 32)]
  for (const text of readable) expect(row!.text).not.toContain(text)
  expect(row!.hash).toHaveLength(16)
})

test('NAME-2: ids that are too long for a number do not make one person of two', async () => {
  const result = await importText(db.database, [
    '{"domain":"shop.example","contacts":[{"source_id":1234567890123456788,"full_name":"Ann Bee"},{"source_id":1234567890123456789,"full_name":"Bob Cee"}]}',
  ])
  expect(Object.keys(await liveContactIds(db.database)).sort()).toEqual(['Ann Bee', 'Bob Cee'])
  expect(JSON.stringify(result)).toContain('too many digits')
})
