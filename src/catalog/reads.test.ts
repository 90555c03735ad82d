import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { sql } from '../base/sql.ts'
import { fixtureKeys, importStores } from './catalogue-fixture.ts'
import { exportableChannels } from './channels.ts'
import { type CatalogueFeed, type FeedTable, openFeed } from './feed.ts'
import { findContactsForReveal } from './find-contacts.ts'
import { findPreviewRowsOfStores } from './find-previews.ts'
import { findStoresByDomain } from './find-stores.ts'
import type { ImportedContact, ImportedStore } from './import-record.ts'
import { suppress } from './suppressions.ts'

let db: TestDatabase
let ids: Record<string, string>

const email = (address: string, status: string) => ({ email: address, status, type: 'work', is_primary: false })
const person = (last: string, rest: ImportedContact = {}): ImportedContact => ({
  first_name: 'Jo',
  last_name: last,
  full_name: last,
  title: `Head of ${last}s`,
  ...rest,
})
const tea: ImportedStore = {
  domain: 'tea.example',
  name: 'Tea\\House "1"',
  category: 'coffee_tea',
  country: 'GB',
  traffic_tier: '10k_50k',
  revenue_tier: '1m_5m',
  shopify_plus: true,
  lead_fit_score: 88.25,
  apps: ['Klaviyo', 'Judge.me \\ Reviews'],
  pixels: ['Meta Pixel'],
  theme: { name: 'Dawn', type: 'free' },
  ads_active: true,
  contacts: [
    person('Verified', { role: 'ceo', seniority: 'executive', emails: [email('canary-v@tea.example', 'verified')] }),
    person('Guessed', { role: 'cmo', emails: [email('canary-g@tea.example', 'guessed')] }),
    person('Phone', { role: 'ceo', seniority: 'decision_maker', phones: [{ phone: '+44 20 7946 0001' }] }),
    person('Profile', { linkedin_url: 'https://linkedin.example/in/canary-profile' }),
    person('Optout', { role: 'buyer', seniority: 'executive', emails: [email('canary-o@tea.example', 'found')] }),
    person('Nothing', { role: 'assistant' }),
  ],
}
const gone: ImportedStore = { domain: 'gone.example', contacts: [person('Gone', { phones: [{ phone: '1' }] })] }
const empty: ImportedStore = { domain: 'empty.example' }

beforeAll(async () => {
  db = await createTestDatabase()
  await importStores(db.database, [tea, gone, empty])
  await importStores(db.database, [tea, empty], { replace: true })
  await suppress(db.database, fixtureKeys, { email: 'canary-o@tea.example' })
  const rows = await db.database.query<{ last_name: string; contact_id: string }>(
    sql`SELECT last_name, contact_id FROM contacts`,
  )
  ids = Object.fromEntries(rows.map((row) => [row.last_name, row.contact_id]))
})
afterAll(() => db.drop())

/** Whose previews these are does not matter here: nobody has revealed anything. */
const nobody = { accountId: 'acc_nobody', revealed: sql`false` }

describe('contacts for a reveal', () => {
  test('carry everything a revealed contact shows, and whether they can still be revealed', async () => {
    const unknown = 'ct_live_zzzzzzzzzzzzzzzz'
    const found = await findContactsForReveal(db.database, [...Object.values(ids), unknown])
    expect(found.size).toBe(7)
    const byName = Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, found.get(id)!]))
    const revealable = Object.keys(byName).filter((name) => byName[name]!.revealable)
    expect(revealable.sort()).toEqual(['Phone', 'Profile', 'Verified'])
    expect(byName.Optout?.suppressed).toBe(true)
    expect(byName.Nothing?.sealedChannels).toBeNull()
    expect(byName.Verified).toMatchObject({
      id: ids.Verified,
      firstName: 'Jo',
      lastName: 'Verified',
      fullName: 'Verified',
      title: 'Head of Verifieds',
      role: 'ceo',
      seniority: 'executive',
      suppressed: false,
      store: { id: expect.stringMatching(/^st_live_[A-Za-z]{16}$/), domain: 'tea.example', name: 'Tea\\House "1"' },
    })
  })

  test('open to exactly the channels that were imported', async () => {
    const found = await findContactsForReveal(db.database, [ids.Verified!, ids.Guessed!])
    const open = (name: string) => {
      const { keyId, sealed } = found.get(ids[name]!)!.sealedChannels!
      return fixtureKeys.open(ids[name]!, keyId, sealed)
    }
    expect(exportableChannels(open('Verified'))).toEqual({
      emails: [{ email: 'canary-v@tea.example', status: 'verified', type: 'work', is_primary: true }],
      phones: [],
      linkedin_url: null,
    })
    expect(open('Guessed').emails).toHaveLength(1)
    expect(exportableChannels(open('Guessed')).emails).toEqual([])
  })
})

