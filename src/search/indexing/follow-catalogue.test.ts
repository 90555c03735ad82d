/** Segments are built in a thread of their own, and follow the catalogue. */
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { until } from '../../../test/support/search-catalogue.ts'
import { seed } from '../../../test/support/seed.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { PublishedSegment } from '../segments/segment-set.ts'
import { nextSegments } from '../segments/segment-set.ts'
import { indexOf, withSuppressions } from '../serve/index-fixture.ts'
import { type BuiltSegment, buildInWorker } from './build-in-worker.ts'
import { buildSegment } from './build-segment.ts'
import { type CatalogueFollower, followCatalogue } from './follow-catalogue.ts'
import type { Snapshots } from './keep-snapshot.ts'
import { feedOf } from './row-feed.ts'

const feedModule = new URL('./worker-feed-fixture.ts', import.meta.url)
const everyone = { query: {}, limit: 10_000 }

it('S11: a worker builds the same segment, and hands it over without a copy', async () => {
  const { segment, version } = await buildInWorker({ feedModule, feedOptions: { seed, stores: 60 } })
  const index = withSuppressions(nextSegments([], [{ number: 1, segment }]))
  const here = await indexOf([randomCatalogue(seed, 60)])
  expect(index.searchContacts(everyone).ids).toEqual(here.searchContacts(everyone).ids)
  expect(version).toBe(seed)
  expect(segment.contactIds.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(segment.fields['store.apps']!.postings.pool.buffer).toBeInstanceOf(SharedArrayBuffer)
})

it('S11: while a worker builds 20,000 stores, the main thread has less than a fifth of the work', async () => {
  // Shares of processor time, not the clock: a busy or slow machine must not fail the test.
  const [before, beforeAll] = [process.threadCpuUsage(), process.cpuUsage()]
  const { segment } = await buildInWorker({ feedModule, feedOptions: { seed, stores: 20_000 } })
  const { live } = nextSegments([], [{ number: 1, segment }])[0]!
  const [here, everywhere] = [process.threadCpuUsage(before), process.cpuUsage(beforeAll)]
  expect(live.stores.length).toBe(625)
  expect((here.user + here.system) / (everywhere.user + everywhere.system)).toBeLessThan(0.2)
})

it('a build whose feed fails, or that is aborted, rejects and leaves no worker behind', async () => {
  const failing = buildInWorker({ feedModule, feedOptions: { seed, stores: -1 } })
  await expect(failing).rejects.toThrow('the catalogue is away')
  const stop = new AbortController()
  const aborted = buildInWorker({ feedModule, feedOptions: { seed, stores: 1_000_000 } }, undefined, stop.signal)
  stop.abort()
  await expect(aborted).rejects.toThrow('abort')
})

it('builds that follow each other share a worker, and the one after a failure has a new one', async () => {
  const started: unknown[] = []
  const note = (worker: unknown): void => void started.push(worker)
  process.on('worker', note)
  onTestFinished(() => void process.off('worker', note))
  const build = async (stores: number) => (await buildInWorker({ feedModule, feedOptions: { seed, stores } })).segment
  for (const stores of [60, 61, 62]) expect((await build(stores)).scores.length).toBeGreaterThan(0)
  expect(started.length).toBeLessThanOrEqual(1)
  await expect(build(-1)).rejects.toThrow('the catalogue is away')
  expect((await build(60)).scores).toEqual((await build(60)).scores)
  expect(started.length).toBeGreaterThan(0)
})

const running: CatalogueFollower[] = []
afterEach(async () => {
  await Promise.all(running.splice(0).map((follower) => follower.stop()))
})

/** A catalogue that a test changes by hand, and what is published of it. */
function startFollowing(snapshots?: Snapshots) {
  const state = { version: 1, suppressionVersion: 0, erasures: 0, stateId: 'first' }
  const seen = {
    published: [] as (readonly PublishedSegment[])[],
    suppressions: 0,
    errors: [] as unknown[],
    failures: 0,
    asked: [] as (number | null)[],
    isUnknown: false,
  }
  const follower = followCatalogue(
    {
      build: async (changes) => {
        if (seen.failures-- > 0) throw new Error('the feed broke')
        seen.asked.push(changes?.version ?? null)
        const isWhole = changes === undefined || seen.isUnknown
        return { ...state, isWhole, segment: await buildSegment(feedOf([randomCatalogue(seed, 3)])) }
      },
      readState: async () => ({ ...state }),
      snapshots,
    },
    {
      pollMilliseconds: 5,
      publish: async (segments) => void seen.published.push(segments),
      onSuppressions: async () => void seen.suppressions++,
      onError: (error) => seen.errors.push(error),
    },
  )
  running.push(follower)
  return { state, seen, follower }
}

it('S11: a new catalogue is published by itself; a build that fails is reported and retried', async () => {
  const { state, seen, follower } = startFollowing()
  await follower.start()
  expect(seen.published).toHaveLength(1)
  seen.failures = 3
  state.version += 1
  await until(
    async () => seen.published.length,
    (count) => count === 2,
  )
  expect(seen.errors).toHaveLength(3)
})

const publishedAs = ({ published }: { published: (readonly PublishedSegment[])[] }) =>
  published.map((segments) => segments.map(({ number }) => number))

it('S14: a change adds a segment of what changed; many of them become one; what is not known is built whole', async () => {
  const { state, seen, follower } = startFollowing()
  await follower.start()
  const raise = async () => {
    const before = seen.published.length
    state.version += 1
    await until(
      async () => seen.published.length,
      (count) => count > before,
    )
  }
  for (let change = 0; change < 5; change++) await raise()
  expect(publishedAs(seen)).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5], [1, 6]])
  expect(seen.asked).toEqual([null, 1, 2, 3, 4, 1])
  seen.isUnknown = true
  await raise()
  expect(publishedAs(seen).at(-1)).toEqual([7])
})

