import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import Fastify from 'fastify'
import { type App, createApp } from '../src/app.ts'
import { createAccount } from '../src/billing/create-account.ts'
import { plans } from '../src/billing/plans.ts'
import { systemClock } from '../src/clock.ts'
import { openDatabase } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { createLog } from '../src/log.ts'
import type { ContactQuery } from '../src/search/filters.ts'
import { openBenchDatabase } from './bench-database.ts'
import { latencies, milliseconds, perSecond, quantile, report, target } from './measure.ts'
import { ginSearch } from './search-gin.ts'
import { benchSearchIndex } from './search-index.ts'
import { type Load, loadSearch } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { contactsPerStore, randomFrom } from './search-rows.ts'

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
  const app = createApp({
    ...bench,
    secrets: { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] },
    publicUrl: 'http://127.0.0.1',
    log: createLog('silent'),
  })
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
    await againstGin(app, queries)
    await overHttp(app, queries)
    await whileRefreshing(app)
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
    ['bytes of memory a contact', target(measured.bytesPerContact, 120, 'at most')],
    ['contacts built a second', target(measured.contactsPerSecond, 200_000, 'at least')],
    ['worst search with total / median', target(worst / p50, 20, 'at most')],
  ])
}

const quantiles = (times: number[]): string =>
  `p50 ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}, worst ${milliseconds(Math.max(...times))}`

/** One query after the other, each to both, and both must come to the same total. */
async function againstGin({ database, catalogue }: App, queries: ContactQuery[]): Promise<void> {
  const times = { index: [] as number[], page: [] as number[], count: [] as number[], both: [] as number[] }
  const index = catalogue.index()
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
async function overHttp(app: App, queries: ContactQuery[]): Promise<void> {
  const { apiKey } = await createAccount(app.database, systemClock, plans, {
    name: 'Search',
    email: 'search@owner.example',
    password: 'bench bench bench',
    planId: 'pro',
    status: 'active',
    requestsPerMinute: 1_000_000_000,
    requestsPerDay: 1_000_000_000,
    searchRowsPerMonth: 1_000_000_000,
  })
  const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
  // Connections enough that no search waits for one: page and count of 32 at once.
  const ginDatabase = openDatabase({ url: app.database.url, poolSize: 64 })
  const bare = Fastify()
  bare.post('/api/v1/contacts/search', async (request) => {
    const gin = ginSearch(ginDatabase, request.body as ContactQuery)
    const [ids, total] = await Promise.all([gin.page(), gin.count()])
    return { data: ids, total }
  })
  const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 })
  const request = { apiKey, bodies: queries.map((query) => JSON.stringify(query)) }
  await loadSearch(address, request, { connections: 4, seconds: 2 })
  for (const connections of [1, 32]) {
    const load = { connections, seconds: loadSeconds }
    const ours = await loadSearch(address, request, load)
    const gin = await loadSearch(bareAddress, request, load)
    const line = ({ perSecond: rate, p50, p99 }: Load) =>
      `${rate.toFixed(1)} /s, p50 ${milliseconds(p50)}, p99 ${milliseconds(p99)}`
    report(`Searches over HTTP, ${connections} at once`, [
      ['searchContacts', line(ours)],
      ['a bare route over GIN, page and count', line(gin)],
      ['ratio', target(ours.perSecond / gin.perSecond, 50, 'at least')],
    ])
  }
  await bare.close()
  await ginDatabase.close()
}

/** The longest time that the event loop was held up, beside a stretch of the same length without a refresh. */
async function whileRefreshing({ database, catalogue }: App): Promise<void> {
  const old = catalogue.index()
  const began = performance.now()
  const delay = await delayUntil(async () => {
    await database.query(sql`UPDATE catalogue_state SET version = version + 1`)
    while (catalogue.index() === old) await new Promise((resolve) => setTimeout(resolve, 10))
    // The first search on the new index belongs to the swap.
    catalogue.index().searchContacts({ query: {}, limit: 25 })
  })
  const lasted = performance.now() - began
  const idle = await delayUntil(() => new Promise((resolve) => setTimeout(resolve, lasted)))
  report(`Delay of the event loop during a refresh of ${(lasted / 1_000).toFixed(1)} s`, [
    ['p99', milliseconds(delay.p99)],
    ['longest (ms)', target(delay.longest, 50, 'at most')],
    ['longest without a refresh, as long', milliseconds(idle.longest)],
  ])
}

async function delayUntil(work: () => Promise<unknown>): Promise<{ p99: number; longest: number }> {
  const resolution = 1
  const histogram = monitorEventLoopDelay({ resolution })
  histogram.enable()
  await work()
  histogram.disable()
  // The monitor's own interval is part of what it records.
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution)
  return { p99: ms(histogram.percentile(99)), longest: ms(histogram.max) }
}
