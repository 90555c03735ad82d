import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { sql } from '../../base/sql.ts'
import { fixtureKeys, importStores, importText } from '../catalogue-fixture.ts'
import { discardChanges, listHeldChanges, releaseChanges } from '../held-changes.ts'
import type { ImportedStore } from '../import-record.ts'
import { ingestLines, openIngestion } from './ingest-lines.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.owner.query(sql`TRUNCATE stores, contacts, store_changes, imports CASCADE`)
  await importStores(db.database, [{ domain: 'baseline.example' }])
})

const on = (day: number) => `2026-03-${String(day).padStart(2, '0')}`
const see = (day: number, fields: Partial<ImportedStore> = {}) =>
  importStores(db.database, [{ domain: 'shop.example', observed_at: on(day), ...fields }])

const changes = async (state = 'recorded') => {
  const rows = await db.database.query<{ line: string }>(sql`
    SELECT concat_ws(' ', to_char(c.observed_at, 'DD'), type, nullif(value, ''), old_value, new_value) AS line
    FROM store_changes c JOIN stores USING (store_id)
    WHERE state = ${state} AND domain = 'shop.example' ORDER BY c.observed_at, type, value`)
  return rows.map(({ line }) => line)
}

test('CHANGE-2: a new store is store_added and nothing else, in however many lines it comes', async () => {
  await see(1, { apps: ['A'], traffic_tier: '10k_50k', shopify_plus: true })
  await see(1, { apps: ['B'], traffic_tier: '1m_5m', contacts: [{ full_name: 'Ann Bee' }] })
  expect(await changes()).toEqual(['01 store_added'])
  await see(2, { retired: true })
  await see(3, { apps: ['B'] })
  expect(await changes()).toEqual(['01 store_added'])
})

/** One line of ingestion; says what became of it. */
async function ingest(day: number, apps: object, { domain = 'shop.example', input = 'a test' } = {}): Promise<string> {
  const ingestion = await openIngestion(db.database, fixtureKeys, { source: 'crawler', input })
  const text = JSON.stringify({ domain, observed_at: on(day), apps })
  const nothing = { begin: async () => 0, end: async () => {} }
  const [verdict] = await ingestLines(ingestion, [{ line: 1, input: 'a test', text }], nothing)
  await ingestion.close()
  return verdict!.result
}

test('INGEST-2, CHANGE-2: an observation of a list that nobody has stated is not the whole list, and what it says first is no change', async () => {
  const shown = async () =>
    (await db.database.query<{ apps: string[] }>(sql`SELECT apps FROM stores WHERE domain = 'shop.example'`))[0]!.apps
  await see(1)
  expect(await ingest(2, { present: ['Klaviyo'], absent: ['Loox'] })).toBe('changed')
  expect(await shown()).toEqual(['Klaviyo'])
  // Nobody has said anything of Recharge before; of Loox, that it is not there.
  expect(await ingest(3, { present: ['Recharge', 'Loox'] })).toBe('changed')
  expect(await ingest(4, { present: ['Loox'] })).toBe('unchanged')
  expect(await changes()).toEqual(['01 store_added', '03 app_added Loox'])
  expect(await ingest(5, { absent: ['Klaviyo'] })).toBe('changed')
  expect(await ingest(6, { absent: ['Klaviyo'] })).toBe('unchanged')
  expect(await shown()).toEqual(['Recharge', 'Loox'])
  expect((await changes()).slice(2)).toEqual(['06 app_removed Klaviyo'])
  // The whole list for the first time: of Gorgias nothing was known, of Klaviyo that it was gone, of Loox that it was there.
  await see(7, { apps: ['Recharge', 'Gorgias', 'Klaviyo'] })
  expect((await changes()).slice(3)).toEqual(['07 app_added Klaviyo'])
  await see(8, { apps: ['Recharge', 'Gorgias', 'Klaviyo', 'Yotpo'] })
  expect((await changes()).slice(4)).toEqual(['08 app_added Yotpo', '08 app_removed Loox'])
})

