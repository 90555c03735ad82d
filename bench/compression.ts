import { request } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { App } from '../src/app.ts'
import { systemClock } from '../src/base/clock.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { median } from './measure.ts'
import { loadSearch } from './search-load.ts'
import { pourCatalogue } from './search-pour.ts'

const rounds = 3
const seconds = 3
const connections = 16
const ways = [undefined, 'identity', 'gzip', 'br', 'zstd'] as const

/**
 * `npm run bench compression` (about a minute): pages of 100 contacts over HTTP, plain and in each encoding, in alternating
 * rounds: how many a second, how large, and how long the event loop was held up.
 */
export async function run(): Promise<void> {
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  try {
    await pourCatalogue(app.database, { contacts: 50_000, seed: 1 }, false)
    await app.start()
    const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
    console.log('| Accept-Encoding | bytes | pages a second | against none | p50 | p99 | event loop p50 | p99 |')
    console.log('|---|---|---|---|---|---|---|---|')
    for (const row of await measure(address, await openAccount(app))) console.log(row)
  } finally {
    await app.stop()
    await bench.close()
  }
}

type Round = { perSecond: number; p50: number; p99: number; loopP50: number; loopP99: number }

async function measure(address: string, apiKey: string): Promise<string[]> {
  const results = new Map<string | undefined, Round[]>(ways.map((way) => [way, []]))
  const requests = { apiKey, bodies: ['{"limit":100}'] }
  await loadSearch(address, requests, { connections, seconds })
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ways) {
      const loop = monitorEventLoopDelay({ resolution: 1 })
      loop.enable()
      const load = await loadSearch(
        address,
        { ...requests, ...(way && { acceptEncoding: way }) },
        { connections, seconds },
      )
      loop.disable()
      results.get(way)!.push({ ...load, loopP50: loop.percentile(50) / 1e6, loopP99: loop.percentile(99) / 1e6 })
    }
  }
  const plain = median(results.get(undefined)!.map(({ perSecond }) => perSecond))
  const rows: string[] = []
  for (const [way, measured] of results) {
    const of = (name: keyof Round): number => median(measured.map((round) => round[name]))
    const times = (['p50', 'p99', 'loopP50', 'loopP99'] as const).map((name) => `${of(name).toFixed(1)} ms`)
    const ratio = (of('perSecond') / plain).toFixed(2)
    rows.push(
      `| ${[way ?? 'none', await sizeOf(address, apiKey, way), Math.round(of('perSecond')), ratio, ...times].join(' | ')} |`,
    )
  }
  return rows
}

async function sizeOf(address: string, apiKey: string, way: string | undefined): Promise<string> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    ...(way && { 'accept-encoding': way }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${address}/api/v1/contacts/search`, { method: 'POST', headers }, (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes.toLocaleString('en')))
    })
    sent.on('error', reject).end('{"limit":100}')
  })
}

async function openAccount({ database }: App): Promise<string> {
  const limit = 1_000_000_000
  const { apiKey } = await createOperatorAccount(database, systemClock, plans, {
    name: 'Compression',
    email: 'compression@owner.example',
    passwordHash: 'nobody signs in',
    planId: 'pro',
    status: 'active',
    requestsPerMinute: limit,
    requestsPerDay: limit,
    searchRowsPerMonth: limit,
  })
  return apiKey
}
