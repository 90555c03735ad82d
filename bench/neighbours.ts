import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { demoCatalogue } from '../src/demo/catalogue.ts'
import { createOperatorKey } from '../src/ingest/operator-keys.ts'
import { createClient } from '../test/support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import { quantile, report, target } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { serveNode } from './serve-node.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const accounts = 10
const rowsEach = 5_000
const timed = 200
const search = { store: { countries: ['US'] }, limit: 25 }
const secret = randomBytes(32)

/** Something heavy that others keep asking for, `atOnce` at a time. `n` counts their requests. */
type Neighbour = {
  name: string
  atOnce: number
  ask(n: number): { method: string; path: string; headers?: Record<string, string>; body?: object | string }
}

const neighboursOf = (operatorKey: string): Neighbour[] => [
  {
    name: 'exports as CSV',
    atOnce: 20,
    ask: () => ({ method: 'GET', path: '/api/v1/contacts/revealed', headers: { accept: 'text/csv' } }),
  },
  {
    name: 'exports as JSON',
    atOnce: 40,
    ask: () => ({ method: 'POST', path: '/api/v1/contacts/export', body: {} }),
  },
  {
    name: 'word searches in what was revealed',
    atOnce: 40,
    ask: (n) => ({ method: 'GET', path: `/api/v1/contacts/revealed/search?words=nobody${n}` }),
  },
  {
    name: 'sign-ins from as many networks',
    atOnce: 32,
    ask: (n) => ({
      method: 'POST',
      path: '/auth/sign-in/email',
      headers: { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` },
      body: { email: `nobody${n}@bench.example`, password: 'a password of the benchmark' },
    }),
  },
  {
    name: 'requests that ingest 200 new stores',
    atOnce: 4,
    ask: (n) => ({
      ...ingestion(operatorKey),
      body: [...demoCatalogue({ stores: 200, seed: 100 + n })].map((store) => `${JSON.stringify(store)}\n`).join(''),
    }),
  },
]

const ingestion = (operatorKey: string) => ({
  method: 'POST',
  path: '/admin/v1/ingest?source=bench',
  headers: { authorization: `Bearer ${operatorKey}`, 'content-type': 'application/x-ndjson' },
})

/**
 * `npm run bench neighbours [-- threads]` (about four minutes): reveals, searches and compressed pages of one account, one
 * after the other, alone and while others keep a node busy with the heaviest things they may ask for; and how soon a store that is
 * ingested can be found.
 */
export async function run([threads = '4']: string[]): Promise<void> {
  const store = await openBenchDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'prospector-neighbours-'))
  const key = secret.toString('base64')
  const { key: operatorKey } = await createOperatorKey(store.database, 'bench')
  const neighbours = neighboursOf(operatorKey)
  const contacts = await plantCatalogue(
    { database: store.database, channelKeys: createChannelKeys([secret]) },
    rowsEach + timed * (neighbours.length + 1),
  )
  const { child, address } = await serveNode({
    DATABASE_URL: store.url,
    DATA_DIR: folder,
    PORT: '0',
    AUTH_SECRET: key,
    CHANNEL_KEY: key,
    THREADS: threads,
    BILLING: 'off',
    TRUSTED_PROXIES: '127.0.0.1/32',
  })
  const ended = once(child, 'exit')
  try {
    const port = Number(new URL(address).port)
    const open = async (name: string) => (await openUnlimitedAccount(store.database, name)).apiKey
    const keys: string[] = []
    for (let at = 0; at < accounts; at += 1) keys.push(await open(`busy${at}`))
    const reader = await open('reader')
    for (const busy of keys) await revealAll(port, busy, contacts.slice(0, rowsEach))
    const unseen = contacts.slice(rowsEach)
    const alone = await timeReader(port, reader, unseen.splice(0, timed))
    const rows: [string, string][] = [['alone', show(alone)]]
    for (const neighbour of neighbours) {
      const busy = keepBusy(port, keys, neighbour)
      await setTimeout(1_000)
      const beside = await timeReader(port, reader, unseen.splice(0, timed))
      const { answered, refused } = await busy.stop()
      rows.push([
        `beside ${neighbour.atOnce} ${neighbour.name}`,
        `${show(beside)} (answered ${answered}, refused ${refused})`,
      ])
      for (const kind of ['reveals', 'searches'] as const) {
        const times = quantile(beside[kind], 0.99) / quantile(alone[kind], 0.99)
        rows.push([`  p99 of ${kind}, times its value alone`, target(times, 3, 'at most')])
      }
    }
    const found = await timeIngested(port, operatorKey, reader)
    rows.push(['an ingested store is found after, p50', `${quantile(found, 0.5).toFixed(2)} s`])
    rows.push(['  at most, seconds', target(Math.max(...found), 3, 'at most')])
    report(`One account beside others, ${threads} threads, ${rowsEach.toLocaleString('en')} rows an export`, rows)
  } finally {
    child.kill('SIGKILL')
    await ended
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Times = { reveals: number[]; searches: number[]; pages: number[] }

const show = ({ reveals, searches, pages }: Times): string =>
  `reveals ${quantiles(reveals)}; searches ${quantiles(searches)}; compressed pages ${quantiles(pages)}`
const quantiles = (times: number[]): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)} ms`

async function revealAll(port: number, key: string, contacts: string[]): Promise<void> {
  const client = createClient(port)
  const queue = [...contacts]
  const send = async () => {
    for (let ids = queue.splice(0, 10); ids.length > 0; ids = queue.splice(0, 10)) {
      const { status, text } = await client.reveal(key, ids)
      if (status !== 200) throw new Error(text)
    }
  }
  await Promise.all(Array.from({ length: 16 }, send))
  client.close()
}

/** One after the other, a little apart: how long each takes. */
async function timeReader(port: number, key: string, contacts: string[]): Promise<Times> {
  const client = createClient(port)
  const agent = new Agent({ keepAlive: true })
  const times: Times = { reveals: [], searches: [], pages: [] }
  const time = async (into: number[], ask: () => Promise<{ status: number }>) => {
    const startedAt = performance.now()
    const { status } = await ask()
    if (status !== 200) throw new Error(`Answered ${status}.`)
    into.push(performance.now() - startedAt)
    await setTimeout(10)
  }
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip' }
  const page = { agent, host: '127.0.0.1', port, path: '/api/v1/contacts/revealed?limit=100', headers }
  for (const contact of contacts) {
    await time(times.reveals, () => client.reveal(key, [contact]))
    await time(times.searches, () => client.call('POST', '/api/v1/contacts/search', { key, body: search }))
    await time(times.pages, () => readThrough(page))
  }
  client.close()
  agent.destroy()
  return times
}

/** Seconds from the request that ingests a store until the first search that finds it. */
async function timeIngested(port: number, operatorKey: string, key: string): Promise<number[]> {
  const client = createClient(port)
  const seconds: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const domain = `seen-soon-${n}.example`
    const startedAt = performance.now()
    const [ingested] = (await once(
      request({ host: '127.0.0.1', port, ...ingestion(operatorKey) }).end(`${JSON.stringify({ domain })}\n`),
      'response',
    )) as [IncomingMessage]
    if (ingested.statusCode !== 200) throw new Error(`Answered ${ingested.statusCode}.`)
    ingested.resume()
    for (let total = 0; total === 0; ) {
      const { body } = await client.call('POST', '/api/v1/stores/search', {
        key,
        body: { store: { domains: [domain] } },
      })
      total = body.total
    }
    seconds.push((performance.now() - startedAt) / 1_000)
  }
  client.close()
  return seconds
}

/** As it comes over the wire, compressed or not. */
async function readThrough(options: RequestOptions): Promise<{ status: number }> {
  const [response] = (await once(request(options).end(), 'response')) as [IncomingMessage]
  await once(response.resume(), 'end')
  return { status: response.statusCode! }
}

/** Asks again as soon as an answer has come; after a refusal a second later. */
function keepBusy(port: number, keys: string[], { ask, atOnce }: Neighbour) {
  const agent = new Agent({ keepAlive: true })
  const state = { isOver: false, asked: 0, answered: 0, refused: 0 }
  const send = (key: string): Promise<boolean> => {
    state.asked += 1
    const { method, path, headers = {}, body } = ask(state.asked)
    const own = body ? { 'content-type': 'application/json' } : {}
    const text = typeof body === 'object' ? JSON.stringify(body) : body
    return new Promise((resolve) => {
      const options = { agent, host: '127.0.0.1', port, method, path }
      const sent = request(
        { ...options, headers: { authorization: `Bearer ${key}`, ...own, ...headers } },
        (response) => {
          response.on('data', () => state.isOver && sent.destroy())
          response.on('close', () => resolve(response.statusCode === 200 || response.statusCode === 401))
        },
      )
      sent.on('error', () => resolve(false))
      sent.end(text)
    })
  }
  const loops = Array.from({ length: atOnce }, async (_, loop) => {
    while (!state.isOver) {
      const isAnswered = await send(keys[loop % keys.length]!)
      state[isAnswered ? 'answered' : 'refused'] += 1
      if (!isAnswered) await setTimeout(1_000)
    }
  })
  return {
    async stop() {
      state.isOver = true
      await Promise.all(loops)
      agent.destroy()
      return state
    },
  }
}
