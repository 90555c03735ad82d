import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { demoCatalogue } from '../../demo/catalogue.ts'
import { fixtureKeys, importStores, importText, liveContactIds, readWholeCatalogue } from '../catalogue-fixture.ts'
import type { ImportedStore } from '../import-record.ts'
import { toPerson } from './person.ts'
import { readStore } from './read-store.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(() => db.owner.query(sql`TRUNCATE stores, contacts CASCADE`))

const person = (name: string) => ({ full_name: name, emails: [{ email: `${name}@x.example`, status: 'verified' }] })
const store = (domain: string, ...names: string[]): ImportedStore => ({ domain, contacts: names.map(person) })
const lines = (...stores: unknown[]) => stores.map((line) => `${JSON.stringify(line)}\n`).join('')
const readVersion = async () =>
  (await db.database.query<{ version: number }>(sql`SELECT version FROM catalogue_state`))[0]!.version

describe('every field of a line lands where it belongs', () => {
  test('in its normalised form', async () => {
    await importText(db.database, [
      lines({
        domain: 'https://WWW.Shop.example/x',
        name: '  Tea\t&  Co\u0000 ',
        category: 'Health & Beauty',
        country: 'us',
        traffic_tier: '10K-50K',
        monthly_revenue_estimate: 249_999.99,
        shopify_plus: true,
        lead_fit_score: 71.5,
        apps: ['Klaviyo', 'klaviyo', 'back\\slash "quoted", {brace}', ' ', null],
        pixels: ['Meta Pixel'],
        theme: { name: 'Dawn', type: 'Free' },
        ads_active: true,
      }),
    ])
    const [row] = await db.database.query(sql`
      SELECT domain, name, category, country, traffic_tier, revenue_tier, shopify_plus, lead_fit_score, apps, pixels,
        theme_name, theme_type, ads_active FROM stores`)
    expect(row).toEqual({
      domain: 'shop.example',
      name: 'Tea & Co',
      category: 'health_beauty',
      country: 'US',
      traffic_tier: '10k_50k',
      revenue_tier: '50k_250k',
      shopify_plus: true,
      lead_fit_score: 71.5,
      apps: ['Klaviyo', 'back\\slash "quoted", {brace}'],
      pixels: ['Meta Pixel'],
      theme_name: 'Dawn',
      theme_type: 'free',
      ads_active: true,
    })
  })

  test('IMPORT-3, STORE-2: a missing name is the domain, a missing tier stays missing, an unknown value counts as a warning', async () => {
    const result = await importText(db.database, [
      lines({
        domain: 'shop.example',
        traffic_tier: 'huge',
        revenue_tier: 'some',
        country: 'Germany',
        lead_fit_score: 400,
        contacts: [
          { full_name: 'A', seniority: 'wizard' },
          { full_name: 'B', seniority: 'Decision Maker' },
        ],
      }),
    ])
    expect(result).toMatchObject({ stores: 1, contacts: { new: 2 }, rejected: 0, warnings: 5 })
    expect(result.warningsByReason['contacts.seniority: unknown value, read as other']).toBe(1)
    const [row] = await db.database.query(
      sql`SELECT name, traffic_tier, revenue_tier, country, lead_fit_score FROM stores`,
    )
    expect(row).toEqual({
      name: 'shop.example',
      traffic_tier: null,
      revenue_tier: null,
      country: null,
      lead_fit_score: null,
    })
    const people = await db.database.query(sql`SELECT full_name, seniority FROM contacts ORDER BY full_name`)
    expect(people).toEqual([
      { full_name: 'A', seniority: 'other' },
      { full_name: 'B', seniority: 'decision_maker' },
    ])
  })

  test('C15: a channel that a source wrote into a text is not taken in, and counted as a warning', async () => {
    const phone = '+1 415 555 0100'
    const result = await importStores(db.database, [
      {
        domain: 'shop.example',
        name: `Shop jane@shop.example ${phone}`,
        category: 'jane@shop.example',
        apps: ['Klaviyo', `Chat ${phone}`],
        pixels: ['Meta', 'lnkd.in/jane'],
        theme: { name: 'Dawn (jane [at] shop.example)', type: '555-0100' },
        contacts: [
          { source_id: '1', first_name: 'Jane', title: `Owner, call ${phone}`, phones: [{ phone }] },
          { source_id: '2', first_name: phone, last_name: phone, role: 'ceo jane@shop.example' },
          { source_id: '3', full_name: 'john@shop.example', title: 'see linkedin.com/in/john' },
        ],
      },
    ])
    const [store] = await db.database.query(
      sql`SELECT name, category, apps, pixels, theme_name, theme_type FROM stores`,
    )
    expect(store).toEqual({
      name: 'shop.example',
      category: null,
      apps: ['Klaviyo'],
      pixels: ['Meta'],
      theme_name: null,
      theme_type: null,
    })
    const people = await db.database.query(
      sql`SELECT first_name, last_name, full_name, title, role FROM contacts ORDER BY ctid`,
    )
    const nothing = { first_name: null, last_name: null, full_name: null, title: null, role: null }
    expect(people).toEqual([{ ...nothing, first_name: 'Jane', full_name: 'Jane' }, nothing, nothing])
    expect(result).toMatchObject({ rejected: 0, warnings: 12 })
    expect(result.warningsByReason).toMatchObject({
      'contacts.title: holds a channel, dropped': 2,
      'apps: holds a channel, dropped': 1,
    })
  })

  test('IMPORT-33: a phone number that a spreadsheet rounded is left out; of unknown statuses the word is named', async () => {
    const { warningsByReason } = await importStores(db.database, [
      {
        domain: 'rounded.example',
        contacts: [
          {
            full_name: 'Ann Bee',
            emails: [{ email: 'ann@rounded.example', status: 'Gültig' }],
            phones: [{ phone: '4,91512E+11' }, { phone: '4.9E11' }, { phone: '+49 151 2345678' }],
          },
        ],
      },
    ])
    expect(warningsByReason).toEqual({
      'contacts.emails.status: unknown word “gültig”, read as unknown: the email can’t be revealed': 1,
      'contacts.phones.phone: a number that a spreadsheet has rounded, left out': 2,
    })
  })

  test('C16: a last name stands only where it is masked, also when two entries of one person have to be read together', async () => {
    await importStores(db.database, [
      {
        domain: 'shop.example',
        contacts: [
          { source_id: '1', first_name: 'Jane Doe', title: 'Owner' },
          { source_id: '2', first_name: 'Doe, John', last_name: 'Doe' },
          { source_id: '3', full_name: 'Max Mustermann', title: 'Max Mustermann - CEO' },
          { source_id: '4', first_name: 'Ann Roe', title: 'Team Roe' },
          { source_id: '4', last_name: 'Roe' },
        ],
      },
    ])
    const people = await db.database.query(
      sql`SELECT first_name, last_name, full_name, title, channels IS NOT NULL AS sealed FROM contacts ORDER BY ctid`,
    )
    expect(people).toEqual([
      { first_name: 'Jane', last_name: null, full_name: 'Jane Doe', title: 'Owner', sealed: true },
      { first_name: 'John', last_name: 'Doe', full_name: 'John Doe', title: null, sealed: true },
      { first_name: 'Max', last_name: 'Mustermann', full_name: 'Max Mustermann', title: 'Max - CEO', sealed: true },
      { first_name: 'Ann', last_name: 'Roe', full_name: 'Ann Roe', title: 'Team', sealed: true },
    ])
  })

  test('C15, C16: of the demo catalogue everything is shown as it came', () => {
    let unlike: unknown[] = []
    const compare = (came: unknown, shown: unknown) => {
      if (JSON.stringify(came ?? null) !== JSON.stringify(shown)) unlike = [...unlike, [came, shown]]
    }
    for (const store of demoCatalogue({ stores: 3_000, seed: 1 })) {
      const record = readStore(store, (field, reason) => unlike.push([field, reason]), {
        now: Date.now(),
        observedAt: 0,
      })
      compare(store.name ?? store.domain, record.fields.name)
      compare(store.apps, record.fields.apps)
      compare(store.pixels, record.fields.pixels)
      compare(store.theme?.name, record.fields.theme_name)
      for (const [at, contact] of (store.contacts ?? []).entries()) {
        const { record: shown } = toPerson(record.contacts![at]!, fixtureKeys)
        // Without a last name, `Zhi Hao` could be one of each.
        const isUnclear = !contact.last_name && contact.first_name!.includes(' ')
        compare(contact.title, shown.title)
        if (!isUnclear) compare([contact.first_name, contact.full_name], [shown.first_name, shown.full_name])
      }
    }
    expect(unlike).toEqual([])
  })
})

