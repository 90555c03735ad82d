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

const rounds = 3
const seconds = 4

/**
 * `npm run bench search-http [-- --stores N]` (about two minutes with 200,000 stores): searches over HTTP on one thread
 * against a bare route that sends a page of the same size, in alternating rounds, and how long a change of 1,000 stores takes
 * to show. Prints a Markdown table.
 */
export async function run(options: string[]): Promise<void> {
  const at = options.indexOf('--stores')
  const stores = at < 0 ? 200_000 : Number(options[at + 1])
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  const rows: string[] = []
  const add = (measure: string, value: string, wanted: string) => rows.push(`| ${measure} | ${value} | ${wanted} |`)
  try {
    await pourCatalogue(app.database, { contacts: Math.round(stores * contactsPerStore), seed: 1 }, false)
    const began = performance.now()
    await app.start()
    add('from the database to an index that answers', `${((performance.now() - began) / 1_000).toFixed(1)} s`, '')
    await overHttp(app, add)
    const seconds = await changeStores(app, 1_000)
    add('1,000 changed stores visible', `${seconds.toFixed(2)} s`, '≤ 2 s')
  } finally {
    await app.stop()
    await bench.close()
  }
  console.log(`\n| ${stores.toLocaleString('en')} stores | measured | target |\n|---|---|---|\n${rows.join('\n')}`)
}

type Add = (measure: string, value: string, wanted: string) => void

async function overHttp(app: App, add: Add): Promise<void> {
  const random = randomFrom(1)
  const bodies = Array.from({ length: 200 }, () => JSON.stringify(contactQuery(random)))
  const requests: SearchRequests = { apiKey: (await openUnlimitedAccount(app.database, 'search')).apiKey, bodies }
  const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const page = await fetch(`${address}/api/v1/contacts/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${requests.apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  }).then((answer) => answer.arrayBuffer())
  const bare = Fastify()
  const payload = Buffer.from(page)
  bare.post('/api/v1/contacts/search', (_, reply) => reply.type('application/json; charset=utf-8').send(payload))
  const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 })
  await loadSearch(address, requests, { connections: 16, seconds })
  for (const connections of [1, 16]) {
    const load = { connections, seconds }
    const rates = await alternate(rounds, {
      ours: async () => (await loadSearch(address, requests, load)).perSecond,
      bare: async () => (await loadSearch(bareAddress, requests, load)).perSecond,
    })
    const spent = await processorTime(app.database, async () => {
      return (await loadSearch(address, requests, load)).perSecond * seconds
    })
    const bareSpent = await processorTime(app.database, async () => {
      return (await loadSearch(bareAddress, requests, load)).perSecond * seconds
    })
    const parts = ({ thread, database, otherThreads }: typeof spent) =>
      `serving thread ${thread.toFixed(0)}, database ${database.toFixed(0)}, collector and load generator ${otherThreads.toFixed(0)} µs`
    add(`processor time of a search, ${connections} at once`, parts(spent), '')
    add('… of a call of the bare route', parts(bareSpent), '')
    const both = `${Math.round(rates.ours)} against ${Math.round(rates.bare)} a second`
    if (connections === 1) {
      add(
        'a lone search against a lone call of the bare route',
        `${(rates.bare / rates.ours).toFixed(1)} times (${both})`,
        '≤ 4',
      )
    } else {
      const ratio = (rates.ours / rates.bare).toFixed(2)
      add(
        `searches against a bare route with the same payload (${payload.length} bytes)`,
        `${ratio} (${both})`,
        '≥ 0.3',
      )
    }
  }
  await bare.close()
}