test('CHANGE-1, CHANGE-2: every type, and none from unknown to known', async () => {
  await see(1)
  await see(2, { apps: ['A'], pixels: ['P'], theme: { name: 'Dawn' }, traffic_tier: '10k_50k', revenue_tier: '1m_5m' })
  await see(2, { shopify_plus: false, ads_active: true })
  expect(await changes()).toEqual(['01 store_added'])
  await see(4, {
    apps: ['a', 'B'],
    pixels: [],
    theme: { name: 'Prestige', type: 'paid' },
    traffic_tier: '50k_100k',
    revenue_tier: '50k_250k',
    shopify_plus: true,
    ads_active: false,
    contacts: [{ full_name: 'Ann Bee' }, { full_name: 'Cid Dee' }],
  })
  const fourth = [
    '04 ads_stopped true false',
    '04 app_added B',
    '04 contact_added',
    '04 revenue_tier_down 1m_5m 50k_250k',
    '04 shopify_plus_gained false true',
    '04 theme_changed Dawn Prestige',
    '04 traffic_tier_up 10k_50k 50k_100k',
  ]
  expect(await changes()).toEqual(['01 store_added', ...fourth])
  await see(5, { pixels: [], theme: null, traffic_tier: null, shopify_plus: null, apps: null })
  expect(await changes()).toEqual(['01 store_added', ...fourth, '05 pixel_removed P'])
})

test('CHANGE-1: from a stored tier that is none any more, nothing went up or down', async () => {
  await see(1, { traffic_tier: '10k_50k' })
  await db.owner.query(sql`UPDATE stores SET traffic_tier = 'over_1m' WHERE domain = 'shop.example'`)
  await see(2, { traffic_tier: '1m_5m' })
  expect(await changes()).toEqual(['01 store_added'])
})

