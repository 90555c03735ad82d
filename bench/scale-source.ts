import { keepSnapshots } from '../src/search/indexing/keep-snapshot.ts'
import { createSearch } from '../src/search/serve/create-search.ts'
import type { SearchIndex } from '../src/search/serve/search-index.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { changedWord, changeStores } from './change-stores.ts'
import { type RowsFeed, stateId } from './rows-feed.ts'
import { pourCatalogue } from './search-pour.ts'
import type { LoopWatch } from './watch-event-loop.ts'

/** One run of a node's index. */
export type OpenedSource = {
  searchIndex: SearchIndex
  start(): Promise<void>
  stop(): Promise<void>
  /** Changes 1,000 stores, and resolves with the seconds until all of them are found under their new names. */
  change(watch: LoopWatch): Promise<number>
}

/** A catalogue from which indexes are opened, one after the other. */
export type Source = {
  open(snapshotPath: string): OpenedSource
  /** What went into making rows, in milliseconds: not the index's work. */
  makingMs(): number
  close(): Promise<void>
}

export async function pouredSource(contacts: number): Promise<Source> {
  const bench = await openBenchDatabase()
  await pourCatalogue(bench.database, { contacts, seed: 1 }, false)
  return {
    open(snapshotPath) {
      const app = createBenchApp(bench, { snapshotPath })
      return {
        searchIndex: app.searchIndex,
        start: app.start,
        stop: app.stop,
        change: (watch) => changeStores(app, 1_000, watch.leaveOut),
      }
    },
    makingMs: () => 0,
    close: bench.close,
  }
}

/** Without a database: everything but reading from it is the same. */
export async function rowsSource(contacts: number): Promise<Source> {
  const feedOptions: RowsFeed = { contacts, version: 1, makingMs: new Float64Array(new SharedArrayBuffer(8)) }
  const state = () => ({ version: feedOptions.version, suppressionVersion: 0, erasures: 0 })
  return {
    open(path) {
      const { searchIndex, start, stop } = createSearch({
        feed: { feedModule: new URL('./rows-feed.ts', import.meta.url), feedOptions },
        readState: async () => state(),
        changesSince: async () => ({ version: 0, changes: [] }),
        onWarning: (message, error) => console.warn(message, error ?? ''),
        snapshots: keepSnapshots({
          path,
          isOfThisCatalogue: async (kept) => kept.stateId === stateId,
          onRefused: (reason) => console.warn(`the kept index is thrown away: ${reason}`),
        }),
      })
      return { searchIndex, start, stop, change: (watch) => changeRows(searchIndex, feedOptions, watch) }
    },
    makingMs: () => feedOptions.makingMs[0]!,
    close: async () => {},
  }
}

async function changeRows(searchIndex: SearchIndex, feedOptions: RowsFeed, watch: LoopWatch): Promise<number> {
  feedOptions.version += 1
  const query = { store: { query: changedWord(feedOptions.version) } }
  const began = performance.now()
  const total = () => searchIndex.reader().searchStores({ query, limit: 1 }).total
  while (watch.leaveOut(total) < 1_000) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return (performance.now() - began) / 1_000
}
