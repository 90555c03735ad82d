/** The index follows the catalogue: suppressions at once and in order, a new catalogue whole, an old index until then. */
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/support/search-catalogue.ts'
import { newContactId, newStoreId } from '../../ids.ts'
import { buildIndex } from '../build/build-index.ts'
import { feedOf, type StoreWithContacts } from '../build/rows-fixture.ts'
import { type CatalogueSource, type CurrentCatalogue, createCurrentCatalogue } from './current-catalogue.ts'

const storeOf = (contactIds: string[]): StoreWithContacts => {
  const id = newStoreId()
  return {
    store: {
      id,
      domain: `${id.slice(8).toLowerCase()}.example`,
      category: null,
      country: null,
      trafficTier: null,
      revenueTier: null,
      shopifyPlus: false,
      adsActive: false,
      leadFitScore: null,
      apps: [],
      pixels: [],
      themeType: null,
    },
    contacts: contactIds.map((contactId) => ({
      id: contactId,
      storeId: id,
      role: null,
      seniority: 'other',
      title: null,
      hasEmail: true,
      hasPhone: false,
      hasLinkedin: false,
    })),
  }
}

type Change = { version: number; contactId: string; suppressed: boolean }

/** A catalogue as its owner keeps it: rows, two versions and the list of changes. */
function fakeCatalogue(contactIds: string[]) {
  const changes: Change[] = []
  const state = { version: 1, suppressionVersion: 0 }
  const rows = new Set(contactIds)
  const isSuppressed = (id: string) => changes.findLast((change) => change.contactId === id)?.suppressed === true
  const answer = (since: number) => {
    const last = new Map(
      changes.filter(({ version }) => version > since).map((change) => [change.contactId, change.suppressed]),
    )
    return {
      version: state.suppressionVersion,
      changes: Array.from(last, ([contactId, suppressed]) => ({ contactId, suppressed })),
    }
  }
  const source: CatalogueSource = {
    build: async () => ({
      ...state,
      buffers: await buildIndex(feedOf([[storeOf([...rows].filter((id) => !isSuppressed(id)))]])),
    }),
    readState: async () => ({ ...state }),
    changesSince: async (since) => answer(since),
  }
  return {
    source,
    state,
    answer,
    rows,
    set(contactId: string, suppressed: boolean) {
      state.suppressionVersion += 1
      changes.push({ version: state.suppressionVersion, contactId, suppressed })
    },
  }
}

const ids = Array.from({ length: 5 }, newContactId)
const found = (catalogue: CurrentCatalogue): string[] =>
  catalogue.index().searchContacts({ query: {}, limit: 100 }).ids.toSorted()
const without = (...gone: string[]): string[] => ids.filter((id) => !gone.includes(id)).toSorted()

const running: CurrentCatalogue[] = []
function follow(source: CatalogueSource, onError: (error: unknown) => void = () => {}): CurrentCatalogue {
  const catalogue = createCurrentCatalogue(source, { pollMilliseconds: 5, onError })
  running.push(catalogue)
  return catalogue
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((catalogue) => catalogue.stop()))
})

it('until the first index is built there is none to answer from', async () => {
  const catalogue = follow(fakeCatalogue(ids).source)
  expect(catalogue.isReady()).toBe(false)
  expect(() => catalogue.index()).toThrow(expect.objectContaining({ status: 503, code: 'service_unavailable' }))
  await catalogue.start()
  expect(catalogue.isReady()).toBe(true)
  expect(found(catalogue)).toEqual(without())
})

it('IMPORT-8: a new catalogue is picked up by itself, and the index before answers until then', async () => {
  const fake = fakeCatalogue(ids)
  const catalogue = follow(fake.source)
  await catalogue.start()
  const before = catalogue.index()
  const newcomer = newContactId()
  fake.rows.add(newcomer)
  expect(found(catalogue)).toEqual(without())
  fake.state.version += 1
  await until(
    async () => found(catalogue),
    (listed) => listed.includes(newcomer),
  )
  // Whoever began on the old index can finish on it.
  expect(before.searchContacts({ query: {}, limit: 10 }).total).toBe(5)
})

it('a build that fails is told, leaves the old index, and is tried again', async () => {
  const fake = fakeCatalogue(ids)
  let failures = 0
  const errors: unknown[] = []
  const { build } = fake.source
  const catalogue = follow(
    {
      ...fake.source,
      build: (signal) => (failures-- > 0 ? Promise.reject(new Error('the feed broke')) : build(signal)),
    },
    (error) => errors.push(error),
  )
  await catalogue.start()
  failures = 3
  fake.rows.delete(ids[0]!)
  fake.state.version += 1
  await until(
    async () => errors.length,
    (count) => count >= 1,
  )
  await until(
    async () => found(catalogue),
    (listed) => listed.length === 4,
  )
  expect(errors).toHaveLength(3)
})