describe('C4: a bad line never stops a good one', () => {
  test('IMPORT-2, IMPORT-3: each bad line is counted and reported with its number and reason', async () => {
    const long = `{"domain": "x", "filler": "${'y'.repeat(300)}"}`
    const result = await importText(db.database, [
      '\ufeff{"domain":"first.example"}\r\n',
      'not json\n\n   \n[1]\n"text"\nnull\n{"name":"no domain"}\n{"domain":"localhost"}\n{"domain":17}\n',
      '{"domain":"a.example","contacts":{}}\n{"domain":"a.example","contacts":[{},{"emails":"x"}]}\n',
      '{"domain":"a.example","apps":[1]}\n{"domain":"a.example","shopify_plus":"maybe"}\n{"domain":"raw\0nul.example"}\n',
      Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]),
      `${long}\n`,
      '{"domain":"last.example"}',
    ])
    expect(result).toMatchObject({ lines: 16, stores: 2, rejected: 14 })
    expect(result.rejects.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'the line is not valid JSON'],
      [5, 'the line is not an object'],
      [6, 'the line is not an object'],
      [7, 'the line is not an object'],
      [8, 'domain is missing'],
      [9, 'domain is not a domain name'],
      [10, 'domain is not a domain name'],
      [11, 'contacts is not a list'],
      [12, 'contacts[1]: emails is not a list'],
      [13, 'apps holds something that is not text'],
      [14, 'shopify_plus is neither true nor false'],
      [15, 'the line is not valid JSON'],
      [16, 'the line is not valid UTF-8'],
      [17, 'domain is not a domain name'],
    ])
    expect(result.rejects.at(-1)?.text).toBe(long.slice(0, 200))
    const domains = await db.database.query(sql`SELECT domain FROM stores ORDER BY domain`)
    expect(domains).toEqual([{ domain: 'first.example' }, { domain: 'last.example' }])
  })

  test('IMPORT-9: NUL bytes and halves of surrogate pairs are taken out of text', async () => {
    const line = String.raw`{"domain":"shop.example","name":"A\u0000B\ud800C","contacts":[{"full_name":"J\udfff\u0000 D","title":"\ud83d\ude00"}]}`
    const result = await importText(db.database, [line])
    expect(result).toMatchObject({ stores: 1, contacts: { new: 1 }, rejected: 0 })
    const [row] = await db.database.query(sql`SELECT name, full_name, title FROM stores JOIN contacts USING (store_id)`)
    expect(row).toEqual({ name: 'A BC', full_name: 'J D', title: '😀' })
  })
})

