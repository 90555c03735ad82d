/** What is measured of a node and its database, every ten seconds. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rawSql, sql } from '../../src/base/sql.ts'
import type { Database } from '../../src/db/database.ts'
import type { SoakNode } from './node.ts'

/** By name: see `seriesOf` in judge.ts. */
export type Sample = { minute: number; values: Record<string, number> }

const mebibyte = 1_048_576

export async function takeSample(node: SoakNode, database: Database, minute: number): Promise<Sample> {
  const [metric, connections, tables, folders] = await Promise.all([
    node.metrics(),
    countConnections(database),
    measureTables(database),
    measureFolders(node),
  ])
  return {
    minute,
    values: {
      'heap, MB': metric('prospector_heap_bytes') / mebibyte,
      'resident memory, MB': metric('process_resident_memory_bytes') / mebibyte,
      'file descriptors': metric('process_open_fds'),
      'database connections': connections,
      'event loop delay p99, ms': metric('prospector_event_loop_delay_seconds') * 1_000,
      ...folders,
      ...tables,
    },
  }
}

/** Those of the node: this program's own are not counted. */
async function countConnections(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(sql`
    SELECT count(*)::integer AS count FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND usename = 'prospector_serving'`)
  return row!.count
}

async function measureTables(database: Database): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string; bytes: number }>(sql`
    SELECT CASE schemaname WHEN 'public' THEN relname ELSE schemaname || '.' || relname END AS name,
      pg_total_relation_size(relid)::float AS bytes
    FROM pg_stat_user_tables ORDER BY 1`)
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})::integer AS "${name}"`)
  const [rows] = await database.query<Record<string, number>>(rawSql(`SELECT ${counts.join(', ')}`))
  return Object.fromEntries(
    tables.flatMap(({ name, bytes }) => [
      [`rows of ${name}`, rows![name]!],
      [`size of ${name}, MB`, bytes / mebibyte],
    ]),
  )
}

/** The write-ahead log is reused up to max_wal_size, so it is measured by itself. */
async function measureFolders({ dataDir }: SoakNode): Promise<Record<string, number>> {
  const folder = `${join(dataDir, 'postgres')}/`
  const sizeOf = async (...words: string[]) => {
    // Files that vanish meanwhile make du complain, not fail to count.
    const run = promisify(execFile)('du', ['-sk', ...words])
    const { stdout } = await run.catch((error: { stdout: string }) => error)
    return Number(/^\d+/.exec(stdout)?.[0] ?? Number.NaN) / 1_024
  }
  const [database, log, rest] = await Promise.all([
    sizeOf('--exclude=pg_wal', folder),
    sizeOf(join(folder, 'pg_wal')),
    sizeOf('--exclude=postgres', dataDir),
  ])
  return { 'DATA_DIR, database, MB': database, 'DATA_DIR, write-ahead log, MB': log, 'DATA_DIR, the rest, MB': rest }
}
