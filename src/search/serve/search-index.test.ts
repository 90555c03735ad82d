/** The index of a thread: segments swapped in whole, suppressions in order, across swaps and restores of the database. */
import { describe, expect, it } from 'vitest'
import { seed } from '../../../test/support/seed.ts'
import { buildSegment } from '../indexing/build-segment.ts'
import { feedOf, type StoreWithContacts } from '../indexing/row-feed.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { PublishedSegment } from '../segments/segment-set.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

const rows = randomCatalogue(seed, 6)
const revealable = (catalogue: StoreWithContacts[]) =>
  catalogue
    .flatMap(({ contacts }) => contacts)
    .filter((contact) => contact.hasEmail || contact.hasPhone || contact.hasLinkedin)
    .map(({ id }) => id)
const ids = revealable(rows)
const without = (...gone: string[]): string[] => ids.filter((id) => !gone.includes(id)).toSorted()
const found = (index: SearchIndex): string[] => index.reader().searchContacts({ query: {}, limit: 100 }).ids.toSorted()

type Change = { version: number; contactId: string; suppressed: boolean }

/** Suppressions as their owner keeps them: a version and a list of changes. */
function fakeSuppressions() {
  let changes: Change[] = []
  let version = 0
  const isSuppressed = (id: string) => changes.findLast((change) => change.contactId === id)?.suppressed === true
  const changesSince = async (since: number) => {
    const newer = changes.filter((change) => change.version > since)
    const last = new Map(newer.map((change) => [change.contactId, change.suppressed]))
    return { version, changes: Array.from(last, ([contactId, suppressed]) => ({ contactId, suppressed })) }
  }
  let number = 0
  return {
    changesSince,
    set(contactId: string, suppressed: boolean) {
      version += 1
      changes.push({ version, contactId, suppressed })
    },
    /** A restore of the database to an older state. */
    goBackTo(older: number) {
      version = older
      changes = changes.filter((change) => change.version <= older)
    },
    /** A segment of what is there now. */
    async read(from: StoreWithContacts[] = rows): Promise<PublishedSegment> {
      const present = from.map(({ store, contacts }) => ({
        store,
        contacts: contacts.filter(({ id }) => !isSuppressed(id)),
      }))
      const suppressionVersion = version
      return { number: ++number, suppressionVersion, segment: await buildSegment(feedOf([present])) }
    },
  }
}

it('until the first segments are published there is none to answer from', async () => {
  const fake = fakeSuppressions()
  const index = createSearchIndex(fake)
  expect(index.isReady()).toBe(false)
  expect(() => index.reader()).toThrow(expect.objectContaining({ status: 503, code: 'service_unavailable' }))
  await index.publish([await fake.read()])
  expect(index.isReady()).toBe(true)
  expect(found(index)).toEqual(without())
})

