import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { type App, createApp } from '../src/app.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans.ts'
import { systemClock } from '../src/clock.ts'
import { spendAlone } from '../src/credits/spend-alone.ts'
import type { SpendRequest } from '../src/credits/spend-request.ts'
import { sql } from '../src/db/sql.ts'
import { newContactId, newRequestId } from '../src/ids.ts'
import { createLog } from '../src/log.ts'
import { openBenchDatabase } from './bench-database.ts'
import { loadGenerator } from './load-generator.ts'
import { alternate, latencies, median, milliseconds, perSecond, report, target, throughput } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'

const accountCount = 500
const concurrency = 128
const connections = 256
const seconds = 4
const rounds = 3

/** `npm run bench reveal`: what a spend, and a whole reveal, costs against the barest thing that could do its job. */
export async function run(): Promise<void> {
  const bench = await openBenchDatabase()
  const secrets = { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] }
  const app = createApp({
    ...bench,
    secrets,
    publicUrl: 'http://127.0.0.1',
    log: createLog('silent'),
  })
  try {
    const accounts = await makeAccounts(app)
    await spendsInProcess(app, accounts)
    await overHttp(app, accounts)
    await loneReveal(app, accounts[0]!)
  } finally {
    await app.stop()
    await bench.close()
  }
}

type BenchAccount = { accountId: string; apiKey: string; period: SpendRequest['period'] }

async function makeAccounts(app: App): Promise<BenchAccount[]> {
  const accounts: BenchAccount[] = []
  for (let at = 0; at < accountCount; at += 1) {
    const created = await createOperatorAccount(app.database, systemClock, plans, {
      name: `Account ${at}`,
      email: `bench${at}@owner.example`,
      passwordHash: 'nobody signs in',
      planId: 'pro',
      status: 'active',
      credits: 1_000_000_000,
      requestsPerMinute: 1_000_000_000,
      requestsPerDay: 1_000_000_000,
    })
    const [balance] = await app.database.query<{ period_start: Date; period_end: Date }>(
      sql`SELECT period_start, period_end FROM credit_balances WHERE account_id = ${created.accountId}`,
    )
    const period = { start: balance!.period_start, end: balance!.period_end, credits: 0, reason: 'bench' }
    accounts.push({ ...created, period })
  }
  await app.database.query(sql`ANALYZE`)
  return accounts
}

function spendOf({ accountId, period }: BenchAccount): SpendRequest {
  return {
    accountId,
    period,
    door: 'api_key',
    actor: { type: 'api_key', id: `key_of_${accountId}`, name: 'Bench' },
    countsFor: [{ type: 'api_key', id: `key_of_${accountId}`, limit: null }],
    requestId: newRequestId(),
    idempotencyKey: null,
    items: [{ contactId: newContactId(), purchasable: true, readable: true }],
  }
}

async function spendsInProcess(app: App, accounts: BenchAccount[]): Promise<void> {
  const anyone = () => accounts[Math.floor(Math.random() * accounts.length)]!
  const hot = accounts[0]!
  const results = await alternate(rounds, {
    batched: () => throughput(concurrency, seconds, () => app.spending.spend(spendOf(anyone()))),
    alone: () => throughput(concurrency, seconds, () => spendAlone(app.database, systemClock, spendOf(anyone()))),
    hotBatched: () => throughput(concurrency, seconds, () => app.spending.spend(spendOf(hot))),
    hotAlone: () => throughput(concurrency, seconds, () => spendAlone(app.database, systemClock, spendOf(hot))),
  })
  report(`Spends in process, ${accounts.length} accounts, ${concurrency} at once`, [
    ['batched', perSecond(results.batched)],
    ['one transaction each', perSecond(results.alone)],
    ['ratio', target(results.batched / results.alone, 2.5, 'at least')],
  ])
  report('The same on a single hot account', [
    ['batched', perSecond(results.hotBatched)],
    ['one transaction each', perSecond(results.hotAlone)],
    ['ratio', target(results.hotBatched / results.hotAlone, 3, 'at least')],
  ])
}

async function overHttp(app: App, accounts: BenchAccount[]): Promise<void> {
  const contactIds = await plantCatalogue(app, 200_000)
  const address = await app.http.server.listen({ host: '127.0.0.1', port: 0 })
  const sample = await app.http.server.inject({
    method: 'POST',
    url: '/api/v1/contacts/reveal',
    headers: { authorization: `Bearer ${accounts[0]!.apiKey}` },
    payload: { contact_ids: [contactIds[0]] },
  })
  const payload = sample.json()
  const bare = Fastify()
  bare.post('/api/v1/contacts/reveal', async () => payload)
  const bareAddress = await bare.listen({ host: '127.0.0.1', port: 0 })
  const load = await loadGenerator({ keys: accounts.map(({ apiKey }) => apiKey), contactIds })
  const results = await alternate(rounds, {
    reveal: () => load.run(address, connections, seconds),
    bare: () => load.run(bareAddress, connections, seconds),
  })
  await load.close()
  await bare.close()
  report(`Reveals over HTTP, ${connections} connections, each request a new contact`, [
    ['reveal', perSecond(results.reveal)],
    ['bare Fastify route, same payload', perSecond(results.bare)],
    ['ratio', target(results.reveal / results.bare, 0.3, 'at least')],
  ])
}

async function loneReveal(app: App, account: BenchAccount): Promise<void> {
  const contactIds = await plantCatalogue(app, 5_000)
  let next = 0
  const reveal = () =>
    app.http.server.inject({
      method: 'POST',
      url: '/api/v1/contacts/reveal',
      headers: { authorization: `Bearer ${account.apiKey}` },
      payload: { contact_ids: [contactIds[next++]] },
    })
  await app.database.query(sql`CREATE TABLE bare (id text PRIMARY KEY, value integer NOT NULL)`)
  await app.database.query(sql`INSERT INTO bare VALUES ('one', 0)`)
  const update = () => app.database.query(sql`UPDATE bare SET value = value + 1 WHERE id = 'one' RETURNING value`)
  await latencies(300, reveal)
  const results = await alternate(rounds, {
    reveal: async () => median(await latencies(500, reveal)),
    update: async () => median(await latencies(500, update)),
  })
  report('A lone reveal, from request to answer', [
    ['reveal', milliseconds(results.reveal)],
    ['bare UPDATE … RETURNING', milliseconds(results.update)],
    ['ratio', target(results.reveal / results.update, 4, 'at most')],
  ])
}