it('S12: a catalogue with an older version is built whole', async () => {
  const { state, seen, follower } = startFollowing()
  state.version = 9
  await follower.start()
  state.version = 4
  await until(
    async () => seen.published.length,
    (count) => count === 2,
  )
  expect(seen.asked).toEqual([null, null])
})

const keptFor = async (state: { version: number }): Promise<BuiltSegment> => ({
  suppressionVersion: 0,
  erasures: 0,
  stateId: 'kept',
  isWhole: true,
  ...state,
  segment: await buildSegment(feedOf([randomCatalogue(seed, 3)])),
})

it('S15: a start takes over what an earlier run has built, and reads only what has changed since', async () => {
  const { state, seen, follower } = startFollowing({ load: () => keptFor({ version: 4 }), save: async () => {} })
  state.version = 6
  await follower.start()
  expect(seen.asked).toEqual([4])
  expect(publishedAs(seen)).toEqual([[1, 2]])
})

it('S15: every whole build is kept as a snapshot; when it can’t be, that is reported and changes nothing', async () => {
  const kept: BuiltSegment[] = []
  const { state, seen, follower } = startFollowing({
    load: async () => null,
    save: async (built) => {
      kept.push(built)
      throw new Error('no space left')
    },
  })
  await follower.start()
  state.version += 1
  await until(
    async () => seen.published.length,
    (count) => count === 2,
  )
  expect(kept).toHaveLength(1)
  expect(seen.errors).toEqual([new Error('no space left')])
})

it('S16: when somebody was erased, everything is built again', async () => {
  const { state, seen, follower } = startFollowing()
  await follower.start()
  state.erasures += 1
  await until(
    async () => seen.published.length,
    (count) => count === 2,
  )
  expect(seen.asked).toEqual([null, null])
})

it('suppressions by themselves build nothing', async () => {
  const { state, seen, follower } = startFollowing()
  await follower.start()
  state.suppressionVersion += 1
  await until(
    async () => seen.suppressions,
    (count) => count === 1,
  )
  expect(seen.published).toHaveLength(1)
})

it('S12: segments are thrown away on demand, and built again', async () => {
  const { seen, follower } = startFollowing()
  await follower.start()
  follower.startOver()
  await until(
    async () => seen.published.length,
    (count) => count === 2,
  )
})

it('stop ends a build that is under way', async () => {
  const building = Promise.withResolvers<void>()
  const follower = followCatalogue(
    {
      build: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          building.resolve()
        }),
      readState: async () => ({ version: 1, suppressionVersion: 0, erasures: 0 }),
    },
    { publish: async () => {}, onSuppressions: async () => {}, onError: () => {} },
  )
  const started = follower.start().then(
    () => 'built',
    () => 'ended',
  )
  await building.promise
  await follower.stop()
  expect(await started).toBe('ended')
})