describe('suppressions', () => {
  it('S6: are in the index after one catch-up, and their restoration too', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    await index.publish([await fake.read()])
    fake.set(ids[1]!, true)
    await index.catchUp()
    expect(found(index)).toEqual(without(ids[1]!))
    expect(index.suppressionVersion()).toBe(1)
    fake.set(ids[1]!, false)
    await index.catchUp()
    expect(found(index)).toEqual(without())
  })

  it.each([true, false])(
    'S6: of two answers at once the newer one holds, whichever comes last (suppressed last: %j)',
    async (last) => {
      const fake = fakeSuppressions()
      const held: (() => void)[] = []
      let hold = false
      const index = createSearchIndex({
        changesSince: async (since) => {
          const answer = await fake.changesSince(since)
          if (hold) await new Promise<void>((release) => held.push(release))
          return answer
        },
      })
      await index.publish([await fake.read()])
      fake.set(ids[0]!, !last)
      hold = true
      const older = index.catchUp()
      await expect.poll(() => held.length).toBe(1)
      fake.set(ids[0]!, last)
      hold = false
      await index.catchUp()
      for (const release of held) release()
      await older
      expect(index.suppressionVersion()).toBe(2)
      expect(found(index)).toEqual(last ? without(ids[0]!) : without())
    },
  )

  it('S6: that came after the rows of a segment were read are in it from its first answer', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    await index.publish([await fake.read()])
    const next = await fake.read()
    fake.set(ids[2]!, true)
    await index.catchUp()
    await index.publish([next])
    expect(found(index)).toEqual(without(ids[2]!))
  })

  it('S6: that were taken back before the rows of a segment were read are not in it', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    await index.publish([await fake.read()])
    fake.set(ids[2]!, true)
    await index.catchUp()
    fake.set(ids[2]!, false)
    await index.publish([await fake.read()])
    expect(found(index)).toEqual(without())
    expect(index.suppressionVersion()).toBe(2)
  })

  it('SUPPRESS-4, S6: whoever came back is not hidden again by segments that were read before; those after bring them', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    await index.publish([await fake.read()])
    fake.set(ids[2]!, true)
    const stale = await fake.read()
    fake.set(ids[2]!, false)
    await index.catchUp()
    await index.publish([stale])
    expect(found(index)).toEqual(without())
    await index.publish([await fake.read()])
    expect(found(index)).toEqual(without())
  })

  it('S6: people who come and go do not keep a new catalogue from being served', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    await index.publish([await fake.read(rows.slice(0, 3))])
    const goer = revealable(rows.slice(0, 3))[0]!
    await expect
      .poll(async () => {
        fake.set(goer, true)
        const stale = await fake.read()
        fake.set(goer, false)
        await index.catchUp()
        await index.publish([stale])
        return found(index)
      })
      .toEqual(without(goer))
  })
})

describe('a catalogue that is older than the index, because the database was restored', () => {
  it('S12: is noticed at the next catch-up, which ends; nothing is answered until the index is built again', async () => {
    const fake = fakeSuppressions()
    let asked = 0
    let wentBack = 0
    const index = createSearchIndex({
      changesSince: (since) => {
        asked += 1
        return fake.changesSince(since)
      },
      onCatalogueWentBack: () => {
        wentBack += 1
      },
    })
    fake.set(ids[0]!, true)
    fake.set(ids[0]!, false)
    await index.publish([await fake.read()])
    asked = 0
    fake.goBackTo(1)
    await index.catchUp()
    expect({ asked, wentBack, isReady: index.isReady() }).toEqual({ asked: 1, wentBack: 1, isReady: false })
    await index.publish([await fake.read()])
    // In the catalogue that came back the contact is still suppressed.
    expect(found(index)).toEqual(without(ids[0]!))
    expect(index.suppressionVersion()).toBe(1)
  })

  it('S12: is taken as it is when segments of it come first', async () => {
    const fake = fakeSuppressions()
    const index = createSearchIndex(fake)
    for (let round = 0; round < 3; round++) fake.set(ids[0]!, round % 2 === 0)
    await index.publish([await fake.read()])
    fake.goBackTo(0)
    await index.publish([await fake.read()])
    expect(found(index)).toEqual(without())
    expect(index.suppressionVersion()).toBe(0)
  })
})

it('S17: more suppressions than are applied at once hide everybody, also one that comes while they are applied', async () => {
  const many = randomCatalogue(seed + 7, 600)
  const everybody = revealable(many)
  expect(everybody.length).toBeGreaterThan(600)
  const fake = fakeSuppressions()
  const segment = await fake.read(many)
  for (const id of everybody.slice(2)) fake.set(id, true)
  let asked = 0
  const index = createSearchIndex({
    async changesSince(since) {
      const answer = await fake.changesSince(since)
      if (++asked === 1) fake.set(everybody[1]!, true)
      return answer
    },
  })
  await index.publish([segment])
  expect(asked).toBe(2)
  expect(found(index)).toEqual([everybody[0]])
})
