import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { rawSql, sql } from './sql.ts'

const folder = new URL('../../migrations/', import.meta.url)

/** Any constant will do, as long as nothing else in this database takes the same advisory lock. */
const migrationLock = 7_305_120_831

export type MigrationResult = { applied: string[]; total: number }

/**
 * Applies the migrations that are not yet in, in order, in one transaction. Two nodes that start at once
 * serialise on the lock; the second finds everything done.
 */
export async function migrate(db: Database): Promise<MigrationResult> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return db.transaction(async (tx) => {
    await tx.query(sql`SELECT pg_advisory_xact_lock(${migrationLock}::bigint)`)
    await tx.query(
      sql`CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`,
    )
    const done = await tx.query<{ name: string; checksum: string }>(sql`SELECT name, checksum FROM migrations`)
    const checksums = new Map(done.map((row) => [row.name, row.checksum]))
    refuseNewerDatabase([...checksums.keys()], files)
    const applied: string[] = []
    for (const name of files) {
      const text = await readFile(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const known = checksums.get(name)
      if (known === checksum) continue
      if (known) throw new Error(`Migration ${name} was edited after it was applied. Add a new migration instead.`)
      await tx.query(rawSql(text))
      await tx.query(sql`INSERT INTO migrations (name, checksum) VALUES (${name}, ${checksum})`)
      applied.push(name)
    }
    return { applied, total: files.length }
  })
}

function refuseNewerDatabase(applied: string[], files: string[]): void {
  const unknown = applied.filter((name) => !files.includes(name))
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this version of Prospector (it has ${unknown.join(', ')}). Start the newer version.`,
  )
}