describe('CHANGE-3: removals', () => {
  beforeEach(() => see(1, { apps: ['A', 'B'] }))

  test('take two observations of apps in a row; one that is back is no change', async () => {
    await see(2, { apps: ['B'] })
    await see(3, { pixels: ['P'] })
    expect(await changes()).toEqual(['01 store_added'])
    await see(4, { apps: ['A', 'B'] })
    await see(5, { apps: ['B'] })
    await see(5, { apps: ['B'] })
    expect(await changes()).toEqual(['01 store_added'])
    await see(6, { apps: ['B'] })
    await see(7, { apps: ['B'] })
    expect(await changes()).toEqual(['01 store_added', '06 app_removed A'])
    await see(8, { apps: ['A', 'B'] })
    expect(await changes()).toEqual(['01 store_added', '06 app_removed A', '08 app_added A'])
  })

  test('IMPORT-18: dates of contacts, emails and phones in the future are now, each with a warning', async () => {
    const contact = {
      ...{ source_id: '1', full_name: 'Ann Bee', collected_at: '3000-01-01' },
      emails: [{ email: 'ann@shop.example', status: 'verified' as const, verified_at: '3000-01-02' }],
      phones: [{ phone: '+1 415 555 0100', verified_at: '3000-01-03' }],
    }
    const { warningsByReason } = await importStores(db.database, [{ domain: 'shop.example', contacts: [contact] }])
    const read = 'in the future, read as now'
    expect(warningsByReason).toEqual({
      [`contacts.collected_at: ${read}`]: 1,
      [`contacts.emails.verified_at: ${read}`]: 1,
      [`contacts.phones.verified_at: ${read}`]: 1,
    })
    const [row] = await db.database.query<{ id: string; keyId: string; sealed: Buffer }>(sql`
      SELECT contact_id AS id, channels_key_id AS "keyId", channels AS sealed, collected_at <= now() AS collected,
        emails_verified_at[1] <= now() AS verified FROM contacts`)
    expect(row).toMatchObject({ collected: true, verified: true })
    const { emails, phones } = fixtureKeys.open(row!.id, row!.keyId, row!.sealed)
    for (const { verified_at } of [...emails, ...phones])
      expect(Date.parse(verified_at!)).toBeLessThanOrEqual(Date.now())
  })

  test('IMPORT-18: a number where a date belongs is ignored with a warning', async () => {
    const line = {
      ...{ domain: 'shop.example', observed_at: 1_767_225_600, name: 'Shop' },
      contacts: [
        { full_name: 'Ann Bee', collected_at: 46_000, phones: [{ phone: '+1 415 555 0100', verified_at: 1.5 }] },
      ],
    }
    const { rejected, warningsByReason } = await importText(db.database, [JSON.stringify(line)])
    expect([rejected, warningsByReason]).toEqual([
      0,
      {
        'observed_at: not a date such as 2026-01-31 or 2026-01-31T12:00:00Z, ignored': 1,
        'contacts.collected_at: the number of a day, ignored: format the column as dates in the spreadsheet, and export it again': 1,
        'contacts.phones.verified_at: not a date such as 2026-01-31 or 2026-01-31T12:00:00Z, ignored': 1,
      },
    ])
  })

  test('IMPORT-18: an older line changes nothing and counts as stale; a date in the future is now', async () => {
    await see(5, { apps: ['A'] })
    expect(await see(4, { apps: [], name: 'Old', contacts: [{ full_name: 'Ann Bee' }] })).toMatchObject({
      stale: 1,
      contacts: { new: 0 },
    })
    const future = await importStores(db.database, [{ domain: 'shop.example', observed_at: '3000-01-01', apps: ['A'] }])
    expect(future.warningsByReason).toEqual({ 'observed_at: in the future, read as now': 1 })
    expect(await see(9, { name: 'Old' })).toMatchObject({ stale: 1 })
    const impossible = await importStores(db.database, [
      { domain: 'shop.example', observed_at: '2026-02-30', name: 'Wrong' },
    ])
    expect(Object.keys(impossible.warningsByReason)).toEqual([expect.stringContaining('observed_at: not a date')])
    await importStores(db.database, [{ domain: 'shop.example', name: null }])
    const [row] = await db.database.query(
      sql`SELECT name, observed_at <= now() AS past FROM stores WHERE domain = 'shop.example'`,
    )
    expect(row).toEqual({ name: 'shop.example', past: true })
  })

  test('CHANGE-4: a second line of the same date corrects the first', async () => {
    await see(1, { traffic_tier: '10k_50k' })
    await see(2, { apps: ['A', 'B', 'C'], traffic_tier: '1m_5m' })
    expect(await changes()).toEqual(['01 store_added', '02 app_added C', '02 traffic_tier_up 10k_50k 1m_5m'])
    await see(2, { apps: ['A', 'B'], traffic_tier: 'under_10k' })
    expect(await changes()).toEqual(['01 store_added', '02 traffic_tier_down 10k_50k under_10k'])
    await see(3, { apps: ['A', 'B'] })
    await see(4, { apps: ['A', 'B'] })
    expect(await changes()).toEqual(['01 store_added', '02 traffic_tier_down 10k_50k under_10k'])
  })
})

