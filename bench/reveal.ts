import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import type { App } from '../src/app.ts'
import { systemClock } from '../src/base/clock.ts'
import { newContactId, newRequestId } from '../src/base/ids.ts'
import { prepared, rawSql, sql } from '../src/base/sql.ts'
import { spendAlone } from '../src/credits/spend-alone.ts'
import type { SpendRequest } from '../src/credits/spend-request.ts'
import { createOutgoingRequests } from '../src/outgoing/outgoing-requests.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { loadGenerator } from './load-generator.ts'
import { alternate, latencies, median, milliseconds, perSecond, report, target, throughput } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { withWebhook } from './reveal-webhook.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const accountCount = 500
const concurrency = 128
const connections = 64
const seconds = 4
const rounds = 3

/** `npm run bench reveal [-- --only http|lone|webhook]`: what a spend, and a whole reveal, costs against the barest thing that could do its job. */
export async function run(options: string[] = []): Promise<void> {
  const bench = await openBenchDatabase()
  const webhookRequests = createOutgoingRequests({ allowsLoopback: true })
  const app = createBenchApp(bench, { webhookRequests })
  try {
    const accounts = await makeAccounts(app)
    if (options.includes('webhook')) return await withWebhook(app, accounts[1]!)
    if (options.includes('http')) return await overHttp(app, accounts)
    if (options.includes('lone')) return await loneReveal(app, accounts[0]!)
    await spendsInProcess(app, accounts)
    await overHttp(app, accounts)
    await loneReveal(app, accounts[0]!)
    await withWebhook(app, accounts[1]!)
  } finally {
    await app.stop()
    await bench.close()
  }
}

type BenchAccount = { accountId: string; apiKey: string; period: SpendRequest['period'] }

async function makeAccounts(app: App): Promise<BenchAccount[]> {
  const accounts: BenchAccount[] = []
  for (let at = 0; at < accountCount; at += 1) {
    const created = await openUnlimitedAccount(app.database, `account${at}`)
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
  const twoRows = await twoRowTransactions(app)
  // A node serves for days: its code is compiled, and no VACUUM is due, before anything is measured.
  await load.run(address, connections, 3 * seconds)
  await app.database.query(sql`VACUUM ANALYZE`)
  const results = await alternate(rounds, {
    reveal: () => load.run(address, connections, seconds),
    bare: () => load.run(bareAddress, connections, seconds),
    again: () => load.run(address, connections, seconds, 0.2),
    twoRows: () => twoRows(seconds),
  })
  await load.close()
  await bare.close()
  report(`Reveals over HTTP, ${connections} connections`, [
    ['each of a new contact', perSecond(results.reveal)],
    ['bare Fastify route, same payload', perSecond(results.bare)],
    ['ratio', target(results.reveal / results.bare, 0.35, 'at least')],
    ['20 % of contacts already owned', perSecond(results.again)],
    ['ratio to none', target(results.again / results.reveal, 0.9, 'at least')],
    [
      'pgbench, a transaction that writes two rows',
      Number.isNaN(results.twoRows) ? 'no pgbench here' : perSecond(results.twoRows),
    ],
    ['ratio', target(results.reveal / results.twoRows, 0.7, 'at least')],
  ])
}

/** PostgreSQL's own load generator on the least that a spend could write: a balance and an entry. */
async function twoRowTransactions({ database }: App): Promise<(seconds: number) => Promise<number>> {
  await database.query(
    sql`CREATE TABLE bare_balance (id integer PRIMARY KEY, balance integer NOT NULL) WITH (fillfactor = 50)`,
  )
  await database.query(sql`INSERT INTO bare_balance SELECT n, 0 FROM generate_series(1, ${accountCount}::int) AS n`)
  await database.query(
    sql`CREATE TABLE bare_entry (id integer NOT NULL, amount integer NOT NULL, at timestamptz NOT NULL)`,
  )
  const script = join(await mkdtemp(join(tmpdir(), 'prospector-pgbench-')), 'two-rows.sql')
  await writeFile(
    script,
    `\\set id random(1, ${accountCount})\nBEGIN;\nUPDATE bare_balance SET balance = balance - 1 WHERE id = :id;\n` +
      'INSERT INTO bare_entry VALUES (:id, -1, now());\nCOMMIT;\n',
  )
  const call = promisify(execFile)
  return async (lasting) => {
    const options = ['-n', '-M', 'prepared', '-c', '16', '-j', '1', '-T', String(lasting), '-f', script]
    const { stdout } = await call('pgbench', [...options, database.url]).catch(() => ({ stdout: '' }))
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  }
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
  const sameRows = await bareTransaction(app)
  await latencies(300, reveal)
  await latencies(100, sameRows)
  const results = await alternate(rounds, {
    reveal: async () => median(await latencies(500, reveal)),
    sameRows: async () => median(await latencies(500, sameRows)),
  })
  report('A lone reveal, from request to answer', [
    ['reveal', milliseconds(results.reveal)],
    ['one bare statement that writes the same rows, durably', milliseconds(results.sameRows)],
    ['ratio', target(results.reveal / results.sameRows, 2.5, 'at most')],
  ])
}

/** A counter, a balance, an entry, a reveal and a key's counter: what a reveal writes, and nothing that it reads or judges. */
async function bareTransaction({ database }: App): Promise<() => Promise<unknown>> {
  for (const table of ['request_counters', 'credit_balances', 'credit_entries', 'reveals', 'credit_actor_spends']) {
    await database.query(rawSql(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`))
  }
  await database.query(sql`INSERT INTO bare_request_counters (account_id, meter) VALUES ('one', 'request')`)
  await database.query(sql`INSERT INTO bare_credit_balances (account_id, balance) VALUES ('one', 1000000)`)
  await database.query(sql`INSERT INTO bare_credit_actor_spends VALUES ('one', 'api_key', 'key', now(), 0)`)
  return () => {
    const contactId = newContactId()
    return database.query(
      prepared(
        'bare_same_rows',
        sql`
        WITH counted AS (UPDATE bare_request_counters SET minute_used = minute_used + 1 WHERE account_id = 'one'),
        paid AS (
          UPDATE bare_credit_balances SET balance = balance - 1, last_seq = last_seq + 1 WHERE account_id = 'one'
          RETURNING account_id, balance, last_seq
        ),
        entry AS (
          INSERT INTO bare_credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, contact_ids,
            period_start, created_at)
          SELECT account_id, last_seq, ${contactId}, 'spend', -1, balance, 'api_key', ARRAY[${contactId}], now(), now() FROM paid
        ),
        revealed AS (INSERT INTO bare_reveals SELECT account_id, ${contactId}, last_seq, now() FROM paid)
        UPDATE bare_credit_actor_spends SET spent = spent + 1 WHERE account_id = 'one' RETURNING spent`,
      ),
    )
  }
}
