import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores, importText, liveContactIds } from '../catalogue-fixture.ts'
import type { ImportedContact, ImportedStore } from '../import-record.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts CASCADE`))

const jane: ImportedContact = {
  source_id: '7',
  first_name: 'Jane Doe',
  last_name: 'Doe',
  full_name: 'Jane Doe',
  title: 'Owner at Doe',
  role: 'owner',
  seniority: 'executive',
  linkedin_url: 'https://linkedin.com/in/jane',
  emails: [{ email: 'jane@shop.example', status: 'verified', type: 'work', is_primary: true }],
  phones: [{ phone: '+1 415 555 0100', type: 'direct', is_primary: true }],
}
const whole: ImportedStore = {
  domain: 'shop.example',
  name: 'Shop',
  category: 'tea',
  country: 'DE',
  traffic_tier: '10k_50k',
  revenue_tier: '50k_250k',
  shopify_plus: true,
  lead_fit_score: 70,
  apps: ['Klaviyo'],
  pixels: ['Meta'],
  theme: { name: 'Dawn', type: 'free' },
  ads_active: true,
  contacts: [jane],
}

const storeRow = async () =>
  (
    await db.database.query(sql`
      SELECT name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels, theme_name,
        theme_type, ads_active, retired_at IS NOT NULL AS retired FROM stores WHERE domain = 'shop.example'`)
  )[0] as Record<string, unknown>

async function janeRow() {
  const [row] = await db.database.query<{ contact_id: string; channels_key_id: string; channels: Buffer }>(sql`
    SELECT contact_id, first_name, last_name, full_name, title, role, seniority, has_email, has_phone, has_linkedin,
      encode(source_hash, 'hex') AS source, cardinality(email_hashes) AS hashes, contacts.retired_at IS NOT NULL AS retired,
      channels, channels_key_id FROM contacts JOIN stores USING (store_id) WHERE domain = 'shop.example'`)
  const { channels, channels_key_id, ...shown } = row!
  return { ...shown, sealed: channels && fixtureKeys.open(shown.contact_id, channels_key_id, channels) } as Record<
    string,
    unknown
  >
}

