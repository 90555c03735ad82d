import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../src/db/database.ts'
import { startEmbeddedPostgres } from '../src/db/embedded/server.ts'
import { migrate } from '../src/db/migrate.ts'

export type BenchDatabase = { database: Database; url: string; close(): Promise<void> }

/** An embedded server with the settings it has in production, on disk, thrown away afterwards. */
export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prospector-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ url: postgres.ownerUrl, poolSize: 16 })
  await migrate(database)
  return {
    database,
    url: postgres.ownerUrl,
    async close() {
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
