/** One of several people behind an address is erased: the others stay, and nobody comes back. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { dumpOf } from '../../test/support/dump.ts'
import { rawSql, sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { readCatalogueState } from './catalogue-state.ts'
import { addListed, keyPublished, publishedHash, removeListed } from './deletion-lists.ts'
import { erase } from './erasure.ts'
import type { ImportedContact } from './import-record.ts'
import { suppress, unsuppress } from './suppressions.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.owner.query(sql`TRUNCATE stores, contacts, suppressions, suppression_changes, contact_notices CASCADE`)
})

const mailbox = 'team@shared.example'
const person = (name: string, more: ImportedContact = {}): ImportedContact => ({
  full_name: name,
  emails: [{ email: mailbox, status: 'verified' }],
  ...more,
})
const zoe = (more: ImportedContact = {}) => person('Zoe Zephyr', more)
const bert = (more: ImportedContact = {}) => person('Bert Beta', more)
const bring = (contacts: ImportedContact[], domain = 'shared.example') =>
  importStores(db.database, [{ domain, contacts }])

type PersonReply = { name: string; title: string | null }
const shown = () =>
  db.database.query<PersonReply>(sql`
    SELECT full_name AS name, title FROM contacts
    WHERE NOT suppressed AND erased_at IS NULL AND retired_at IS NULL ORDER BY full_name, title`)
const idOf = async (name: string, domain = 'shared.example'): Promise<string> => {
  const [row] = await db.database.query<{ id: string }>(sql`
    SELECT contact_id AS id FROM contacts JOIN stores USING (store_id) WHERE full_name = ${name} AND domain = ${domain}`)
  return row!.id
}
const eraseZoe = async () => erase(db.database, fixtureKeys, [{ contact: await idOf('Zoe Zephyr') }])
const toldErased = () => db.database.query(sql`SELECT contact_id AS id FROM contact_notices WHERE kind = 'erased'`)
const noTrace = async () => expect(await dumpOf(db.database)).not.toMatch(/zephyr/i)

it.each([
  ['with ids of the source', { source_id: '1' }, { source_id: '2' }],
  ['without', {}, {}],
])(
  'ERASE-5, P3: who shares a mailbox with an erased person stays, %s, whatever imports bring',
  async (_, first, second) => {
    // Whichever of the two has the smaller id.
    for (let at = 0; at < 8; at += 1) {
      const domain = `shop${at}.example`
      const emails = [{ email: `team@${domain}`, status: 'verified' }]
      const [zoeHere, bertHere] = [zoe({ ...first, emails }), bert({ ...second, emails })]
      await bring([zoeHere, bertHere], domain)
      const contact = await idOf('Zoe Zephyr', domain)
      expect((await erase(db.database, fixtureKeys, [{ contact }])).contactIds).toEqual([contact])
      await bring([{ ...bertHere, title: 'Buyer' }], domain)
      await bring([{ ...zoeHere, title: 'Back again' }], domain)
      await bring([zoeHere, { ...bertHere, title: 'Head Buyer' }], domain)
    }
    expect(await shown()).toEqual(Array.from({ length: 8 }, () => ({ name: 'Bert Beta', title: 'Head Buyer' })))
    await noTrace()
  },
)

it('ERASE-5: a colleague who gets the mailbox later stays', async () => {
  await bring([zoe(), bert()])
  await eraseZoe()
  await bring([bert(), person('Cleo Gamma')])
  await bring([person('Dan Delta')], 'second.example')
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta', 'Cleo Gamma', 'Dan Delta'])
})

it('ERASE-5: an address that its source calls generic erases nobody else, also if only one person holds it', async () => {
  const generic = { emails: [{ email: mailbox, status: 'verified', type: 'generic' }] }
  await bring([zoe(generic)])
  await eraseZoe()
  await bring([zoe(generic)], 'second.example')
  await bring([bert(generic)])
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta'])
  await noTrace()
})

it('ERASE-5: when the last of several leaves, the mailbox is still that of several', async () => {
  await bring([zoe(), bert()])
  await eraseZoe()
  await erase(db.database, fixtureKeys, [{ contact: await idOf('Bert Beta') }])
  await bring([zoe(), bert(), person('Cleo Gamma')])
  expect((await shown()).map(({ name }) => name)).toEqual(['Cleo Gamma'])
})

it.each<[string, ImportedContact[], string?]>([
  ['as before', [zoe({ source_id: '1', linkedin_url: 'https://linkedin.com/in/zz' })]],
  ['with an id of the source, and another name', [person('Zoe Zephyrova', { source_id: '1' })]],
  ['with the profile, and another name', [person('Zoe Zephyrova', { linkedin_url: 'https://linkedin.com/in/zz' })]],
  ['with the name, another id and another address', [zoe({ source_id: '9', emails: [{ email: 'z@new.example' }] })]],
  ['at another store, with the mailbox', [zoe({ source_id: '9' })], 'other.example'],
  ['at another store, with her own address', [person('Z', { emails: [{ email: 'zz@own.example' }] })], 'other.example'],
])('ERASE-5: the erased person does not come back: %s', async (_, contacts, domain) => {
  const own = [...zoe().emails!, { email: 'zz@own.example', status: 'verified' }]
  await bring([zoe({ source_id: '1', linkedin_url: 'https://linkedin.com/in/zz', emails: own }), bert()])
  await eraseZoe()
  await bring(contacts, domain)
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta'])
  await noTrace()
})

it('ERASE-5: lines that say little of an erased person take nothing away of what keeps them out', async () => {
  await bring([zoe({ source_id: '1', linkedin_url: 'https://linkedin.com/in/zz' }), bert()])
  await eraseZoe()
  await bring([{ source_id: '1', title: 'No name, no address', emails: [], linkedin_url: null }])
  await bring([zoe({ source_id: '8', emails: [{ email: 'z@new.example', status: 'verified' }] })])
  await bring([zoe({ source_id: '9' })], 'other.example')
  await bring([{ linkedin_url: 'https://linkedin.com/in/zz', first_name: 'Zephyra' }])
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta'])
  await noTrace()
})

it('ERASE-5: the same name with one of the addresses is the same person at every store, and leaves at once', async () => {
  await bring([zoe(), bert()])
  await bring([zoe(), person('Cleo Gamma')], 'second.example')
  await bring([zoe({ emails: [{ email: 'another@zoe.example', status: 'verified' }] })], 'third.example')
  expect((await eraseZoe()).contactIds).toHaveLength(2)
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta', 'Cleo Gamma', 'Zoe Zephyr'])
})

it('ERASE-6: when an import shows that somebody who is held was erased, accounts are told and indexes built again, once', async () => {
  await bring([zoe({ emails: [{ email: 'zz@own.example', status: 'verified' }] })])
  await bring([bert(), person('Zed', { source_id: '7', emails: [] })], 'second.example')
  const zed = await idOf('Zed', 'second.example')
  await eraseZoe()
  await db.database.query(sql`DELETE FROM contact_notices`)
  const erasures = async () => (await readCatalogueState(db.database)).erasures
  const before = await erasures()
  const learned = (title: string) => [person('Zed', { source_id: '7', title, emails: [{ email: 'zz@own.example' }] })]
  await bring(learned('Zed, who is Zephyr'), 'second.example')
  expect(await toldErased()).toEqual([{ id: zed }])
  expect(await erasures()).toBe(before + 1)
  expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta'])
  // Neither for whom the catalogue never showed nor for whom it had erased.
  await bring(learned('Another title'), 'second.example')
  await bring(learned('Another store'), 'third.example')
  expect(await toldErased()).toHaveLength(1)
  expect(await erasures()).toBe(before + 1)
  await noTrace()
})

it('ERASE-6: so it is when somebody who is held turns out to be on a deletion list', async () => {
  const listed = keyPublished(fixtureKeys, 'email', publishedHash('email', 'mia@own.example'))
  await addListed(db.database, 'email', [listed])
  const mia = (title: string, emails: ImportedContact['emails'] = []) => [person('Mia Held', { title, emails })]
  await bring(mia('Not yet'))
  const contact = await idOf('Mia Held')
  const { erasures } = await readCatalogueState(db.database)
  const own = [{ email: 'mia@own.example', status: 'verified' }]
  await bring(mia('Listed', own))
  await bring(mia('Listed as before', own))
  await bring(mia('At another store', own), 'second.example')
  expect(await shown()).toEqual([])
  expect(await toldErased()).toEqual([{ id: contact }])
  expect(await readCatalogueState(db.database)).toMatchObject({ erasures: erasures + 1 })
  await removeListed(db.database, 'email', [listed])
})

it('ERASE-5: marks of an earlier release on mailboxes of others are taken away', async () => {
  await bring([zoe(), bert()])
  await bring([person('Ada Alone', { emails: [{ email: 'ada@own.example', status: 'verified' }] })])
  await eraseZoe()
  await erase(db.database, fixtureKeys, [{ email: 'ada@own.example' }])
  await db.database.query(sql`
    INSERT INTO suppressions (kind, target, shown, erased)
    SELECT DISTINCT 'email', unnest(email_hashes), 'erased', true FROM contacts ON CONFLICT DO NOTHING`)
  const text = await readFile(new URL('../../migrations/0500_people_of_one_address.sql', import.meta.url), 'utf8')
  await db.owner.query(rawSql(text.slice(text.indexOf('DELETE FROM'))))
  await bring([bert({ title: 'Buyer' }), person('Ada Again', { emails: [{ email: 'ada@own.example' }] })])
  expect(await shown()).toEqual([{ name: 'Bert Beta', title: 'Buyer' }])
})

it.each(['shared.example', 'second.example'])(
  'SUPPRESS-1, SUPPRESS-3: a contact that was named at %s is hidden at every store by an address and the name; colleagues are not',
  async (domain) => {
    await bring([zoe({ source_id: '1' }), bert({ source_id: '2' })])
    await bring([zoe()], 'second.example')
    const target = { contact: await idOf('Zoe Zephyr', domain) }
    expect(await suppress(db.database, fixtureKeys, target)).toMatchObject({ contacts: 2, contactsChanged: 2 })
    // The source forgets the address, and the person comes with it to another store.
    await bring([zoe({ source_id: '1', emails: [{ email: 'z@new.example' }] }), bert({ source_id: '2' })])
    await bring([zoe(), bert()], 'third.example')
    expect((await shown()).map(({ name }) => name)).toEqual(['Bert Beta', 'Bert Beta'])
    expect(await unsuppress(db.database, fixtureKeys, target)).toMatchObject({ contacts: 3, contactsChanged: 3 })
  },
)