describe('C8: previews have no channel and no full last name', () => {
  test('and say truly what a reveal would return', async () => {
    const previews = (await findPreviewRowsOfStores(db.database, ['tea.example'], 10, nobody)).get('tea.example')!
    const rows = new Map(previews.map((row) => [row.id, row]))
    expect(rows.get(ids.Verified!)).toEqual({
      id: ids.Verified,
      firstName: 'Jo',
      lastNameObfuscated: 'V***',
      role: 'ceo',
      seniority: 'executive',
      title: 'Head of Verifieds',
      hasVerifiedEmail: true,
      hasPhone: false,
      hasLinkedin: false,
      revealed: false,
      bestEmail: { status: 'verified', type: 'work', verifiedAt: null },
      addedAt: expect.any(Date),
      updatedAt: expect.any(Date),
      store: {
        id: expect.stringMatching(/^st_live_/),
        domain: 'tea.example',
        name: 'Tea\\House "1"',
        category: 'coffee_tea',
        country: 'GB',
        trafficTier: '10k_50k',
        apps: ['Klaviyo', 'Judge.me \\ Reviews'],
        pixels: ['Meta Pixel'],
      },
    })
    expect(rows.get(ids.Phone!)?.hasPhone).toBe(true)
    expect(rows.get(ids.Profile!)?.hasLinkedin).toBe(true)
    expect(JSON.stringify([...rows])).not.toMatch(/canary|7946|Optout/)
  })

  test('of a store: those that can be revealed, executives first, up to the limit', async () => {
    const domains = ['tea.example', 'empty.example']
    const previews = await findPreviewRowsOfStores(db.database, domains, 10, nobody)
    const rows = previews.get('tea.example')!
    expect(rows.map((row) => row.lastNameObfuscated)).toEqual(['V***', 'P***', 'P***'])
    expect(rows.map((row) => row.seniority)).toEqual(['executive', 'decision_maker', 'other'])
    expect(previews.size).toBe(1)
    const limited = await findPreviewRowsOfStores(db.database, domains, 2, nobody)
    expect([...limited.values()].flat()).toEqual(rows.slice(0, 2))
  })
})

describe('stores', () => {
  test('STORE-3: carry every public field and a summary of their contacts', async () => {
    const stores = await findStoresByDomain(db.database, [
      'tea.example',
      'empty.example',
      'gone.example',
      'nowhere.example',
    ])
    expect([...stores.keys()].sort()).toEqual(['empty.example', 'tea.example'])
    expect(stores.get('tea.example')).toEqual({
      id: expect.stringMatching(/^st_live_/),
      domain: 'tea.example',
      name: 'Tea\\House "1"',
      category: 'coffee_tea',
      country: 'GB',
      trafficTier: '10k_50k',
      revenueTier: '1m_5m',
      shopifyPlus: true,
      leadFitScore: 88.25,
      apps: ['Klaviyo', 'Judge.me \\ Reviews'],
      pixels: ['Meta Pixel'],
      themeName: 'Dawn',
      themeType: 'free',
      firstSeenAt: expect.any(Date),
      updatedAt: expect.any(Date),
      observedAt: expect.any(Date),
      lastChange: null,
      contactsSummary: {
        total: 5,
        roles: ['assistant', 'ceo', 'cmo'],
        hasRevealableContacts: true,
        verifiedEmailCount: 1,
      },
    })
    expect(stores.get('empty.example')?.contactsSummary).toEqual({
      total: 0,
      roles: [],
      hasRevealableContacts: false,
      verifiedEmailCount: 0,
    })
  })
})