describe('suppressions', () => {
  it('are in the index after one catch-up, and their restoration too', async () => {
    const fake = fakeCatalogue(ids)
    const catalogue = follow(fake.source)
    await catalogue.start()
    fake.set(ids[1]!, true)
    await catalogue.catchUp()
    expect(found(catalogue)).toEqual(without(ids[1]!))
    expect(catalogue.suppressionVersion()).toBe(1)
    fake.set(ids[1]!, false)
    await catalogue.catchUp()
    expect(found(catalogue)).toEqual(without())
  })

  it.each([true, false])(
    'SUPPRESS-2: of two answers at once the newer one holds, whichever comes last (suppressed last: %j)',
    async (last) => {
      const fake = fakeCatalogue(ids)
      const held: { release(): void }[] = []
      let hold = false
      const catalogue = follow({
        ...fake.source,
        changesSince: async (since) => {
          const answer = fake.answer(since)
          if (hold) await new Promise<void>((release) => held.push({ release }))
          return answer
        },
      })
      await catalogue.start()
      await catalogue.stop()
      fake.set(ids[0]!, !last)
      hold = true
      const older = catalogue.catchUp()
      fake.set(ids[0]!, last)
      hold = false
      await catalogue.catchUp()
      for (const { release } of held) release()
      await older
      expect(catalogue.suppressionVersion()).toBe(2)
      expect(found(catalogue)).toEqual(last ? without(ids[0]!) : without())
    },
  )

  it('SUPPRESS-2: that come while an index is being built are in the new one from its first answer', async () => {
    const fake = fakeCatalogue(ids)
    const building = Promise.withResolvers<void>()
    const built = Promise.withResolvers<void>()
    let isFirst = true
    const { build } = fake.source
    const catalogue = follow({
      ...fake.source,
      build: async (signal) => {
        const index = await build(signal)
        if (!isFirst) {
          building.resolve()
          await built.promise
        }
        isFirst = false
        return index
      },
    })
    await catalogue.start()
    const old = catalogue.index()
    fake.state.version += 1
    await building.promise
    fake.set(ids[2]!, true)
    await catalogue.catchUp()
    expect(found(catalogue)).toEqual(without(ids[2]!))
    built.resolve()
    await until(
      async () => catalogue.index(),
      (index) => index !== old,
    )
    expect(found(catalogue)).toEqual(without(ids[2]!))
  })

  it('that were taken back before the rows of a build were read are not in it, although this node has not heard of it', async () => {
    const fake = fakeCatalogue(ids)
    const building = Promise.withResolvers<void>()
    const read = Promise.withResolvers<void>()
    let isFirst = true
    const { build } = fake.source
    const catalogue = follow({
      ...fake.source,
      build: async (signal) => {
        if (!isFirst) {
          building.resolve()
          await read.promise
        }
        isFirst = false
        return build(signal)
      },
    })
    await catalogue.start()
    const old = catalogue.index()
    fake.state.version += 1
    await building.promise
    fake.set(ids[2]!, true)
    await catalogue.catchUp()
    fake.set(ids[2]!, false)
    read.resolve()
    await until(
      async () => catalogue.index(),
      (index) => index !== old,
    )
    expect(found(catalogue)).toEqual(without())
  })

  it('SUPPRESS-2: that a lagging replica has not heard of are in an index built from it', async () => {
    const fake = fakeCatalogue(ids)
    const behind = { version: 1, suppressionVersion: 0 }
    const catalogue = follow({
      ...fake.source,
      build: async () => ({ ...behind, buffers: await buildIndex(feedOf([[storeOf(ids)]])) }),
    })
    await catalogue.start()
    const old = catalogue.index()
    fake.set(ids[3]!, true)
    await catalogue.catchUp()
    fake.state.version = 2
    behind.version = 2
    await until(
      async () => catalogue.index(),
      (index) => index !== old,
    )
    expect(catalogue.suppressionVersion()).toBe(1)
    expect(found(catalogue)).toEqual(without(ids[3]!))
  })
})

it('stop ends a build that is under way', async () => {
  const building = Promise.withResolvers<void>()
  const catalogue = follow({
    ...fakeCatalogue(ids).source,
    build: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        building.resolve()
      }),
  })
  const started = catalogue.start().then(
    () => 'built',
    () => 'ended',
  )
  await building.promise
  await catalogue.stop()
  expect(await started).toBe('ended')
  expect(catalogue.isReady()).toBe(false)
})
