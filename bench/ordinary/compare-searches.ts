import Fastify from 'fastify'
import type pg from 'pg'
import type { App } from '../../src/app.ts'
import type { ContactQuery } from '../../src/search/schema/filters.ts'
import { createBenchApp } from '../bench-app.ts'
import { openBenchDatabase } from '../bench-database.ts'
import { loadSearch } from '../search-load.ts'
import { pourCatalogue } from '../search-pour.ts'
import { contactQuery } from '../search-queries.ts'
import { randomFrom } from '../search-rows.ts'
import { openUnlimitedAccount } from '../unlimited-account.ts'
import { compareAlone } from './compare-alone.ts'
import { openDuckDb } from './duckdb.ts'
import { openLucene } from './lucene.ts'
import { compareRates, printRates } from './rates.ts'
import { ginEngine, type SearchEngine, serveSearch } from './search.ts'
import { createOrdinaryTables, openPool } from './tables.ts'

const seed = 1
const queryCount = 100
/** GIN takes up to seconds for each. */
const ginChecks = 20

const anyPort = { host: '127.0.0.1', port: 0 }

type ComparisonOptions = {
  contacts: number
  seconds: number
  withDuckDb: boolean
  withLucene: boolean
  /** Queries to the engines alone. */
  aloneCount: number
}

const labels: Record<string, string> = {
  gin: 'PostgreSQL with GIN and a count',
  duckdb: 'DuckDB in process',
  lucene: 'Lucene next to it',
}

/** The whole operation over HTTP with each engine, then the engines without HTTP and database. */
export async function compareSearches(options: ComparisonOptions): Promise<void> {
  const { contacts, seconds, withDuckDb, withLucene, aloneCount } = options
  const catalogue = { contacts, seed }
  const random = randomFrom(seed)
  const queries = Array.from({ length: queryCount }, () => contactQuery(random))
  const aloneQueries = Array.from({ length: aloneCount }, () => contactQuery(random))
  const closing: (() => Promise<unknown>)[] = []
  try {
    // First, so that a missing Java shows before the catalogue is made.
    const lucene = withLucene ? await openLucene(catalogue, aloneQueries) : null
    if (lucene) closing.push(lucene.close)
    const duckdb = withDuckDb ? await openDuckDb(catalogue) : null
    if (duckdb) closing.push(duckdb.close)
    const bench = await openBenchDatabase()
    closing.push(bench.close)
    const app = createBenchApp(bench)
    const pool = openPool(bench.url)
    closing.push(() => pool.end(), app.stop)
    await pourCatalogue(app.database, catalogue, true)
    const { apiKey } = await openUnlimitedAccount(app.database, 'search')
    await createOrdinaryTables(bench.database)
    await app.start()
    const ours = indexEngine(app)
    const others = { gin: ginEngine(pool), ...(duckdb && { duckdb }), ...(lucene && { lucene }) }
    const addresses: Record<string, string> = { ours: await app.http.server.listen(anyPort) }
    for (const [name, engine] of Object.entries(others)) {
      await expectSameAnswers(pool, ours, { name, engine }, name === 'gin' ? queries.slice(0, ginChecks) : queries)
      const server = Fastify()
      closing.push(() => server.close())
      serveSearch(server, pool, engine)
      addresses[name] = await server.listen(anyPort)
    }
    const requests = { apiKey, bodies: queries.map((query) => JSON.stringify(query)) }
    const searches = async (name: string, connections: number, forSeconds = seconds) =>
      (await loadSearch(addresses[name]!, requests, { connections, seconds: forSeconds })).perSecond
    for (const name of Object.keys(addresses)) await searches(name, 4, 2)
    const names = Object.keys(others)
    const rows = await compareRates(names, searches)
    const title = `searches in ${contacts.toLocaleString('en')} contacts`
    printRates(
      title,
      names.map((name) => labels[name]!),
      rows,
    )
    await compareAlone({ ours, duckdb, lucene }, aloneQueries)
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

const indexEngine = ({ searchIndex }: App): SearchEngine => ({
  async find(query, withFacet) {
    const search = { query, limit: 25, facets: withFacet ? (['country'] as const) : [] }
    const { ids, total, facets } = searchIndex.reader().searchContacts(search)
    const { country = [] } = await facets
    return { ids, total, countries: country.map(({ value, count }) => [value, count]) }
  },
})

/** An engine that finds something else would be no baseline. Contacts with the same score come in any order. */
async function expectSameAnswers(
  pool: pg.Pool,
  ours: SearchEngine,
  { name, engine }: { name: string; engine: SearchEngine },
  queries: ContactQuery[],
): Promise<void> {
  for (const query of queries) {
    const [inIndex, found] = [await ours.find(query, true), await engine.find(query, true)]
    const expectSame = (what: string, mine: unknown, theirs: unknown) => {
      const [left, right] = [JSON.stringify(mine), JSON.stringify(theirs)]
      if (left !== right)
        throw new Error(`${what}: ${left} in the index, ${right} by ${name}: ${JSON.stringify(query)}`)
    }
    expectSame('total', inIndex.total, found.total)
    expectSame('scores of the page', await scoresOf(pool, inIndex.ids), await scoresOf(pool, found.ids))
    if (found.countries) expectSame('countries', inIndex.countries!.toSorted(), found.countries.toSorted())
  }
}

async function scoresOf(pool: pg.Pool, ids: string[]): Promise<number[]> {
  const { rows } = await pool.query(
    `SELECT s.lead_fit_score AS score FROM unnest($1::text[]) WITH ORDINALITY AS page (contact_id, place)
     JOIN contacts USING (contact_id) JOIN stores s USING (store_id) ORDER BY place`,
    [ids],
  )
  return rows.map(({ score }) => score)
}