describe('IMPORT-11: absent is not empty', () => {
  beforeEach(() => importStores(db.database, [whole]))

  test('a line with one field changes that field and nothing else', async () => {
    const [store, person] = [await storeRow(), await janeRow()]
    const result = await importStores(db.database, [{ domain: 'shop.example', lead_fit_score: 71 }])
    expect(result).toMatchObject({ counts: { changed: 1 }, contacts: { changed: 0, retired: 0 } })
    expect(await storeRow()).toEqual({ ...store, lead_fit_score: 71 })
    expect(await janeRow()).toEqual(person)
    await importStores(db.database, [{ domain: 'shop.example', theme: { type: 'paid' } }])
    expect(await storeRow()).toEqual({ ...store, lead_fit_score: 71, theme_type: 'paid' })
  })

  test.each([
    ['name', null, { name: 'shop.example' }],
    ['category', '', { category: null }],
    ['country', null, { country: null }],
    ['traffic_tier', null, { traffic_tier: null }],
    ['revenue_tier', '', { revenue_tier: null }],
    ['shopify_plus', null, { shopify_plus: false }],
    ['lead_fit_score', '', { lead_fit_score: null }],
    ['apps', [], { apps: [] }],
    ['apps', '', { apps: [] }],
    ['pixels', null, { pixels: [] }],
    ['theme', null, { theme_name: null, theme_type: null }],
    ['ads_active', '', { ads_active: false }],
    ['contacts', [], {}],
    ['contacts', null, {}],
    ['traffic_tier', 'huge', {}],
    ['country', 'Germany', {}],
    ['country', 'uk', { country: 'GB' }],
    ['country', 'EL', { country: 'GR' }],
    ['lead_fit_score', 400, {}],
  ])('of a store: %s = %j', async (name, value, change) => {
    const [store, person] = [await storeRow(), await janeRow()]
    await importText(db.database, [JSON.stringify({ domain: 'shop.example', [name]: value })])
    expect(await storeRow()).toEqual({ ...store, ...change })
    expect(await janeRow()).toEqual(person)
  })

  const nothing = { first_name: null, last_name: null, full_name: null }
  test.each([
    ['title', 'CEO', { title: 'CEO', sealed: expect.objectContaining({ in_full: { first_name: 'Jane Doe' } }) }],
    ['title', null, { title: null, sealed: expect.objectContaining({ in_full: { first_name: 'Jane Doe' } }) }],
    ['role', null, { role: null }],
    ['seniority', null, { seniority: 'other' }],
    ['last_name', 'Roe', { last_name: 'Roe', full_name: 'Jane Doe Roe' }],
    ['phones', [], { has_phone: false, sealed: expect.objectContaining({ phones: [] }) }],
    ['emails', [], { has_email: false, hashes: 0, sealed: expect.objectContaining({ emails: [] }) }],
    ['linkedin_url', null, { has_linkedin: false, sealed: expect.objectContaining({ linkedin_url: null }) }],
    ['full_name', null, nothing],
  ])('of a contact: %s = %j', async (name, value, change) => {
    const before = await janeRow()
    await importText(db.database, [
      JSON.stringify({ domain: 'shop.example', contacts: [{ source_id: '7', [name]: value }] }),
    ])
    const after = await janeRow()
    const kept = Object.keys(before).filter(
      (key) => !(key in change) && !['sealed', 'first_name', 'title'].includes(key),
    )
    for (const key of kept) expect([key, after[key]]).toEqual([key, before[key]])
    expect(after).toMatchObject(change)
  })

  test('a person who is found by an email keeps the source’s id and every other channel', async () => {
    const before = await janeRow()
    const person = { emails: jane.emails, title: 'CEO' }
    expect(await importStores(db.database, [{ domain: 'shop.example', contacts: [person] }])).toMatchObject({
      contacts: { new: 0, changed: 1 },
    })
    const after = await janeRow()
    expect(after).toMatchObject({ contact_id: before.contact_id, source: before.source, title: 'CEO', has_phone: true })
    expect(after.sealed).toMatchObject({ phones: jane.phones, linkedin_url: jane.linkedin_url })
  })

  test('the same part of a line again is no change, also after another part came in between', async () => {
    const part = { domain: 'shop.example', country: 'FR' }
    const other = { domain: 'shop.example', contacts: [{ source_id: '7', title: 'CEO' }] }
    await importStores(db.database, [part])
    await importStores(db.database, [other])
    const [store, person] = [await storeRow(), await janeRow()]
    for (const line of [part, other, part]) {
      const again = await importStores(db.database, [line])
      expect(again).toMatchObject({ counts: { changed: 0, unchanged: 1 }, contacts: { changed: 0 } })
    }
    expect([await storeRow(), await janeRow()]).toEqual([store, person])
  })

  test('with --replace: a line without contacts leaves the people alone, one with a list retires the others', async () => {
    const before = await janeRow()
    const replace = (line: ImportedStore) => importStores(db.database, [line], { replace: true })
    expect(await replace({ domain: 'shop.example' })).toMatchObject({ contacts: { retired: 0 } })
    expect(await janeRow()).toEqual(before)
    expect(await replace({ domain: 'shop.example', contacts: [] })).toMatchObject({ contacts: { retired: 1 } })
    expect(await janeRow()).toEqual({ ...before, retired: true })
  })
})