describe('CHANGE-5: removals that look like a bad crawl are held', () => {
  const crawl = (day: number, holders: number, all = 100) =>
    importStores(
      db.database,
      Array.from({ length: all }, (_, at) => ({
        domain: `s${at}.example`,
        observed_at: on(day),
        apps: at < holders ? ['Klaviyo', 'Other'] : ['Other'],
      })),
    )
  const count = async (type: string) =>
    (await db.database.query(sql`SELECT 1 FROM store_changes WHERE type = ${type} AND state = 'recorded'`)).length

  beforeEach(() => crawl(1, 100))

  test('more than a fifth and more than 20: held, then released', async () => {
    await crawl(2, 79)
    const result = await crawl(3, 79)
    expect(result.held).toEqual([{ type: 'app_removed', value: 'Klaviyo', stores: 21 }])
    expect(await count('app_removed')).toBe(0)
    expect(await listHeldChanges(db.database)).toMatchObject([{ importRun: result.importRun, stores: 21 }])
    expect(await releaseChanges(db.database, { importRun: result.importRun, value: 'Other' })).toBe(0)
    expect(await releaseChanges(db.database, { importRun: result.importRun, value: 'klaviyo' })).toBe(21)
    expect(await count('app_removed')).toBe(21)
    expect(await crawl(4, 100)).toMatchObject({ held: [] })
    expect(await count('app_added')).toBe(21)
  })

  test('of programs that ingest in turns each has one import, whose removals are counted together', async () => {
    for (const day of [2, 3]) {
      for (let at = 0; at < 25; at += 1) {
        await ingest(day, { absent: ['Klaviyo'] }, { domain: `s${at}.example`, input: 'one' })
        await ingest(day, { present: ['Other'] }, { domain: `s${99 - at}.example`, input: 'other' })
      }
    }
    const imports = await db.database.query(sql`SELECT inputs FROM imports WHERE kind = 'ingest' ORDER BY inputs`)
    expect(imports).toEqual([{ inputs: ['one'] }, { inputs: ['other'] }])
    // Twenty were recorded before there was one too many.
    expect(await count('app_removed')).toBe(20)
    expect(await listHeldChanges(db.database)).toMatchObject([{ value: 'Klaviyo', stores: 5 }])
    await crawl(4, 100)
    await ingest(5, { present: ['Other'] }, { domain: 's0.example', input: 'one' })
    const [last] = await db.database.query<{ kind: string }>(
      sql`SELECT kind FROM imports ORDER BY import_run DESC LIMIT 1`,
    )
    expect(last!.kind).toBe('ingest')
  })

  test('a fifth is recorded', async () => {
    await crawl(2, 80)
    expect(await crawl(3, 80)).toMatchObject({ held: [] })
    expect(await count('app_removed')).toBe(20)
  })

  test('20 are recorded, whatever the share, and 21 are not', async () => {
    const rare = (day: number, holders: number) =>
      importStores(
        db.database,
        Array.from({ length: 30 }, (_, at) => ({
          domain: `s${at}.example`,
          observed_at: on(day),
          apps: ['Klaviyo', 'Other', ...(at < holders ? ['Rare'] : [])],
        })),
      )
    await rare(2, 30)
    await rare(3, 10)
    expect(await rare(4, 10)).toMatchObject({ held: [] })
    expect(await count('app_removed')).toBe(20)
    await rare(5, 30)
    await rare(6, 9)
    expect(await rare(7, 9)).toMatchObject({ held: [{ type: 'app_removed', value: 'Rare', stores: 21 }] })
  })

  test('discarded, or back while they are held: no change at all', async () => {
    await crawl(2, 50)
    const { importRun } = await crawl(3, 50)
    expect(await discardChanges(db.database, { importRun })).toBe(50)
    await crawl(4, 100)
    await crawl(5, 50)
    expect(await crawl(6, 50)).toMatchObject({ held: [{ stores: 50 }] })
    await crawl(7, 100)
    expect(await listHeldChanges(db.database)).toEqual([])
    expect([await count('app_removed'), await count('app_added')]).toEqual([0, 0])
  })
})

test('IMPORT-11: a retired row that returns with a part of its fields keeps the others', async () => {
  const part = { country: 'DE', contacts: [{ source_id: '1', title: 'CEO' }] }
  await see(1, { name: 'Shop', contacts: [{ source_id: '1', full_name: 'Ann Bee' }] })
  await see(2, part)
  await see(3, { retired: true })
  await see(4, part)
  const [row] = await db.database.query(
    sql`SELECT name, country, full_name, title FROM stores JOIN contacts USING (store_id) WHERE domain = 'shop.example'`,
  )
  expect(row).toEqual({ name: 'Shop', country: 'DE', full_name: 'Ann Bee', title: 'CEO' })
})
