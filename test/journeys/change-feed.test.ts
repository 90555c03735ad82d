/** An index that follows the catalogue change by change says what one says that is built from all of it. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../src/base/sql.ts'
import { fixtureKeys, importStores } from '../../src/catalog/catalogue-fixture.ts'
import { suppressionChangesSince } from '../../src/catalog/catalogue-state.ts'
import { openFeed } from '../../src/catalog/feed.ts'
import { suppress, unsuppress } from '../../src/catalog/suppressions.ts'
import { buildSegment } from '../../src/search/indexing/build-segment.ts'
import type { PublishedSegment } from '../../src/search/segments/segment-set.ts'
import { packIds } from '../../src/search/serve/index-fixture.ts'
import { readContact, readStore, summarise } from '../../src/search/serve/read-hit.ts'
import { createSearchIndex, type SearchIndex } from '../../src/search/serve/search-index.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const person = (name: string, rest: object = {}) => ({
  source_id: name,
  first_name: name,
  last_name: 'Doe',
  full_name: `${name} Doe`,
  emails: [{ email: `${name.toLowerCase()}@people.example`, status: 'verified', type: 'work', is_primary: true }],
  ...rest,
})
const store = (number: number, rest: object = {}) => ({
  domain: `shop-${number}.example`,
  name: `Shop ${number}`,
  country: 'US',
  lead_fit_score: number,
  apps: ['Klaviyo'],
  contacts: [person(`Ann${number}`), person(`Ben${number}`, { emails: [], role: 'intern' })],
  ...rest,
})
const shops = Array.from({ length: 12 }, (_, number) => store(number))

let db: TestDatabase
let following: { index: SearchIndex; segments: PublishedSegment[]; version: number; kinds: string[] }
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const newIndex = () => createSearchIndex({ changesSince: (version) => suppressionChangesSince(db.database, version) })

async function read(number: number, since?: number) {
  const changes = since === undefined ? undefined : { version: since, storesMax: 100 }
  const feed = await openFeed({ databaseUrl: db.url, changes })
  const { version, suppressionVersion, changedStoreIds } = feed
  const segment = await buildSegment(feed, packIds(changedStoreIds ?? []))
  return { version, isWhole: changedStoreIds === null, published: { number, segment, suppressionVersion } }
}

/** Catches up the way a node does. */
async function catchUp(): Promise<void> {
  const { index, segments, version } = following
  const next = await read(segments.length + 1 + following.kinds.length, version)
  following.kinds.push(next.isWhole ? 'whole' : 'changes')
  following.segments = next.isWhole ? [next.published] : [...segments, next.published]
  following.version = next.version
  await index.publish(following.segments)
  await index.catchUp()
}

/** Everything that an index has to say. */
function everythingIn(index: SearchIndex) {
  const reader = index.reader()
  const contacts = reader.searchContacts({ query: {}, limit: 1_000 })
  const stores = reader.searchStores({ query: {}, limit: 1_000 })
  return {
    contacts: contacts.hits.map(readContact),
    stores: stores.hits.map((hit) => ({ ...readStore(hit), summary: summarise(hit.live, hit.document) })),
    totals: [contacts.total, stores.total],
    taxonomy: reader.taxonomy(),
  }
}

async function expectTheSameAsWhole(): Promise<void> {
  const whole = newIndex()
  await whole.publish([(await read(1)).published])
  expect(everythingIn(following.index)).toEqual(everythingIn(whole))
}

describe('S14: following the change feed', () => {
  beforeAll(async () => {
    await importStores(db.database, shops)
    const first = await read(1)
    following = { index: newIndex(), segments: [first.published], version: first.version, kinds: [] }
    await following.index.publish(following.segments)
  })

  const idOf = async (name: string): Promise<string> => {
    const [row] = await db.database.query<{ id: string }>(
      sql`SELECT contact_id AS id FROM contacts WHERE first_name = ${name}`,
    )
    return row!.id
  }

  it.each<[string, () => Promise<unknown>]>([
    ['a store that is new', () => importStores(db.database, [store(20)])],
    ['a store that changed', () => importStores(db.database, [store(3, { name: 'Renamed', apps: ['Loox'] })])],
    [
      'a contact that changed, in a store that did not',
      () => importStores(db.database, [store(4, { contacts: [person('Ann4', { title: 'Boss' }), person('Ben4')] })]),
    ],
    ['an import that brings nothing new', () => importStores(db.database, [store(5)])],
    [
      'stores and contacts that left the catalogue',
      () =>
        importStores(db.database, [...shops.slice(2, 9), store(9, { contacts: [person('Ann9')] })], { replace: true }),
    ],
    ['a store that came back', () => importStores(db.database, [store(0)])],
    ['a suppression', async () => suppress(db.database, fixtureKeys, { contact: await idOf('Ann5') })],
    ['a whole store that opted out', () => suppress(db.database, fixtureKeys, { domain: 'shop-6.example' })],
    [
      'a suppression that was taken back',
      async () => unsuppress(db.database, fixtureKeys, { contact: await idOf('Ann5') }),
    ],
    [
      'an import that was stopped in the middle, and the next one',
      async () => {
        const stopping = new AbortController()
        const stopped = importStores(db.database, [store(30), store(31)], {
          signal: stopping.signal,
          onProgress: () => stopping.abort(),
        })
        await expect(stopped).rejects.toThrow()
        await expectTheSameAsWholeAfterCatchUp()
        await importStores(db.database, [store(32)])
      },
    ],
  ])('%s', async (_, change) => {
    await change()
    await catchUp()
    await expectTheSameAsWhole()
  })

  /** Rows of an interrupted import are in a whole build at once, and in the feed with the next version. */
  async function expectTheSameAsWholeAfterCatchUp(): Promise<void> {
    await catchUp()
    expect(everythingIn(following.index).totals[1]).toBeGreaterThan(0)
  }

  it('never needed the whole catalogue', () => {
    expect(new Set(following.kinds)).toEqual(new Set(['changes']))
  })

  it('a version that was raised without the list of changes leads to the whole catalogue, and from there on with changes', async () => {
    await db.database.query(sql`UPDATE catalogue_state SET version = version + 1`)
    await catchUp()
    expect(following.kinds.at(-1)).toBe('whole')
    await importStores(db.database, [store(40)])
    await catchUp()
    expect(following.kinds.at(-1)).toBe('changes')
    await expectTheSameAsWhole()
  })
})
