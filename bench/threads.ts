import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config.ts'
import { type Service, startService } from '../src/main.ts'
import { findFreePort } from '../test/support/browser.ts'
import { benchSecrets, createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { openSearchAccount } from './search-account.ts'
import { loadSearch } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom } from './search-rows.ts'

const counts = [1, 2, 4]
const rounds = 3
const load = { connections: 32, seconds: 4 }

/**
 * `npm run bench threads`: searches over HTTP on one node with 1, 2 and 4 threads, in alternating rounds, and its memory. The
 * load generator and the database run on the same machine: where it has few cores they share them with the threads.
 */
export async function run(): Promise<void> {
  const bench = await openBenchDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'prospector-threads-'))
  const app = createBenchApp(bench)
  const rates = new Map(counts.map((count) => [count, [] as number[]]))
  const memory = new Map<number, number>()
  try {
    await pourCatalogue(bench.database, { contacts: 250_000, seed: 1 }, false)
    const random = randomFrom(1)
    const bodies = Array.from({ length: 200 }, () => JSON.stringify(contactQuery(random)))
    const requests = { apiKey: await openSearchAccount(app), bodies }
    for (let round = 0; round < rounds; round += 1) {
      for (const count of counts) {
        const service = await serve(bench.url, folder, count)
        await loadSearch(service.publicUrl, requests, { ...load, seconds: 1 })
        rates.get(count)!.push((await loadSearch(service.publicUrl, requests, load)).perSecond)
        memory.set(count, process.memoryUsage.rss())
        await service.stop()
      }
    }
  } finally {
    await app.stop()
    await bench.close()
    rmSync(folder, { recursive: true })
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!
  const base = middle(rates.get(1)!)
  console.log('\n| threads | searches a second | against one | memory of the process |\n|---|---|---|---|')
  for (const count of counts) {
    const rate = middle(rates.get(count)!)
    const megabytes = Math.round(memory.get(count)! / 1e6)
    console.log(
      `| ${count} | ${Math.round(rate).toLocaleString('en')} | ${(rate / base).toFixed(2)} | ${megabytes} MB |`,
    )
  }
}

async function serve(url: string, folder: string, threads: number): Promise<Service> {
  const settings = {
    DATABASE_URL: url,
    AUTH_SECRET: benchSecrets.authSecret.toString('base64'),
    CHANNEL_KEY: benchSecrets.channelKeys[0]!.toString('base64'),
    DATA_DIR: folder,
    PORT: String(await findFreePort()),
    THREADS: String(threads),
    LOG_LEVEL: 'silent',
    BILLING: 'sandbox',
  }
  return startService(readConfig(settings))
}