describe('IMPORT-15: "retired": true', () => {
  beforeEach(() =>
    importStores(db.database, [whole, { domain: 'other.example', contacts: [{ full_name: 'Ann Bee' }] }]),
  )

  test('retires a store with its people; the next line of it brings the store back', async () => {
    const result = await importStores(db.database, [{ domain: 'https://shop.example/', retired: true, name: 'Gone' }])
    expect(result).toMatchObject({ stores: 1, counts: { retired: 1, changed: 0 }, contacts: { retired: 1 } })
    expect(await storeRow()).toMatchObject({ retired: true, name: 'Shop' })
    expect(Object.keys(await liveContactIds(db.database))).toEqual(['Ann Bee'])
    expect(await importStores(db.database, [whole])).toMatchObject({ counts: { changed: 1 }, contacts: { changed: 1 } })
    expect(Object.keys(await liveContactIds(db.database)).sort()).toEqual(['Ann Bee', 'Jane Doe'])
  })

  test.each<[string, ImportedContact, number]>([
    ['a source id', { source_id: '7' }, 1],
    ['a profile', { linkedin_url: 'linkedin.com/in/JANE/' }, 1],
    ['an email', { email: 'Jane@Shop.example' }, 1],
    ['one of emails', { emails: [{ email: 'jane@shop.example' }] }, 1],
    ['a name alone, which is not enough', { full_name: 'Jane Doe' }, 0],
    ['somebody else', { source_id: '8' }, 0],
  ])('retires the person named by %s', async (_by, person, retired) => {
    const line = { domain: 'shop.example', contacts: [{ ...person, retired: true }] }
    expect(await importStores(db.database, [line])).toMatchObject({ contacts: { new: 0, changed: 0, retired } })
    expect(await janeRow()).toMatchObject({ retired: retired === 1 })
  })

  test('within one file the order of the lines counts', async () => {
    const gone = { domain: 'shop.example', retired: true }
    await importStores(db.database, [whole, gone])
    expect(await storeRow()).toMatchObject({ retired: true })
    await importStores(db.database, [gone, whole])
    expect(await storeRow()).toMatchObject({ retired: false })
    expect(await janeRow()).toMatchObject({ retired: false })
  })
})

test('IMPORT-12: without first and last name both are taken from the full name', async () => {
  const names: [string, string | null, string | null][] = [
    ['Jane Doe', 'Jane', 'Doe'],
    ['Doe, Jane', 'Jane', 'Doe'],
    ['Ludwig van Beethoven', 'Ludwig', 'van Beethoven'],
    ['Dr. Ana Maria de la Cruz', 'Ana Maria', 'de la Cruz'],
    ['John Smith Jr.', 'John', 'Smith Jr.'],
    ['Cher', 'Cher', null],
    ['王小明', '小明', '王'],
  ]
  const contacts = names.map(([full_name]) => ({ full_name }))
  await importStores(db.database, [{ domain: 'shop.example', contacts }])
  const rows = await db.database.query<{ full_name: string; last_name: string | null; first_name: string | null }>(
    sql`SELECT full_name, first_name, last_name FROM contacts`,
  )
  for (const [full_name, , last_name] of names)
    expect(rows.find((row) => row.full_name === full_name)).toMatchObject({ last_name })
  expect(rows.find((row) => row.full_name === 'Jane Doe')?.first_name).toBe('Jane')
  // Parts that somebody stated are better than those that were guessed.
  await importStores(db.database, [
    { domain: 'shop.example', contacts: [{ full_name: 'Mary Ann Lee', first_name: 'Mary Ann', last_name: 'Lee' }] },
  ])
  await importStores(db.database, [{ domain: 'shop.example', contacts: [{ full_name: 'Mary Ann LEE', title: 'CEO' }] }])
  const [mary] = await db.database.query(sql`SELECT first_name, last_name, title FROM contacts WHERE title = 'CEO'`)
  expect(mary).toEqual({ first_name: 'Mary Ann', last_name: 'Lee', title: 'CEO' })
})

test('IMPORT-16: each store and person counts once, by what became of it in the end', async () => {
  const store = (n: number, fields = {}): ImportedStore => ({ domain: `s${n}.example`, ...fields })
  await importStores(db.database, [store(1), store(2), store(3, { contacts: [jane] })])
  const result = await importStores(db.database, [
    store(1),
    ...Array.from({ length: 1_100 }, (_, at) => store(at + 10)),
    store(1, { name: 'One' }),
    store(2),
    store(10, { name: 'Ten' }),
    store(3, { contacts: [{ ...jane, title: 'CEO' }, { full_name: 'New Person' }] }),
  ])
  expect(result).toMatchObject({
    lines: 1_105,
    stores: 1_103,
    counts: { new: 1_100, changed: 1, unchanged: 2, retired: 0 },
    contacts: { new: 1, changed: 1, unchanged: 0, retired: 0 },
  })
})
