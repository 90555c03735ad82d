import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ContactQuery, StoreQuery } from '../src/search/schema/filters.ts'
import type { SearchIndex } from '../src/search/serve/search-index.ts'
import { median, quantile } from './measure.ts'
import { type OpenedSource, pouredSource, rowsSource, type Source } from './scale-source.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom } from './search-rows.ts'
import { type LoopWatch, watchEventLoop } from './watch-event-loop.ts'

type Row = [label: string, value: string]

/** As many changes as make the small segments one again. */
const changesUntilMerge = 5

/**
 * `npm run bench scale [-- --contacts 500000,5000000] [--rows]`: for each size, poured into a database directly or, with
 * `--rows`, straight into the builder: what the index takes in memory, to build, to keep in a file and to start from it, how
 * soon 1,000 changed stores show, how long each of these holds the event loop, and what a search costs in the index. Prints a
 * Markdown table, a column for each size. On two busy cores, a million contacts take a minute from a database.
 */
export async function run(options: string[]): Promise<void> {
  const at = options.indexOf('--contacts')
  const sizes = (at < 0 ? '500000,5000000' : options[at + 1]!).split(',').map(Number)
  const openSource = options.includes('--rows') ? rowsSource : pouredSource
  const columns: Row[][] = []
  for (const contacts of sizes) columns.push(await measureAt(contacts, await openSource(contacts)))
  console.log(`\n| contacts | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |`)
  console.log(`|---|${sizes.map(() => '---').join('|')}|`)
  for (const [row, [label]] of columns[0]!.entries()) {
    console.log(`| ${label} | ${columns.map((column) => column[row]![1]).join(' | ')} |`)
  }
}

async function measureAt(contacts: number, source: Source): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'prospector-scale-'))
  const snapshotPath = join(folder, 'base.snapshot')
  const rows: Row[] = []
  const add = (...more: Row[]): void => {
    rows.push(...more)
    for (const [label, value] of more) console.log(`${contacts.toLocaleString('en')} contacts, ${label}: ${value}`)
  }
  try {
    await during(source.open(snapshotPath), async (first) => {
      const built = await held(first.start)
      const seconds = built.seconds - source.makingMs() / 1_000
      add(['built, in a thread of its own', `${seconds.toFixed(1)} s (${perSecond(contacts / seconds)} contacts/s)`])
      add(['… event loop meanwhile', built.loop])
      const kept = await held(() => until(() => existsSync(snapshotPath)))
      add(['kept in a file, in the background', `${kept.seconds.toFixed(1)} s`], ['… event loop meanwhile', kept.loop])
      add(['bytes a contact, with previews and names', (statSync(snapshotPath).size / contacts).toFixed(1)])
      add(...searches(first.searchIndex))
      add(...(await changes(first)))
    })
    collectGarbage()
    await during(source.open(snapshotPath), async (next) => {
      const started = await held(next.start)
      add(['ready from the file, with the changes since', `${started.seconds.toFixed(2)} s`])
      add(['… event loop meanwhile', started.loop])
    })
    add(['memory of the process at its peak', `${(process.resourceUsage().maxRSS / 2 ** 20).toFixed(1)} GiB`])
    return rows
  } finally {
    await source.close()
    rmSync(folder, { recursive: true })
  }
}

async function during(opened: OpenedSource, work: (opened: OpenedSource) => Promise<void>): Promise<void> {
  try {
    await work(opened)
  } finally {
    await opened.stop()
  }
}

/** Two indexes of 50 million contacts would not fit: the one before must be gone when the next is read. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

const perSecond = (rate: number): string => Math.round(rate).toLocaleString('en')

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5)
}

/** How long it took, and how long at most it held the event loop. */
async function held(work: (watch: LoopWatch) => Promise<unknown>): Promise<{ seconds: number; loop: string }> {
  const watch = watchEventLoop()
  const began = performance.now()
  await work(watch)
  const seconds = (performance.now() - began) / 1_000
  await pause(20)
  const { longestDelay, longestWork, inKernel } = watch.stop()
  const own = `${longestWork.toFixed(0)} ms of work (${inKernel.toFixed(0)} in the kernel)`
  return { seconds, loop: `${own}, ${longestDelay.toFixed(0)} ms by the clock` }
}

function timesOf<Query>(queries: Query[], search: (query: Query) => unknown): number[] {
  return queries.map((query) => {
    const began = performance.now()
    search(query)
    return performance.now() - began
  })
}

function searches(searchIndex: SearchIndex): Row[] {
  const random = randomFrom(3)
  const reader = searchIndex.reader()
  const mixed: ContactQuery[] = Array.from({ length: 600 }, () => contactQuery(random))
  const times = timesOf(mixed, (query) => reader.searchContacts({ query, limit: 25 })).slice(100)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  const names: StoreQuery[] = ['b', 's', 'r', 'bofa', 'bofa lase', 'bofafu', 'bofaft'].map((query) => ({
    store: { query },
  }))
  const byName = timesOf([...names, ...names, ...names], (query) => reader.searchStores({ query, limit: 25 }))
  const ms = (time: number): string => `${time.toFixed(2)} ms`
  return [
    ['a search in the index, median', ms(median(times))],
    ['… 99th percentile', ms(quantile(times, 0.99))],
    ['… worst', ms(Math.max(...times))],
    ['… a second, on one core', perSecond(1_000 / mean)],
    ['stores by name, from one letter to a word with a typo: median', ms(median(byName.slice(names.length)))],
    ['… worst', ms(Math.max(...byName.slice(names.length)))],
  ]
}

async function changes({ change }: OpenedSource): Promise<Row[]> {
  const seconds: number[] = []
  const watched = await held(async (watch) => {
    for (let round = 0; round < changesUntilMerge; round += 1) seconds.push(await change(watch))
  })
  return [
    ['1,000 changed stores visible after, median', `${median(seconds).toFixed(2)} s`],
    ['… when the small segments become one', `${seconds.at(-1)!.toFixed(2)} s`],
    ['… event loop meanwhile', watched.loop],
  ]
}
