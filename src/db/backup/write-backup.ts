import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { to as copyTo } from 'pg-copy-streams'
import type { Database } from '../database.ts'
import type { GuardedClient } from '../wire/guarded-client.ts'
import { type BackupHeader, endOfRows, type TableStart, toLine } from './format.ts'
import { seal } from './seal.ts'

type BackupOptions = Pick<BackupHeader, 'release' | 'files'> & {
  now: Date
  signal: AbortSignal
  /** Seals the file. Unset: whoever can read the file can read the rows. */
  key?: Buffer
  /** How the file is made, if not as usual. */
  createFile?: (path: string) => Writable
}
export type WrittenBackup = { tables: number; rows: number; bytes: number; sha256: string }

const createPrivateFile = (path: string): Writable => createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })

/**
 * Writes all rows as they are at one moment, while others read and write. The file is there when it is whole, not before,
 * and only its owner can read it. Background work that waits is left out: see docs/backups.md.
 */
export async function writeBackup(database: Database, path: string, given: BackupOptions): Promise<WrittenBackup> {
  const draft = `${path}.writing`
  const { key, signal, createFile = createPrivateFile } = given
  const client = await database.connect()
  // A lost connection shows in the stream that reads from it.
  client.on('error', () => {})
  const counts = { tables: 0, rows: 0 }
  const hash = createHash('sha256')
  let bytes = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const rows = Readable.from(readAll(client, given, counts))
    const steps = [createGzip({ level: 3 }), ...(key ? [seal(key)] : []), measure]
    await pipeline([rows, ...steps, createFile(draft)], { signal })
    await rename(draft, path)
    return { ...counts, bytes, sha256: hash.digest('hex') }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function* readAll(
  client: GuardedClient,
  { release, files, now }: BackupOptions,
  counts: { tables: number; rows: number },
): AsyncGenerator<Buffer | string> {
  const migrations = await client.query('SELECT name, checksum FROM migrations ORDER BY name')
  yield toLine({ prospector_backup: 1, release, created_at: now.toISOString(), migrations: migrations.rows, files })
  for (const { table, columns } of await listTables(client)) {
    yield toLine({ table, columns })
    const names = columns.map(quote).join(', ')
    for await (const chunk of client.query(copyTo(`COPY public.${quote(table)} (${names}) TO STDOUT`))) {
      counts.rows += countLines(chunk)
      yield chunk
    }
    counts.tables += 1
    yield endOfRows
  }
  yield toLine({ end: true, ...counts })
}

/** All but the list of migrations, which a restore writes itself, and the tables of the queue, which are a library's own. */
async function listTables(client: GuardedClient): Promise<TableStart[]> {
  const { rows } = await client.query<TableStart>(`
    SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'migrations'
    GROUP BY c.relname ORDER BY c.relname`)
  return rows
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`

function countLines(chunk: Buffer): number {
  let count = 0
  for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) count += 1
  return count
}
