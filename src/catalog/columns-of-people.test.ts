/** Of every column of a contact it is decided what an erasure leaves in it, and whether a person's copy shows it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { erase } from './erasure.ts'
import { findHeldPeople } from './find-held-people.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

/** `left` of an erased person; `held` of one who asks. Both left out: the row's own, such as its id, dates of the catalogue and keyed hashes. */
const columns: Record<string, { left?: unknown; held?: string }> = {
  contact_id: { held: 'contactId' },
  store_id: {},
  source_id: { left: null },
  first_name: { left: null, held: 'firstName' },
  last_name: { left: null, held: 'lastName' },
  full_name: { left: null, held: 'fullName' },
  title: { left: null, held: 'title' },
  role: { left: null, held: 'role' },
  seniority: { left: 'other', held: 'seniority' },
  has_email: { left: false },
  has_phone: { left: false },
  has_linkedin: { left: false },
  email_kinds: { left: [] },
  emails_verified_at: { left: [] },
  channels: { left: null, held: 'emails' },
  channels_key_id: { left: null },
  linkedin_hash: {},
  email_hashes: {},
  name_hash: {},
  source_hash: {},
  fingerprint: {},
  import_run: {},
  added_run: {},
  seen_run: {},
  seen_at: {},
  added_at: { held: 'addedAt' },
  updated_at: { held: 'updatedAt' },
  collected_at: { held: 'collectedAt' },
  notified_at: {},
  suppressed: { held: 'suppressed' },
  withheld: {},
  retired_at: { held: 'retired' },
  erased_at: {},
}

it('ERASE-1, PRIVACY-5: an erasure clears every column that holds something of a person, and a copy shows it', async () => {
  const inTable = await db.database.query<{ name: string }>(
    sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'contacts' ORDER BY column_name`,
  )
  expect(inTable.map(({ name }) => name)).toEqual(Object.keys(columns).sort())
  const email = 'zebulon@shop.example'
  const person = {
    ...{ source_id: '7', first_name: 'Zebulon', last_name: 'Quartz', title: 'Chief Buyer', role: 'buying' },
    ...{ seniority: 'executive', collected_at: '2026-01-02', linkedin_url: 'https://linkedin.com/in/zebulon' },
    emails: [{ email, status: 'verified', verified_at: '2026-01-02' }],
    phones: [{ phone: '+49 30 1234567' }],
  }
  await importStores(db.database, [{ domain: 'shop.example', contacts: [person] }])
  const [held] = await findHeldPeople(db.database, fixtureKeys, fixtureKeys.hash('email', email))
  const shown = Object.values(columns).flatMap((column) => column.held ?? [])
  expect(shown.filter((name) => [undefined, null].includes(held![name as keyof typeof held]))).toEqual([])

  await erase(db.database, fixtureKeys, [{ email }])
  const [row] = await db.database.query<Record<string, unknown>>(sql`SELECT * FROM contacts`)
  const cleared = Object.entries(columns).filter(([, column]) => 'left' in column)
  expect(cleared.map(([name]) => [name, row![name]])).toEqual(cleared.map(([name, { left }]) => [name, left]))
})
