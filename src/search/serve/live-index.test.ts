import { expect, test } from 'vitest'
import { buildInWorker } from '../build/build-in-worker.ts'
import { buildIndex } from '../build/build-index.ts'
import { feedOf, type StoreWithContacts } from '../build/rows-fixture.ts'
import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import { attachIndex } from './catalogue-index.ts'
import { createLiveIndex } from './live-index.ts'

const feedModule = new URL('../build/worker-feed-fixture.ts', import.meta.url)
const rows = randomCatalogue(31, 60)
const everyone = { query: {}, limit: 10_000 }

const revealable = (catalogue: StoreWithContacts[]) =>
  catalogue
    .flatMap(({ contacts }) => contacts)
    .filter((contact) => contact.hasEmail || contact.hasPhone || contact.hasLinkedin)
    .map(({ id }) => id)

/** A build that the test finishes by hand. */
function heldBuilds() {
  const waiting: ((buffers: Promise<IndexBuffers>) => void)[] = []
  return {
    build: () => new Promise<IndexBuffers>((resolve) => waiting.push(resolve)),
    started: () => waiting.length,
    finish: (at: number, catalogue: StoreWithContacts[]) => waiting[at]!(buildIndex(feedOf([catalogue]))),
    fail: (at: number) => waiting[at]!(Promise.reject(new Error('the catalogue is away'))),
  }
}

test('S11: a worker builds the same index, and hands it over without a copy', async () => {
  const { buffers, version } = await buildInWorker({ feedModule, feedOptions: { seed: 31, stores: 60 } })
  const here = attachIndex(await buildIndex(feedOf([rows])))
  expect(attachIndex(buffers).searchContacts(everyone)).toEqual(here.searchContacts(everyone))
  expect(version).toBe(31)
  expect(buffers.contactIds.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(buffers.fields['store.apps']!.postings.pool.buffer).toBeInstanceOf(SharedArrayBuffer)
})

test('S11: while a worker builds 20,000 stores, the main thread works for less than 50 ms in all', async () => {
  // Processor time of this thread, not the clock: a busy machine must not fail the test.
  const before = process.threadCpuUsage()
  const { buffers } = await buildInWorker({ feedModule, feedOptions: { seed: 32, stores: 20_000 } })
  const index = attachIndex(buffers)
  const { user, system } = process.threadCpuUsage(before)
  expect(index.storeCount).toBe(20_000)
  expect((user + system) / 1000).toBeLessThan(50)
})

test('a build whose feed fails, or that is aborted, rejects and leaves no worker behind', async () => {
  const failing = buildInWorker({ feedModule, feedOptions: { seed: 1, stores: -1 } })
  await expect(failing).rejects.toThrow('the catalogue is away')
  const stop = new AbortController()
  const aborted = buildInWorker({ feedModule, feedOptions: { seed: 1, stores: 1_000_000 } }, stop.signal)
  stop.abort()
  await expect(aborted).rejects.toThrow('abort')
})

test('S6: a suppression during a build holds in the index before it and in the index it gives', async () => {
  const builds = heldBuilds()
  const live = createLiveIndex(builds.build)
  expect(live.current()).toBeNull()
  const [gone, back] = revealable(rows)
  const begun = live.refresh()
  live.suppress([gone!, back!])
  live.unsuppress([back!])
  builds.finish(0, rows)
  await begun
  const ids = live.current()!.searchContacts(everyone).ids
  expect(ids).not.toContain(gone)
  expect(ids).toContain(back)
})

test('a contact restored that the index was built without comes back with the next refresh', async () => {
  const builds = heldBuilds()
  const live = createLiveIndex(builds.build)
  const [hidden] = revealable(rows)
  const without = rows.map(({ store, contacts }) => ({ store, contacts: contacts.filter(({ id }) => id !== hidden) }))
  const first = live.refresh()
  builds.finish(0, without)
  await first
  live.unsuppress([hidden!])
  expect(live.current()!.searchContacts(everyone).ids).not.toContain(hidden)
  const second = live.refresh()
  builds.finish(1, rows)
  await second
  expect(live.current()!.searchContacts(everyone).ids).toContain(hidden)
})

test('S11: refreshes asked for during a build share the one that follows it', async () => {
  const builds = heldBuilds()
  const live = createLiveIndex(builds.build)
  const first = live.refresh()
  const second = live.refresh()
  const third = live.refresh()
  builds.finish(0, rows.slice(0, 10))
  await first
  expect(live.current()!.storeCount).toBe(10)
  await expect.poll(builds.started).toBe(2)
  builds.finish(1, rows)
  await Promise.all([second, third])
  expect(live.current()!.storeCount).toBe(60)
  expect(builds.started()).toBe(2)
})

test('S11: a build that fails leaves the old index in place, and the next one may succeed', async () => {
  const builds = heldBuilds()
  const live = createLiveIndex(builds.build)
  const first = live.refresh()
  builds.finish(0, rows)
  await first
  const before = live.current()
  const second = live.refresh()
  builds.fail(1)
  await expect(second).rejects.toThrow('the catalogue is away')
  expect(live.current()).toBe(before)
  const third = live.refresh()
  builds.finish(2, rows)
  await third
  expect(live.current()).not.toBe(before)
})
