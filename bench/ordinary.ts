import Fastify from 'fastify'
import type { App } from '../src/app.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { loadGenerator } from './load-generator.ts'
import { compareSearches } from './ordinary/compare-searches.ts'
import { LuceneMissing } from './ordinary/lucene.ts'
import { compareRates, printRates } from './ordinary/rates.ts'
import { serveReveal } from './ordinary/reveal.ts'
import { createOrdinaryTables, openPool } from './ordinary/tables.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { contactsPerStore } from './search-rows.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const accountCount = 500
/** Reveals that each needs a contact of its own. */
const contactCount = 200_000
/** So many that an engine which remembers results gains nothing from the round before. */
const aloneQueries = 300

/**
 * `npm run bench ordinary [-- reveals | searches] [--stores N,N] [--seconds N] [--duckdb] [--lucene] [--queries N]`: against what a good
 * engineer would write in a day (bench/ordinary): Fastify, pg, one transaction a reveal, and PostgreSQL, DuckDB or Lucene for the search,
 * with the same rows, checks and answers. `--queries` is for the engines alone. Prints Markdown tables.
 */
export async function run(options: string[]): Promise<void> {
  const [seconds] = readCounts(options, '--seconds', [6])
  const [aloneCount] = readCounts(options, '--queries', [aloneQueries])
  if (!options.includes('searches')) await compareReveals(seconds!)
  if (options.includes('reveals')) return
  try {
    for (const stores of readCounts(options, '--stores', [200_000])) {
      await compareSearches({
        contacts: Math.round(stores * contactsPerStore),
        seconds: seconds!,
        withDuckDb: options.includes('--duckdb'),
        withLucene: options.includes('--lucene'),
        aloneCount: aloneCount!,
      })
    }
  } catch (error) {
    if (!(error instanceof LuceneMissing)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

function readCounts(options: string[], name: string, fallback: number[]): number[] {
  const at = options.indexOf(name)
  return at < 0 ? fallback : options[at + 1]!.split(',').map(Number)
}

async function compareReveals(seconds: number): Promise<void> {
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  const pool = openPool(bench.url)
  const server = Fastify()
  try {
    const keys: string[] = []
    for (let at = 0; at < accountCount; at += 1) {
      keys.push((await openUnlimitedAccount(app.database, `account${at}`)).apiKey)
    }
    const contactIds = await plantCatalogue(app, contactCount)
    await createOrdinaryTables(bench.database)
    serveReveal(server, pool, app.channelKeys)
    const addresses = await listenBoth(app, server)
    await expectSameReveals(addresses, keys[0]!, contactIds.at(-1)!)
    const load = await loadGenerator({ keys, contactIds })
    await load.run(addresses.ours, 16, 2)
    await load.run(addresses.ordinary, 16, 2)
    const rows = await compareRates(['ordinary'], (name, connections) =>
      load.run(addresses[name]!, connections, seconds),
    )
    await load.close()
    printRates('reveals', ['one transaction each'], rows)
  } finally {
    await server.close()
    await app.stop()
    await pool.end()
    await bench.close()
  }
}

async function listenBoth(app: App, server: { listen(at: { host: string; port: number }): Promise<string> }) {
  const at = { host: '127.0.0.1', port: 0 }
  return { ours: await app.http.server.listen(at), ordinary: await server.listen(at) } as Record<string, string> & {
    ours: string
    ordinary: string
  }
}

/** A baseline that answers less would be no baseline. */
async function expectSameReveals({ ours, ordinary }: Record<string, string>, apiKey: string, contactId: string) {
  const reveal = async (address: string) => {
    const answer = await fetch(`${address}/api/v1/contacts/reveal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': 'same' },
      body: JSON.stringify({ contact_ids: [contactId] }),
    })
    const varies = ['request_id', 'revealed_at']
    return JSON.stringify(await answer.json(), (name, value) => (varies.includes(name) ? '' : value))
  }
  const [first, second] = [await reveal(ours!), await reveal(ordinary!)]
  if (first !== second) throw new Error(`A reveal answers\n${first}\nand the ordinary one\n${second}`)
}
