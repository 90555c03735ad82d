import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import type { Database } from '../src/db/database.ts'
import { openBenchDatabase } from './bench-database.ts'
import { loadGenerator } from './load-generator.ts'
import { median } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { residentMb } from './resident-memory.ts'
import { loadSearch, type SearchRequests } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { randomFrom } from './search-rows.ts'
import { serveNode } from './serve-node.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const counts = [1, 2, 4]
const rounds = 3
const connections = 32
const seconds = 4
const warmUpSeconds = 1
const accountCount = 100
/** A multiple of the accounts, so that no account reveals a contact twice. Searches find these contacts, too. */
const revealableCount = 20_000
const secret = randomBytes(32)

type Workload = { searches: SearchRequests; reveals: Awaited<ReturnType<typeof loadGenerator>> }
type ThreadFigures = { searches: number; reveals: number; memoryMb: number }

/**
 * `npm run bench threads [-- contacts]`: searches and reveals over HTTP on one node with 1, 2 and 4 threads, in alternating
 * rounds, and its memory afterwards. Every node is a new process that builds its index, so that none has memory of another. The
 * load generator and the database run on the same machine: where it has few cores they share them with the threads.
 */
export async function run([contacts = '250000']: string[]): Promise<void> {
  const bench = await openBenchDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'prospector-threads-'))
  let workload: Workload | undefined
  try {
    await pourCatalogue(bench.database, { contacts: Number(contacts), seed: 1 }, false)
    workload = await prepareWorkload(bench.database)
    const measured = new Map(counts.map((count) => [count, [] as ThreadFigures[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const count of counts) {
        const dataDir = join(folder, `${round}-${count}`)
        measured.get(count)!.push(await measureNode(bench.url, dataDir, count, workload))
      }
    }
    print(measured)
  } finally {
    await workload?.reveals.close()
    await bench.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepareWorkload(database: Database): Promise<Workload> {
  const contactIds = await plantCatalogue({ database, channelKeys: createChannelKeys([secret]) }, revealableCount)
  const keys: string[] = []
  for (let at = 0; at < accountCount; at += 1) {
    const { apiKey } = await openUnlimitedAccount(database, `account${at}`)
    keys.push(apiKey)
  }
  const random = randomFrom(1)
  const bodies = Array.from({ length: 200 }, () => JSON.stringify(contactQuery(random)))
  return { searches: { apiKey: keys[0]!, bodies }, reveals: await loadGenerator({ keys, contactIds }) }
}

async function measureNode(
  databaseUrl: string,
  dataDir: string,
  threads: number,
  { searches, reveals }: Workload,
): Promise<ThreadFigures> {
  const key = secret.toString('base64')
  const { child, address } = await serveNode({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    AUTH_SECRET: key,
    CHANNEL_KEY: key,
    THREADS: String(threads),
    BILLING: 'off',
  })
  const ended = once(child, 'exit')
  try {
    await loadSearch(address, searches, { connections, seconds: warmUpSeconds })
    const { perSecond } = await loadSearch(address, searches, { connections, seconds })
    await reveals.run(address, connections, warmUpSeconds)
    const revealsPerSecond = await reveals.run(address, connections, seconds)
    return { searches: perSecond, reveals: revealsPerSecond, memoryMb: await residentMb(child) }
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

function print(measured: Map<number, ThreadFigures[]>): void {
  const middle = (count: number, what: keyof ThreadFigures) => median(measured.get(count)!.map((one) => one[what]))
  const columns = (count: number, what: 'searches' | 'reveals') => {
    const rate = middle(count, what)
    return `${Math.round(rate).toLocaleString('en')} | ${(rate / middle(counts[0]!, what)).toFixed(2)}`
  }
  console.log('\n| threads | searches a second | against one | reveals a second | against one | memory of the node |')
  console.log('|---|---|---|---|---|---|')
  for (const count of counts) {
    const memory = Math.round(middle(count, 'memoryMb'))
    console.log(`| ${count} | ${columns(count, 'searches')} | ${columns(count, 'reveals')} | ${memory} MB |`)
  }
}
