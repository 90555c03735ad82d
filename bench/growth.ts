import type { App } from '../src/app.ts'
import { sql } from '../src/base/sql.ts'
import { createBenchApp } from './bench-app.ts'
import { openBenchDatabase } from './bench-database.ts'
import { latencies, median, milliseconds, report, target } from './measure.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { searchGrowth } from './search-growth.ts'
import { openUnlimitedAccount } from './unlimited-account.ts'

/**
 * `npm run bench growth [-- --reveals N --contacts N]`: the cost of a reveal with 10 thousand and with 10 million reveals
 * in the ledger, and the cost of a search in a catalogue and in one of ten times its size.
 */
export async function run(options: string[]): Promise<void> {
  await searchGrowth(readCount(options, '--contacts', 2_500_000))
  await revealGrowth(readCount(options, '--reveals', 10_000_000))
}

/** The large ledger is poured in by SQL, spread over 1,000 accounts, in the shape that spends leave behind. */
async function revealGrowth(large: number): Promise<void> {
  const bench = await openBenchDatabase()
  const app = createBenchApp(bench)
  try {
    await openUnlimitedAccount(app.database, 'growth').then(async ({ accountId, apiKey }) => {
      const reveal = await revealer(app, apiKey)
      await pour(app, accountId, 0, 10_000)
      const small = await cost(reveal)
      await pour(app, accountId, 10_000, large)
      const grown = await cost(reveal)
      report('A lone reveal as the ledger grows', [
        ['10,000 reveals', milliseconds(small)],
        [`${large.toLocaleString('en')} reveals`, milliseconds(grown)],
        ['ratio', target(grown / small, 1.3, 'at most')],
      ])
    })
  } finally {
    await app.stop()
    await bench.close()
  }
}

function readCount(options: string[], name: string, fallback: number): number {
  const at = options.indexOf(name)
  return at < 0 ? fallback : Number(options[at + 1])
}

async function revealer(app: App, apiKey: string): Promise<() => Promise<unknown>> {
  const contactIds = await plantCatalogue(app, 10_000)
  let next = 0
  return async () => {
    const answer = await app.http.server.inject({
      method: 'POST',
      url: '/api/v1/contacts/reveal',
      headers: { authorization: `Bearer ${apiKey}` },
      payload: { contact_ids: [contactIds[next++]] },
    })
    if (answer.statusCode !== 200) throw new Error(answer.body)
  }
}

/** Median over several runs, after the caches have seen the tables as they now are. */
async function cost(reveal: () => Promise<unknown>): Promise<number> {
  await latencies(500, reveal)
  return median(await latencies(2_000, reveal))
}

/** Fills the ledger from `from` to `to` reveals. A tenth goes to the measured account itself, the rest to 1,000 others. */
async function pour({ database }: App, measured: string, from: number, to: number): Promise<void> {
  const chunk = 500_000
  for (let done = from; done < to; done += chunk) {
    const size = Math.min(chunk, to - done)
    process.stderr.write(`\rpouring in ${(done + size).toLocaleString('en')} of ${to.toLocaleString('en')} reveals `)
    await database.query(sql`
      WITH poured AS (
        SELECT CASE WHEN n % 10 = 0 THEN ${measured} ELSE 'acc_other' || lpad((n % 1000)::text, 16, '0') END AS account_id,
          'ct_live_' || translate(md5(random()::text || n), '0123456789', 'ghijklmnop') AS contact_id, n
        FROM generate_series(1, ${size}::int) AS n
      ), entries AS (
        INSERT INTO credit_entries (account_id, seq, entry_id, kind, amount, balance_after, door, contact_ids,
          period_start, created_at)
        SELECT account_id, 1000000000 + ${done}::bigint + n, 'ent_' || n, 'spend', -1, 0, 'api_key',
          ARRAY[left(contact_id, 24)], '2020-01-01', now() FROM poured
      )
      INSERT INTO reveals (account_id, contact_id, entry_seq, revealed_at)
      SELECT account_id, left(contact_id, 24), 1000000000 + ${done}::bigint + n, now() FROM poured
      ON CONFLICT DO NOTHING`)
  }
  process.stderr.write('\n')
  await database.query(sql`VACUUM ANALYZE credit_entries, reveals`)
}
