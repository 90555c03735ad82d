import pg from 'pg'
import { ordinaryAdmission } from '../src/admission/ordinary-admission.ts'
import { systemClock } from '../src/base/clock.ts'
import { fill, type PreparedStatement } from '../src/base/sql.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { createBatchConnection } from '../src/db/batch-connection.ts'
import type { Database } from '../src/db/database.ts'
import { hashKey } from '../src/keys/key-format.ts'
import { openBenchDatabase } from './bench-database.ts'
import { alternate, median } from './measure.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

const sizes = [1, 8, 64]
const rounds = 5
const secondsEach = 1

/**
 * `npm run bench statements`: what `src/db/wire/prepared-query.ts` gains over the driver's own named statements and its
 * pipelining. The statement is that of ordinary admission, on one connection each. Takes about 70 seconds.
 */
export async function run(): Promise<void> {
  const bench = await openBenchDatabase()
  const { database } = bench
  const ours = createBatchConnection(database, { durable: false })
  const named = await database.connect({ batches: { durable: false } })
  const pipelined = await connectPipelined(database)
  try {
    const keys = await makeKeys(database, Math.max(...sizes))
    const admit = ordinaryAdmission(systemClock, plans)
    const statementFor = (hashes: Buffer[]): PreparedStatement =>
      admit(
        hashes.map((secretHash) => {
          const credential = { kind: 'api_key', secretHash, name: '', mode: 'live' } as const
          return { credential, scope: 'contacts:reveal', name: '', slots: [0], known: null }
        }),
      )
    console.log('| requests at once | ours | named statement | pipelined, one statement each | CPU: ours to named |')
    console.log('|---|---|---|---|---|')
    for (const size of sizes) {
      const hashes = keys.slice(0, size)
      const cpu: Record<string, number[]> = { ours: [], named: [] }
      const rates = await alternate(rounds, {
        ours: () => measure(size, cpu.ours!, () => ours.query(statementFor(hashes))),
        named: () => measure(size, cpu.named!, () => askDriver(named, statementFor(hashes))),
        pipelined: () =>
          measure(size, [], () => Promise.all(hashes.map((hash) => askDriver(pipelined, statementFor([hash]))))),
      })
      const share = (rate: number) => `${Math.round(rate).toLocaleString('en')} /s (${(rate / rates.named).toFixed(2)})`
      const cpuShare = median(cpu.ours!) / median(cpu.named!)
      console.log(
        `| ${size} | ${share(rates.ours)} | ${share(rates.named)} | ${share(rates.pipelined)} | ${cpuShare.toFixed(2)} |`,
      )
    }
  } finally {
    await Promise.all([ours.close(), named.end(), pipelined.end()])
    await bench.close()
  }
}

/** Requests a second, one batch after the other; and what each cost this process. */
async function measure(size: number, cpu: number[], ask: () => Promise<unknown>): Promise<number> {
  await ask()
  const begun = process.cpuUsage()
  const start = performance.now()
  let requests = 0
  while (performance.now() - start < secondsEach * 1_000) {
    await ask()
    requests += size
  }
  const { user, system } = process.cpuUsage(begun)
  cpu.push((user + system) / requests)
  return (requests * 1_000) / (performance.now() - start)
}

/** As the driver offers it: prepared once under its name, described again with every answer. */
const askDriver = (client: pg.ClientBase, { name, text, values }: PreparedStatement): Promise<pg.QueryResult> =>
  client.query({ name, text, values: values.map((value) => fill(value)) })

async function connectPipelined({ url }: Database): Promise<pg.Client> {
  const options = '-c plan_cache_mode=force_generic_plan -c jit=off -c synchronous_commit=off'
  const client = new pg.Client({ connectionString: url, options, pipeline: true } as pg.ClientConfig)
  await client.connect()
  return client
}

async function makeKeys(database: Database, count: number): Promise<Buffer[]> {
  const hashes: Buffer[] = []
  for (let at = 0; at < count; at += 1) {
    const { apiKey } = await openUnlimitedAccount(database, `account${at}`)
    hashes.push(hashKey(apiKey))
  }
  return hashes
}
