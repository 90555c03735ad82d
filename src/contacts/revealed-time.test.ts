import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/support/app.ts'
import { sql } from '../base/sql.ts'
import { importCatalogue } from '../catalog/import/import-catalogue.ts'
import { readRecords } from '../catalog/import/read-lines.ts'
import { setSource } from '../catalog/imports.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.stop())

it('IMPORT-19, PRIVACY-13: a revealed contact tells its source, when it last changed, and when each email was verified', async () => {
  const emails = [
    { email: 'ada@shop.example', status: 'verified', verified_at: '2026-02-18' },
    { email: 'ada@home.example', status: 'found' },
  ]
  const line = { domain: 'shop.example', contacts: [{ source_id: '1', full_name: 'Ada Lovelace', emails }] }
  const bring = (sourceName: string, day: string, title: string) =>
    importCatalogue(test.store.database, {
      channelKeys: test.app.channelKeys,
      sourceName,
      source: readRecords([{ ...line, observed_at: day, contacts: [{ ...line.contacts[0], title }] }]),
    })
  await bring('crawl', '2026-03-01', 'Founder')
  await bring('partner', '2026-03-05', 'CEO')
  await bring('crawl', '2026-03-07', 'CEO')
  const legalBasis = 'Art. 6(1)(f) GDPR'
  await setSource(test.store.database, test.app.clock, 'partner', { legalBasis })
  const [row] = await test.store.database.query<{ contact_id: string }>(sql`SELECT contact_id FROM contacts`)
  const { apiKey } = await test.createAccount({ credits: 5 })
  const { status, body } = await test.reveal(apiKey, [row!.contact_id])
  expect(status).toBe(200)
  const [contact] = body.data
  expect(contact).toMatchObject({
    source: 'partner',
    legal_basis: legalBasis,
    updated_at: '2026-03-05T00:00:00.000Z',
  })
  expect(contact.emails.map((email: { verified_at: string | null }) => email.verified_at)).toEqual([
    '2026-02-18T00:00:00.000Z',
    null,
  ])
  const [store] = await test.store.database.query(sql`
    SELECT to_char(first_seen_at, 'DD') AS first, to_char(updated_at, 'DD') AS updated, to_char(observed_at, 'DD') AS observed FROM stores`)
  expect(store).toEqual({ first: '01', updated: '01', observed: '07' })
})
