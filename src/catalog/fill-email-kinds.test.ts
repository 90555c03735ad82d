import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { readCatalogueState } from './catalogue-state.ts'
import { fillEmailKinds } from './fill-email-kinds.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const rows = () =>
  db.database.query(sql`
    SELECT email_kinds AS kinds, emails_verified_at AS verified FROM contacts WHERE has_email ORDER BY first_name`)

it('PREVIEW-4: emails that an earlier release imported get their status, type and age, and indexes hear of it', async () => {
  const verified_at = '2026-02-20T00:00:00.000Z'
  const emails = [
    { email: 'guess@shop.example', status: 'guessed' },
    { email: 'info@shop.example', status: 'found', type: 'generic' },
    { email: 'ann@shop.example', status: 'verified', type: 'work', verified_at },
  ]
  await importStores(db.database, [{ domain: 'shop.example', contacts: [{ first_name: 'Ann', emails }] }])
  const before = await rows()
  expect(before).toEqual([{ kinds: ['found generic', 'verified work'], verified: [null, new Date(verified_at)] }])
  await db.database.query(sql`UPDATE contacts SET email_kinds = NULL, emails_verified_at = NULL`)
  const { version } = await readCatalogueState(db.database)
  expect(await fillEmailKinds(db.database, fixtureKeys)).toBe(1)
  expect(await rows()).toEqual(before)
  expect((await readCatalogueState(db.database)).version).toBe(version + 1)
  const changed = await db.database.query(sql`SELECT FROM catalogue_changes WHERE version = ${version + 1}`)
  expect(changed).toHaveLength(1)
  expect(await fillEmailKinds(db.database, fixtureKeys)).toBe(0)
  expect((await readCatalogueState(db.database)).version).toBe(version + 1)
})
