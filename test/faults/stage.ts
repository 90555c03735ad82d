/** A database with the settings of an installation, an application to prepare it, and nodes as processes that can be killed. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type App, createApp } from '../../src/app.ts'
import { createLog } from '../../src/base/log.ts'
import { sql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
import { startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { type Server, startServer } from '../support/servers.ts'

export type Stage = {
  /** Never killed: what it knows is what the database says. */
  app: App
  /** `searches`: with a search index. */
  startNode(options?: { searches?: boolean }): Promise<Server>
  /** kill -9 of the whole server; resolves when another one has recovered. */
  killDatabase(): Promise<void>
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'prospector-long-'))
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ url: postgres.ownerUrl, poolSize: 20 })
  await migrate(database)
  const secrets = { authSecret: randomBytes(32), channelKeys: [randomBytes(32)] }
  const log = createLog('silent')
  const app = createApp({ database, secrets, publicUrl: 'http://localhost:8080', log })
  return {
    app,
    startNode: ({ searches = false } = {}) => startServer(postgres.ownerUrl, secrets, { works: true, searches }),
    async killDatabase() {
      const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGKILL')
      // Until it is gone it still counts as running.
      const answers = () =>
        database.query(sql`SELECT`).then(
          () => true,
          () => false,
        )
      do {
        await setTimeout(200)
        await postgres.ensureRunning()
      } while (!(await answers()))
    },
    async close() {
      await app.stop()
      await database.close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** What must hold, each printed with whether it does; the exit code says whether all did. */
export function createJudge() {
  let failed = 0
  return {
    expect(what: string, holds: boolean, figures = ''): void {
      if (!holds) failed += 1
      say(`${holds ? 'held  ' : 'BROKEN'}  ${what}${figures && `: ${figures}`}`)
    },
    exitCode: () => (failed === 0 ? 0 : 1),
  }
}
