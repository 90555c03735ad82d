/** How long this server takes for a row of a table, tried out on a copy of some thousands of them. */
import type { GuardedClient } from '../wire/guarded-client.ts'
import type { Step } from './migration-steps.ts'

export type TableCost = { rows: number; secondsPerRow: Record<Step['work'], number> }

const sampleRows = 20_000
/** A temporary table is not logged; a real one is, and twice is about what that costs. */
const logged = 2

/** Null: there is no such table. In a transaction that is rolled back, so nothing stays and nobody else sees it. */
export async function measureTable(client: GuardedClient, table: string): Promise<TableCost | null> {
  const { rows: found } = await client.query<{ rows: number; indexes: number; column: string }>(
    `SELECT greatest(reltuples, coalesce(n_live_tup, 0), 0)::float AS rows,
       (SELECT count(*)::int FROM pg_index WHERE indrelid = c.oid) AS indexes,
       (SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped
        ORDER BY attnum LIMIT 1) AS column
     FROM pg_class c LEFT JOIN pg_stat_user_tables s ON s.relid = c.oid
     WHERE c.oid = to_regclass('public.' || quote_ident($1)) AND relkind = 'r'`,
    [table],
  )
  if (!found[0]) return null
  const { indexes, column } = found[0]
  await client.query('BEGIN; SET LOCAL statement_timeout = 60000')
  try {
    await client.query(
      `CREATE TEMP TABLE upgrade_sample ON COMMIT DROP AS SELECT * FROM public."${table}" LIMIT ${sampleRows}`,
    )
    const { rows: counted } = await client.query<{ rows: number }>('SELECT count(*)::int AS rows FROM upgrade_sample')
    const sampled = counted[0]!.rows
    const rows = sampled < sampleRows ? sampled : Math.max(sampled, found[0].rows)
    const timed = async (statement: string) => (sampled === 0 ? 0 : (await secondsOf(client, statement)) / sampled)
    const reads = await timed('SELECT count(t.*) FROM upgrade_sample t')
    const building = await timed(`CREATE INDEX ON upgrade_sample (${column})`)
    const updating = await timed(`UPDATE upgrade_sample SET ${column} = ${column}`)
    return {
      rows,
      secondsPerRow: { reads, indexes: building * logged, writes: updating * logged + building * indexes },
    }
  } finally {
    await client.query('ROLLBACK')
  }
}

async function secondsOf(client: GuardedClient, statement: string): Promise<number> {
  const startedAt = performance.now()
  await client.query(statement)
  return (performance.now() - startedAt) / 1_000
}