describe('IMPORT-4: of two lines with one domain the later wins, field by field', () => {
  test.each([
    ['in one batch', 0],
    ['far apart', 1_500],
  ])('%s; with --replace its list of people is the whole list', async (_where, between) => {
    const others = Array.from({ length: between }, (_, at) => store(`other-${at}.example`))
    const first = { ...store('shop.example', 'Ann', 'Bob'), name: 'First', country: 'DE', apps: ['Klaviyo'] }
    first.contacts![1]!.title = 'Owner'
    const last = { ...store('www.Shop.example', 'Bob', 'Cid'), name: 'Last', country: null }
    const result = await importStores(db.database, [first, ...others, last])
    expect(result).toMatchObject({ lines: between + 2, stores: between + 1, counts: { new: between + 1, changed: 0 } })
    const rows = await db.database.query(sql`SELECT name, country, apps FROM stores WHERE domain = 'shop.example'`)
    expect(rows).toEqual([{ name: 'Last', country: null, apps: ['Klaviyo'] }])
    const titles = await db.database.query(sql`SELECT title FROM contacts WHERE full_name = 'Bob'`)
    expect(titles).toEqual([{ title: 'Owner' }])
    const ids = await liveContactIds(db.database)
    expect(Object.keys(ids).sort()).toEqual(['Ann', 'Bob', 'Cid'])
    await importStores(db.database, [first, ...others, last], { replace: true })
    const left = await liveContactIds(db.database)
    expect(left).toEqual({ Bob: ids.Bob, Cid: ids.Cid })
    // Again, over what is there now: the same people, the same ids.
    const again = await importStores(db.database, [first, ...others, last], { replace: true })
    expect(again).toMatchObject({ stores: between + 1 })
    expect(await liveContactIds(db.database)).toEqual(left)
  })
})

