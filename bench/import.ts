import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { rawSql } from '../src/base/sql.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { importCatalogue } from '../src/catalog/import/import-catalogue.ts'
import { openInputs } from '../src/catalog/import/inputs/open-inputs.ts'
import { prepareInputs, readLines } from '../src/catalog/import/inputs/read-inputs.ts'
import type { Database } from '../src/db/database.ts'
import { demoCatalogue } from '../src/demo/catalogue.ts'
import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { measureIngestion } from './import-ingest.ts'
import { type TableFiles, writeTables } from './import-tables.ts'
import { alternate, perSecond, report, target } from './measure.ts'

const stores = Number(process.env.BENCH_STORES ?? 40_000)
const rounds = 3
/** The same as in import-process.ts: a catalogue is matched by one key. */
const channelKeys = createChannelKeys([Buffer.alloc(32, 1)])

/** `npm run bench import`: a whole import, from the file to the last commit, against a raw COPY of the rows it leaves. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-bench-import-'))
  const bench = await openBenchDatabase()
  try {
    await compareWithCopy(bench, folder)
    await measureMemory(bench, folder)
    await measureIngestion(bench.database, channelKeys, stores)
  } finally {
    await bench.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compareWithCopy({ database }: BenchDatabase, folder: string): Promise<void> {
  const file = await writeCatalogue(folder, stores)
  const tables = await writeTables(folder, demoCatalogue({ stores, seed: 1 }))
  const { contacts: met } = await importFile(database, file)
  const contacts = met.new + met.changed + met.unchanged
  const rows = await dumpRows(database, folder)
  await database.query(
    rawSql(`
      CREATE TABLE raw_stores (LIKE stores INCLUDING ALL);
      CREATE TABLE raw_contacts (LIKE contacts INCLUDING ALL, FOREIGN KEY (store_id) REFERENCES raw_stores)`),
  )
  const rate = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now()
    await work()
    return (contacts * 1_000) / (performance.now() - start)
  }
  const results = await alternate(rounds, {
    copy: async () => {
      await database.query(rawSql('TRUNCATE raw_stores, raw_contacts'))
      return rate(() => copyRows(database, rows))
    },
    fresh: async () => {
      await database.query(rawSql('TRUNCATE stores, contacts'))
      return rate(() => importFile(database, file))
    },
    again: () => rate(() => importFile(database, file)),
    csv: async () => {
      await database.query(rawSql('TRUNCATE stores, contacts'))
      return rate(() => importTables(database, tables.csv))
    },
    parquet: async () => {
      await database.query(rawSql('TRUNCATE stores, contacts'))
      return rate(() => importTables(database, tables.parquet))
    },
  })
  report(`Import of ${stores.toLocaleString('en')} stores with ${contacts.toLocaleString('en')} contacts`, [
    ['raw COPY of the same rows, contacts', perSecond(results.copy)],
    ['import into an empty catalogue', perSecond(results.fresh)],
    ['import / COPY', target(results.fresh / results.copy, 0.25, 'at least')],
    ['import of the same file again', perSecond(results.again)],
    ['again / COPY', target(results.again / results.copy, 0.25, 'at least')],
    ['CSV of stores and of contacts, into an empty catalogue', perSecond(results.csv)],
    ['CSV / COPY', (results.csv / results.copy).toFixed(2)],
    ['the same as Parquet', perSecond(results.parquet)],
    ['Parquet / COPY', (results.parquet / results.copy).toFixed(2)],
  ])
}

async function importFile(database: Database, file: string) {
  return importCatalogue(database, { source: readLines(await openInputs([file], process.stdin)), channelKeys })
}

async function importTables(database: Database, files: TableFiles) {
  const inputs = [
    ...(await openInputs([files.stores], process.stdin)),
    ...(await openInputs([files.contacts], process.stdin, { about: 'contacts' })),
  ]
  return importCatalogue(database, { source: (await prepareInputs(inputs)).source, channelKeys })
}

async function writeCatalogue(folder: string, count: number): Promise<string> {
  const file = join(folder, `catalogue-${count}.ndjson`)
  const lines = demoCatalogue({ stores: count, seed: 1 }).map((store) => `${JSON.stringify(store)}\n`)
  await pipeline(Readable.from(lines), createWriteStream(file))
  return file
}

const tables = ['stores', 'contacts'] as const

async function dumpRows(database: Database, folder: string): Promise<Record<(typeof tables)[number], string>> {
  const client = await database.connect()
  const files = { stores: join(folder, 'stores.copy'), contacts: join(folder, 'contacts.copy') }
  for (const table of tables) {
    await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(files[table]))
  }
  await client.end()
  return files
}

async function copyRows(database: Database, files: Record<(typeof tables)[number], string>): Promise<void> {
  const client = await database.connect()
  for (const table of tables) {
    const rows = createReadStream(files[table], { highWaterMark: 256 * 1024 })
    await pipeline(rows, client.query(copyFrom(`COPY raw_${table} FROM STDIN`)))
  }
  await client.end()
}

/** Each in a process of its own, so that one leaves nothing behind in the other. */
async function measureMemory({ database, url }: BenchDatabase, folder: string): Promise<void> {
  const counts = [stores / 2, stores * 5]
  const peaks: number[] = []
  for (const count of counts) {
    await database.query(rawSql('TRUNCATE stores, contacts'))
    peaks.push(await peakMemoryOf(url, await writeCatalogue(folder, count)))
  }
  const [small, large] = peaks as [number, number]
  report('Peak memory of an importing process', [
    [`${counts[0]!.toLocaleString('en')} lines`, `${small.toFixed(0)} MB`],
    [`${counts[1]!.toLocaleString('en')} lines`, `${large.toFixed(0)} MB`],
    ['ten times the file / the file', target(large / small, 1.25, 'at most')],
  ])
}

async function peakMemoryOf(url: string, file: string): Promise<number> {
  const script = new URL('./import-process.ts', import.meta.url)
  const child = spawn(process.execPath, [script.pathname, file], {
    env: { ...process.env, BENCH_DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The importing process ended with code ${code}.`)
  return Number(output) / 1024
}
