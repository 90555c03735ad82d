import Fastify from 'fastify'
import pg from 'pg'
import type { App } from '../src/app.ts'
import type { ContactQuery } from '../src/search/schema/filters.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { loadGenerator } from './load-generator.ts'
import { alternate, perSecond } from './measure.ts'
import { openDuckDb } from './ordinary/duckdb.ts'
import { serveReveal } from './ordinary/reveal.ts'
import { ginEngine, type SearchEngine, serveSearch } from './ordinary/search.ts'
import { createOrdinaryTables } from './ordinary/tables.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { loadSearch, type SearchRequests } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { contactsPerStore, randomFrom } from './search-rows.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const connectionCounts = [1, 16, 64]
const rounds = 3
const accountCount = 500
/** Reveals that each needs a contact of its own. */
const contactCount = 200_000
const queryCount = 100
const seed = 1

/**
 * `npm run bench ordinary [-- reveals | searches] [--stores N] [--seconds N] [--duckdb]`: against what a good engineer would write
 * in a day (bench/ordinary): Fastify, pg, one transaction a reveal, and PostgreSQL or DuckDB for the search, with the same rows,
 * checks and answers. Prints Markdown tables.
 */
export async function run(options: string[]): Promise<void> {
  const seconds = readCount(options, '--seconds', 6)
  if (!options.includes('searches')) await compareReveals(seconds)
  if (!options.includes('reveals')) {
    const stores = readCount(options, '--stores', 200_000)
    await compareSearches(Math.round(stores * contactsPerStore), seconds, options.includes('--duckdb'))
  }
}

function readCount(options: string[], name: string, fallback: number): number {
  const at = options.indexOf(name)
  return at < 0 ? fallback : Number(options[at + 1])
}

/** More connections than cores, so that none is idle while another waits for the disk. */
const openPool = (url: string): pg.Pool => new pg.Pool({ connectionString: url, max: 32 })

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
    const rows = await compare(['ordinary'], (name, connections) => load.run(addresses[name]!, connections, seconds))
    await load.close()
    print('reveals', ['one transaction each'], rows)
  } finally {
    await server.close()
    await app.stop()
    await pool.end()
    await bench.close()
  }
}

async function compareSearches(contacts: number, seconds: number, withDuckDb: boolean): Promise<void> {
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  const pool = openPool(bench.url)
  const servers = { gin: Fastify(), duckdb: Fastify() }
  let duckdb: Awaited<ReturnType<typeof openDuckDb>> | null = null
  try {
    await pourCatalogue(app.database, { contacts, seed }, true)
    const { apiKey } = await openUnlimitedAccount(app.database, 'search')
    await createOrdinaryTables(bench.database)
    await app.start()
    const random = randomFrom(seed)
    const queries = Array.from({ length: queryCount }, () => contactQuery(random))
    const requests = { apiKey, bodies: queries.map((query) => JSON.stringify(query)) }
    const gin = ginEngine(pool)
    await expectSameTotals(app, gin, queries.slice(0, 20))
    serveSearch(servers.gin, pool, gin)
    const { ours, ordinary } = await listenBoth(app, servers.gin)
    const addresses: Record<string, string> = { ours, gin: ordinary }
    if (withDuckDb) {
      duckdb = await openDuckDb({ contacts, seed })
      await expectSameTotals(app, duckdb, queries)
      serveSearch(servers.duckdb, pool, duckdb)
      addresses.duckdb = await servers.duckdb.listen({ host: '127.0.0.1', port: 0 })
    }
    const others = Object.keys(addresses).filter((name) => name !== 'ours')
    for (const address of Object.values(addresses)) await searches(address, requests, 4, 2)
    const rows = await compare(others, (name, connections) =>
      searches(addresses[name]!, requests, connections, seconds),
    )
    const labels: Record<string, string> = { gin: 'PostgreSQL with GIN and a count', duckdb: 'DuckDB in process' }
    print(
      `searches in ${contacts.toLocaleString('en')} contacts`,
      others.map((name) => labels[name]!),
      rows,
    )
  } finally {
    for (const server of Object.values(servers)) await server.close()
    await app.stop()
    await pool.end()
    await duckdb?.close()
    await bench.close()
  }
}

const searches = async (address: string, requests: SearchRequests, connections: number, seconds: number) =>
  (await loadSearch(address, requests, { connections, seconds })).perSecond

async function listenBoth(app: App, server: { listen(at: { host: string; port: number }): Promise<string> }) {
  const at = { host: '127.0.0.1', port: 0 }
  return { ours: await app.http.server.listen(at), ordinary: await server.listen(at) } as Record<string, string> & {
    ours: string
    ordinary: string
  }
}

type Rates = Record<string, number> & { ours: number }

/** For each number of connections: alternating rounds, the median of each. */
async function compare(
  others: string[],
  measure: (name: string, connections: number) => Promise<number>,
): Promise<[number, Rates][]> {
  const measured: [number, Rates][] = []
  for (const connections of connectionCounts) {
    const contenders = Object.fromEntries(['ours', ...others].map((name) => [name, () => measure(name, connections)]))
    measured.push([connections, (await alternate(rounds, contenders)) as Rates])
  }
  return measured
}

function print(what: string, others: string[], measured: [number, Rates][]): void {
  const head = others.map((other) => ` ${other} | ratio |`).join('')
  console.log(`\n| ${what}, connections | ours |${head}\n|---|---|${'---|---|'.repeat(others.length)}`)
  for (const [connections, { ours, ...rates }] of measured) {
    const columns = Object.values(rates).map((rate) => ` ${perSecond(rate)} | ${(ours / rate).toFixed(1)} |`)
    console.log(`| ${connections} | ${perSecond(ours)} |${columns.join('')}`)
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

async function expectSameTotals({ searchIndex }: App, engine: SearchEngine, queries: ContactQuery[]): Promise<void> {
  for (const query of queries) {
    const { total } = searchIndex.reader().searchContacts({ query, limit: 1 })
    const found = await engine.find(query)
    if (found.total !== total) throw new Error(`${total} in the index, ${found.total}: ${JSON.stringify(query)}`)
  }
}
