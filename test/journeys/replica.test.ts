/** DATABASE_REPLICA_URL: the search index is built from it, and from the primary while it can't be reached. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importStores } from '../../src/catalog/catalogue-fixture.ts'
import { openFeed } from '../../src/catalog/feed.ts'
import { buildSegment } from '../../src/search/indexing/build-segment.ts'
import { findFreePort } from '../support/browser.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { everyone, namesIn, type SearchApp, startSearchApp } from '../support/search-catalogue.ts'

describe('RUN-18: the index is read from the replica', () => {
  let primary: TestDatabase
  let replica: TestDatabase
  beforeAll(async () => {
    primary = await createTestDatabase()
    replica = await createTestDatabase()
    // Two catalogues, to tell which one was read.
    await importStores(primary.database, [{ domain: 'one.example' }])
    await importStores(replica.database, [{ domain: 'one.example' }, { domain: 'two.example' }])
  })
  afterAll(() => Promise.all([primary.drop(), replica.drop()]))

  const storesIn = async (databaseUrl: string): Promise<number> =>
    (await buildSegment(await openFeed({ databaseUrl, primaryUrl: primary.url }))).scores.length

  it('and from the primary if nobody answers there', async () => {
    expect(await storesIn(replica.url)).toBe(2)
    expect(await storesIn(`postgresql://nobody@127.0.0.1:${await findFreePort()}/none`)).toBe(1)
  })

  it('a replica that answers and refuses is a fault to report, not to read around', async () => {
    const wrong = new URL(replica.url)
    wrong.password = 'wrong'
    wrong.username = 'nobody'
    await expect(storesIn(wrong.href)).rejects.toThrow()
  })
})

describe('RUN-18: a node whose replica is away', () => {
  let test: SearchApp
  beforeAll(async () => {
    const replicaUrl = `postgresql://nobody@127.0.0.1:${await findFreePort()}/none`
    test = await startSearchApp(undefined, { replicaUrl })
  })
  afterAll(() => test.stop())

  it('searches what the primary has', async () => {
    expect(namesIn(await test.searchContacts({ limit: 100 })).toSorted()).toEqual(everyone.toSorted())
  })
})
