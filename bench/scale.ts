import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../src/app.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { changeStores } from './change-stores.ts'
import { median, quantile } from './measure.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom } from './search-rows.ts'

const seconds = (began: number): string => `${((performance.now() - began) / 1_000).toFixed(2)} s`

/**
 * `npm run bench scale [-- --contacts 500000,5000000]`: for each size, poured into a database directly: what the index takes in
 * memory, to build, to keep in a file and to start from it, how soon 1,000 changed stores show and what they do to the event
 * loop, and what a search costs in the index. About 25 s for a million contacts. Prints a Markdown table, a column for each size.
 */
export async function run(options: string[]): Promise<void> {
  const at = options.indexOf('--contacts')
  const sizes = (at < 0 ? '500000,5000000' : options[at + 1]!).split(',').map(Number)
  const columns: [string, string][][] = []
  for (const contacts of sizes) columns.push(await measureAt(contacts))
  console.log(`\n| contacts | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} |`)
  console.log(`|---|${sizes.map(() => '---').join('|')}|`)
  for (const [row, [label]] of columns[0]!.entries()) {
    console.log(`| ${label} | ${columns.map((column) => column[row]![1]).join(' | ')} |`)
  }
}

async function measureAt(contacts: number): Promise<[string, string][]> {
  const bench = await openBenchDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'prospector-scale-'))
  const snapshotPath = join(folder, 'base.snapshot')
  const open = () => createBenchApp(bench, { snapshotPath })
  const rows: [string, string][] = []
  try {
    await pourCatalogue(bench.database, { contacts, seed: 1 }, false)
    const app = open()
    let began = performance.now()
    await app.start()
    rows.push(['built from the database', seconds(began)])
    began = performance.now()
    while (!existsSync(snapshotPath)) await pause(10)
    rows.push(['kept in a file, in the background', seconds(began)])
    rows.push(['bytes a contact, with previews and names', (statSync(snapshotPath).size / contacts).toFixed(1)])
    rows.push(...searches(app))
    rows.push(...(await changes(app)))
    await app.stop()
    const next = open()
    began = performance.now()
    await next.start()
    rows.push(['ready from the file, with the changes since', seconds(began)])
    await next.stop()
    return rows
  } finally {
    await bench.close()
    rmSync(folder, { recursive: true })
  }
}

function searches({ searchIndex }: App): [string, string][] {
  const random = randomFrom(3)
  const reader = searchIndex.reader()
  const times = Array.from({ length: 600 }, () => {
    const query = contactQuery(random)
    const began = performance.now()
    reader.searchContacts({ query, limit: 25 })
    return performance.now() - began
  }).slice(100)
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  return [
    ['a search in the index, median', `${median(times).toFixed(3)} ms`],
    ['a search in the index, 99th percentile', `${quantile(times, 0.99).toFixed(2)} ms`],
    ['searches a second on one core, index alone', Math.round(1_000 / mean).toLocaleString('en')],
  ]
}

async function changes(app: App): Promise<[string, string][]> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  await changeStores(app, 1_000)
  delay.enable()
  const visible = await changeStores(app, 1_000)
  delay.disable()
  return [
    ['1,000 changed stores visible after', `${visible.toFixed(2)} s`],
    ['longest event-loop delay meanwhile', `${(delay.max / 1e6).toFixed(0)} ms`],
  ]
}
