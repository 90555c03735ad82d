import Fastify from 'fastify'
import type { App } from '../src/app.ts'
import { sql } from '../src/base/sql.ts'
import { type Database, openDatabase } from '../src/db/database.ts'
import type { ContactQuery } from '../src/search/schema/filters.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { latencies, milliseconds, perSecond, quantile, report, target } from './measure.ts'
import { ginSearch } from './search-gin.ts'
import { benchSearchIndex } from './search-index.ts'
import { type Load, loadSearch, type SearchRequests } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { whileRefreshing } from './search-refresh.ts'
import { contactsPerStore, randomFrom } from './search-rows.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const seed = 1
/** Each takes GIN a second or so; the index answers the very same ones. */
const comparedQueries = 100
const indexQueries = 500
const loadSeconds = 10

/**
 * `npm run bench search [-- --stores N]`: the index against PostgreSQL's GIN over the same tokens of the same contacts,
 * in one run: in process, over HTTP, in memory, and while it is being replaced.
 */
export async function run(options: string[]): Promise<void> {
  const stores = readCount(options, '--stores', 1_000_000)
  const catalogue = { contacts: Math.round(stores * contactsPerStore), seed }
  await indexAlone(catalogue)
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  try {
    await pourCatalogue(app.database, catalogue, true)
    const began = performance.now()
    await app.start()
    const startSeconds = (performance.now() - began) / 1_000
    report('From the database to an index that answers, off the event loop', [
      ['build', `${startSeconds.toFixed(1)} s`],
      ['contacts a second', perSecond(catalogue.contacts / startSeconds)],
    ])
    const random = randomFrom(seed)
    const queries = Array.from({ length: comparedQueries }, () => contactQuery(random))
    const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
    const requests = {
      apiKey: (await openUnlimitedAccount(app.database, 'search')).apiKey,
      bodies: queries.map((query) => JSON.stringify(query)),
    }
    // Before GIN is asked for anything: what the database does in the wake of that takes the event loop's core away.
    await whileRefreshing(app, { address, requests, seconds: Math.ceil(startSeconds * 2) })
    await againstGin(app, queries)
    await overHttp(app, address, requests)
  } finally {
    await app.stop()
    await bench.close()
  }
}

function readCount(options: string[], name: string, fallback: number): number {
  const at = options.indexOf(name)
  return at < 0 ? fallback : Number(options[at + 1])
}

async function indexAlone(catalogue: { contacts: number; seed: number }): Promise<void> {
  console.log('\nThe index alone (milliseconds a query, best of three runs)')
  const measured = await benchSearchIndex(catalogue, indexQueries, (line) => console.log(`  ${line}`))
  const { p50, worst } = measured.queries['contacts, total and page 1']!
  report('Its targets', [
    ['bytes of memory a contact, previews included', target(measured.bytesPerContact, 200, 'at most')],
    ['contacts built a second', target(measured.contactsPerSecond, 200_000, 'at least')],
    ['worst search with total / median', target(worst / p50, 20, 'at most')],
  ])
}

const quantiles = (times: number[]): string =>
  `p50 ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}, worst ${milliseconds(Math.max(...times))}`

/** One query after the other, each to both, and both must come to the same total. */
async function againstGin({ database: { url }, searchIndex }: App, queries: ContactQuery[]): Promise<void> {
  const database = openDatabase({ url, purpose: 'background' })
  const times = { index: [] as number[], page: [] as number[], count: [] as number[], both: [] as number[] }
  const index = searchIndex.reader()
  // A first round warms the compiled code and the database's caches alike.
  for (const query of queries.slice(0, 20)) {
    index.searchContacts({ query, limit: 25 })
    await ginSearch(database, query).page()
  }
  for (const [at, query] of queries.entries()) {
    process.stderr.write(`\rquery ${at + 1} of ${queries.length} `)
    const gin = ginSearch(database, query)
    const [inIndex] = await latencies(1, async () => index.searchContacts({ query, limit: 25 }))
    const [page] = await latencies(1, gin.page)
    const began = performance.now()
    const counted = await gin.count()
    const count = performance.now() - began
    const { total } = index.searchContacts({ query, limit: 1 })
    if (counted !== total) throw new Error(`${total} in the index, ${counted} by GIN: ${JSON.stringify(query)}`)
    times.index.push(inIndex!)
    times.page.push(page!)
    times.count.push(count)
    times.both.push(page! + count)
  }
  process.stderr.write('\n')
  await database.close()
  const p99 = (list: number[]) => quantile(list, 0.99)
  report(`The same ${queries.length} searches, 25 rows, wall clock`, [
    ['index, page and exact total', quantiles(times.index)],
    ['GIN, page', quantiles(times.page)],
    ['GIN, exact count', quantiles(times.count)],
    ['GIN, page and exact count', quantiles(times.both)],
    ['p99 of GIN with a count / p99 of the index', target(p99(times.both) / p99(times.index), 100, 'at least')],
    ['p99 of the count alone / p99 of the index', target(p99(times.count) / p99(times.index), 100, 'at least')],
  ])
}

/** The whole operation, with admission, hydration and row quota, against a bare route that asks GIN for page and count. */
async function overHttp({ database }: App, address: string, requests: SearchRequests): Promise<void> {
  // Connections enough that no search waits for one: page and count of 16 at once. Some take longer than a request's statement may.
  const ginDatabase = openDatabase({
    url: database.url,
    poolSize: 32,
    applicationName: 'gin',
    purpose: 'background',
  })
  const bare = Fastify()
  bare.post('/api/v1/contacts/search', async (request) => {
    const gin = ginSearch(ginDatabase, request.body as ContactQuery)
    const [ids, total] = await Promise.all([gin.page(), gin.count()])
    return { data: ids, total }
  })
  const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 })
  // The first seconds compile the code, plan the statements and fill the database's cache.
  await loadSearch(address, requests, { connections: 4, seconds: loadSeconds })
  for (const connections of [1, 16]) {
    const load = { connections, seconds: loadSeconds }
    const ours = await loadSearch(address, requests, load)
    const gin = await loadSearch(bareAddress, requests, load)
    await endGinQueries(database)
    const line = ({ perSecond: rate, p50, p99 }: Load) =>
      `${rate.toFixed(1)} /s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`
    report(`Searches over HTTP, ${connections} at once`, [
      ['searchContacts', line(ours)],
      ['a bare route over GIN, page and count', line(gin)],
      ['ratio', ratioLine(ours.perSecond / gin.perSecond, connections)],
    ])
  }
  await bare.close()
  await ginDatabase.close()
}

/** The promise is about 16 at once; alone, the index waits for one answer of the database, too. */
const ratioLine = (ratio: number, connections: number): string =>
  connections === 16 ? target(ratio, 60, 'at least') : ratio.toFixed(1)

/** Queries of requests that nobody waits for any more would keep running for seconds, next to what is measured next. */
async function endGinQueries(database: Database): Promise<void> {
  const running = () =>
    database.query(sql`
      SELECT pg_cancel_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'gin' AND backend_type = 'client backend' AND state = 'active'`)
  while ((await running()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
}