describe('C6: --replace retires what the files no longer hold', () => {
  beforeEach(() => importStores(db.database, [store('one.example', 'Ann', 'Bob'), store('two.example', 'Cid')]))

  test('IMPORT-6: stores and contacts; without it nothing is retired', async () => {
    expect(await importStores(db.database, [store('one.example', 'Ann')])).toMatchObject({
      counts: { retired: 0 },
      contacts: { retired: 0 },
      retirement: 'not_asked',
    })
    expect(Object.keys(await liveContactIds(db.database))).toHaveLength(3)
    const result = await importStores(db.database, [store('one.example', 'Ann')], { replace: true })
    expect(result).toMatchObject({ counts: { retired: 1 }, contacts: { retired: 2 }, retirement: 'done' })
    expect(Object.keys(await liveContactIds(db.database))).toEqual(['Ann'])
    const live = await db.database.query(sql`SELECT domain FROM stores WHERE retired_at IS NULL`)
    expect(live).toEqual([{ domain: 'one.example' }])
  })

  test('NAME-2: what was retired and is seen again comes back with its id', async () => {
    const before = await liveContactIds(db.database)
    await importStores(db.database, [], { replace: true, retireAnyway: true })
    expect(await liveContactIds(db.database)).toEqual({})
    await importStores(db.database, [store('one.example', 'Ann', 'Bob'), store('two.example', 'Cid')])
    expect(await liveContactIds(db.database)).toEqual(before)
  })

  test('a rejected line withholds it, and --retire-anyway does not', async () => {
    const text = [lines(store('one.example', 'Ann')), 'broken\n']
    const version = await readVersion()
    expect(await importText(db.database, text, { replace: true })).toMatchObject({
      rejected: 1,
      counts: { retired: 0 },
      contacts: { retired: 0 },
      retirement: 'rejected_lines',
    })
    expect(await readVersion()).toBe(version + 1)
    const anyway = await importText(db.database, text, { replace: true, retireAnyway: true })
    expect(anyway).toMatchObject({ counts: { retired: 1 }, contacts: { retired: 2 }, retirement: 'done' })
  })
})

describe('C11: what does not change is not written', () => {
  const catalogue = [store('one.example', 'Ann', 'Bob'), store('two.example', 'Cid')]
  /** What says only when stores and their people were seen. */
  const sightings = [
    ...['observed_at', 'observed_before', 'observed_run'],
    ...['people_seen_at', 'people_seen_before', 'people_seen_run'],
  ]
  const physicalRows = () =>
    db.database.query(
      sql`SELECT ctid::text, contact_id AS id FROM contacts
        UNION ALL SELECT (to_jsonb(s) - ${sightings}::text[])::text, store_id FROM stores s ORDER BY 2`,
    )

  test('the same lines again leave every contact where it was, note only that the stores were seen, and still raise the version', async () => {
    await importStores(db.database, catalogue)
    const [before, version] = [await physicalRows(), await readVersion()]
    expect(await importStores(db.database, catalogue, { replace: true })).toMatchObject({
      stores: 2,
      counts: { new: 0, changed: 0, unchanged: 2, retired: 0 },
      contacts: { new: 0, changed: 0, unchanged: 3, retired: 0 },
    })
    expect(await physicalRows()).toEqual(before)
    expect(await readVersion()).toBe(version + 1)
  })

  test('fingerprints that an earlier release made are replaced, and nothing counts as changed', async () => {
    const fingerprints = () =>
      db.database.query(
        sql`SELECT contact_id AS id, encode(fingerprint, 'hex') FROM contacts UNION ALL SELECT store_id, encode(fingerprint, 'hex') FROM stores ORDER BY 1`,
      )
    await importStores(db.database, catalogue)
    const made = await fingerprints()
    for (const earlier of [sql`substr(fingerprint, 1, 16)`, sql`substr(fingerprint, 1, 16) || '\\x02'`]) {
      await db.owner.query(sql`UPDATE contacts SET fingerprint = ${earlier}`)
      await db.owner.query(sql`UPDATE stores SET fingerprint = ${earlier}`)
      expect(await importStores(db.database, catalogue)).toMatchObject({
        counts: { changed: 0, unchanged: 2 },
        contacts: { changed: 0, unchanged: 3 },
      })
      expect(await fingerprints()).toEqual(made)
    }
  })

  test('one changed title changes one contact', async () => {
    await importStores(db.database, catalogue)
    const before = await readWholeCatalogue(db.database)
    const changed = structuredClone(catalogue)
    changed[0]!.contacts![1]!.title = 'Chief Tea Officer'
    await importStores(db.database, changed)
    const after = await readWholeCatalogue(db.database)
    const unseen = (stores: unknown[]) =>
      stores.map((one) => Object.entries(one as object).filter(([name]) => !sightings.includes(name)))
    expect(unseen(after.stores)).toEqual(unseen(before.stores))
    expect(
      after.contacts.filter((contact, at) => JSON.stringify(contact) !== JSON.stringify(before.contacts[at])),
    ).toHaveLength(1)
  })
})