describe('C12: the feed of the index is one snapshot of what can be found', () => {
  type Row = Record<string, string | null>

  const readTable = async ({ columns, batches }: FeedTable): Promise<Row[]> => {
    const rows: Row[] = []
    for await (const { bytes, count, spans } of batches) {
      const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      for (let at = 0; at < count * columns.length; at++) {
        if (at % columns.length === 0) rows.push({})
        const [from, to] = [spans[at * 2]!, spans[at * 2 + 1]!]
        rows.at(-1)![columns[at % columns.length]!] = from === -1 ? null : buffer.toString('latin1', from, to)
      }
    }
    return rows
  }
  const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
  const readAll = async (feed: CatalogueFeed): Promise<{ stores: Row[]; contacts: Row[] }> => {
    const stores = await readTable(feed.stores)
    const contacts = await readTable(feed.contacts)
    await feed.close()
    return { stores, contacts }
  }
  const by = (column: string) => (one: Row, other: Row) => (one[column]! < other[column]! ? -1 : 1)

  const aTime = expect.stringMatching(/^.{1,8}$/su)

  test('live stores, also without contacts; contacts that are there, with no more of a last name than its mask', async () => {
    const { stores, contacts } = await readAll(await openFeed({ databaseUrl: db.url }))
    const [first, second, ...none] = stores.toSorted(by('domain'))
    expect(none).toEqual([])
    expect(first).toMatchObject({ domain: 'empty.example', leadFitScore: null, apps: '', themeType: null })
    expect(second).toEqual({
      id: expect.stringMatching(/^st_live_/),
      domain: 'tea.example',
      name: 'Tea\\House "1"',
      category: 'coffee_tea',
      country: 'GB',
      trafficTier: '10k_50k',
      revenueTier: '1m_5m',
      shopifyPlus: '\x01',
      adsActive: '\x01',
      leadFitScore: '@V\x10\0\0\0\0\0',
      apps: '\0\0\0\x07Klaviyo\0\0\0\x12Judge.me \\ Reviews',
      pixels: '\0\0\0\x0aMeta Pixel',
      themeName: 'Dawn',
      themeType: 'free',
      firstSeenAt: aTime,
      updatedAt: aTime,
      observedAt: aTime,
    })
    contacts.sort(by('id'))
    expect(contacts.map(({ id }) => id)).toEqual(
      [ids.Guessed, ids.Nothing, ids.Phone, ids.Profile, ids.Verified].toSorted(),
    )
    expect(contacts.find(({ id }) => id === ids.Verified)).toEqual({
      id: ids.Verified,
      storeId: second?.id,
      firstName: 'Jo',
      maskedLastName: 'V***',
      role: 'ceo',
      seniority: 'executive',
      title: 'Head of Verifieds',
      hasEmail: '\x01',
      hasPhone: '\0',
      hasLinkedin: '\0',
      addedAt: aTime,
      updatedAt: aTime,
      emailKinds: '\0\0\0\x0dverified work',
      // One item, which is not there.
      emailsVerifiedAt: expect.stringMatching(/^.{4}$/su),
    })
  })

  test('changes after it was opened are not in it, and its versions say so', async () => {
    const feed = await openFeed({ databaseUrl: db.url })
    const others = Array.from({ length: 1_200 }, (_, at) => ({
      domain: `later-${at}.example`,
      contacts: [person('Later', { title: 'ü€😀 \\ \\N', phones: [{ phone: '1' }] })],
    }))
    await importStores(db.database, [tea, empty, ...others])
    expect((await readAll(feed)).stores).toHaveLength(2)
    const later = await openFeed({ databaseUrl: db.url })
    expect(later.version).toBe(feed.version + 1)
    expect(later.suppressionVersion).toBe(feed.suppressionVersion)
    const { stores, contacts } = await readAll(later)
    expect(stores).toHaveLength(1_202)
    expect(contacts.filter(({ title }) => title === utf8('ü€😀 \\ \\N'))).toHaveLength(1_200)
  })

  test('a reader that stops early leaves no connection behind', async () => {
    const feed = await openFeed({ databaseUrl: db.url })
    for await (const { count } of feed.stores.batches) {
      expect(count).toBeGreaterThan(0)
      break
    }
    await feed.close()
    const open = () =>
      db.database.query(sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'prospector index build'`)
    while ((await open()).length > 0);
  })

  test('any thread can open it by its address', async () => {
    const script = `
      const { parentPort, workerData } = require('node:worker_threads')
      import(workerData.module).then(async ({ openFeed }) => {
        const feed = await openFeed(workerData.options)
        let stores = 0
        for await (const { count } of feed.stores.batches) stores += count
        await feed.close()
        parentPort.postMessage(stores)
      })`
    const workerData = { module: new URL('./feed.ts', import.meta.url).href, options: { databaseUrl: db.url } }
    const worker = new Worker(script, { eval: true, workerData })
    const stores = await new Promise((resolve, reject) => worker.on('message', resolve).on('error', reject))
    expect(stores).toBe(1_202)
  })
})

describe('C14: a dump of the database shows no channel', () => {
  test('neither plain nor in any column', async () => {
    const rows = await db.database.query(
      sql`SELECT contacts::text FROM contacts UNION ALL SELECT stores::text FROM stores`,
    )
    const dump = JSON.stringify(rows)
    const asBytes = Buffer.from('canary').toString('hex')
    expect(dump).toContain('Verified')
    expect(dump).not.toMatch(/canary|7946 0001/)
    expect(dump).not.toContain(asBytes)
  })
})
