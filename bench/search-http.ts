import Fastify from 'fastify'
import type { App } from '../src/app.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { changeStores } from './change-stores.ts'
import { alternate } from './measure.ts'
import { processorTime } from './processor-time.ts'
import { loadSearch, type SearchRequests } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'
import { contactQuery } from './search-queries.ts'
import { contactsPerStore, randomFrom } from './search-rows.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const seconds = 2

/**
 * `npm run bench search-http [-- --stores N --rounds N]` (about four minutes with 200,000 stores and 9 rounds): searches over HTTP on one
 * thread against a bare route that sends a page of the same size, in alternating rounds, and how long a change of 1,000 stores takes
 * to show. Prints a Markdown table.
 */
export async function run(options: string[]): Promise<void> {
  const given = (name: string, otherwise: number): number => {
    const at = options.indexOf(name)
    return at < 0 ? otherwise : Number(options[at + 1])
  }
  const stores = given('--stores', 200_000)
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  const rows: string[] = []
  const add = (measure: string, value: string, wanted: string) => rows.push(`| ${measure} | ${value} | ${wanted} |`)
  try {
    await pourCatalogue(app.database, { contacts: Math.round(stores * contactsPerStore), seed: 1 }, false)
    const began = performance.now()
    await app.start()
    add('from the database to an index that answers', `${((performance.now() - began) / 1_000).toFixed(1)} s`, '')
    await overHttp(app, given('--rounds', 9), add)
    const seconds = await changeStores(app, 1_000)
    add('1,000 changed stores visible', `${seconds.toFixed(2)} s`, '≤ 2 s')
  } finally {
    await app.stop()
    await bench.close()
  }
  console.log(`\n| ${stores.toLocaleString('en')} stores | measured | target |\n|---|---|---|\n${rows.join('\n')}`)
}

type Add = (measure: string, value: string, wanted: string) => void

/** Queries that come again, as for page after page, and so many that none comes again in time to be known. */
const repeatedQueries = 200
const freshQueries = 20_000

async function overHttp(app: App, rounds: number, add: Add): Promise<void> {
  const random = randomFrom(1)
  const { apiKey } = await openUnlimitedAccount(app.database, 'search')
  const requestsOf = (count: number): SearchRequests => ({
    apiKey,
    bodies: Array.from({ length: count }, () => JSON.stringify(contactQuery(random))),
  })
  const repeated = requestsOf(repeatedQueries)
  const fresh = requestsOf(freshQueries)
  const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const bare = await serveBare(address, apiKey)
  await loadSearch(address, repeated, { connections: 16, seconds })
  const compare = async (connections: number, requests: SearchRequests) => {
    const load = { connections, seconds }
    const callsOf = async (to: string) => (await loadSearch(to, requests, load)).perSecond * seconds
    const rates = await alternate(rounds, {
      ours: async () => (await callsOf(address)) / seconds,
      bare: async () => (await callsOf(bare.address)) / seconds,
    })
    add(`processor time of a search, ${connections} at once`, await partsOf(app, () => callsOf(address)), '')
    add('… of a call of the bare route', await partsOf(app, () => callsOf(bare.address)), '')
    return { ...rates, both: `${Math.round(rates.ours)} against ${Math.round(rates.bare)} a second` }
  }
  const lone = await compare(1, repeated)
  const times = (lone.bare / lone.ours).toFixed(1)
  add('a lone search against a lone call of the bare route', `${times} times (${lone.both})`, '≤ 4')
  for (const [connections, requests, which] of [
    [16, repeated, ''],
    [64, repeated, ''],
    [64, fresh, ', every query another'],
  ] as const) {
    const { ours, bare: most, both } = await compare(connections, requests)
    const measure = `searches against a bare route with the same payload (${bare.bytes} bytes), ${connections} connections`
    add(measure + which, `${(ours / most).toFixed(2)} (${both})`, '≥ 0.3')
  }
  await bare.close()
}

/** A route that does nothing but send a page that a search has answered. */
async function serveBare(address: string, apiKey: string) {
  const answer = await fetch(`${address}/api/v1/contacts/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
  const payload = Buffer.from(await answer.arrayBuffer())
  const server = Fastify()
  server.post('/api/v1/contacts/search', (_, reply) => reply.type('application/json; charset=utf-8').send(payload))
  const bareAddress = await server.listen({ host: '127.0.0.1', port: 0 })
  return { address: bareAddress, bytes: payload.length, close: () => server.close() }
}

async function partsOf(app: App, load: () => Promise<number>): Promise<string> {
  const { thread, database, otherThreads } = await processorTime(app.database, load)
  return `serving thread ${thread.toFixed(0)}, database ${database.toFixed(0)}, collector and load generator ${otherThreads.toFixed(0)} µs`
}
