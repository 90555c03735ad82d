import { readFile } from 'node:fs/promises'
import { sql } from '../src/base/sql.ts'
import type { Database } from '../src/db/database.ts'

/** Microseconds of a processor: this thread's, those of all other threads of the process, and those of the database. */
type ProcessorTime = { thread: number; otherThreads: number; database: number }

/** What `work` takes for each of what it did, as it says itself. */
export async function processorTime(database: Database, work: () => Promise<number>): Promise<ProcessorTime> {
  const before = await readTimes(database)
  const done = await work()
  const after = await readTimes(database)
  const each = (part: keyof ProcessorTime): number => (after[part] - before[part]) / done
  return { thread: each('thread'), otherThreads: each('otherThreads'), database: each('database') }
}

async function readTimes(database: Database): Promise<ProcessorTime> {
  const ofThread = process.threadCpuUsage()
  const ofProcess = process.cpuUsage()
  const thread = ofThread.user + ofThread.system
  return { thread, otherThreads: ofProcess.user + ofProcess.system - thread, database: await ofBackends(database) }
}

const tickMicroseconds = 10_000

/** Linux counts them in hundredths of a second: the 14th and 15th number, the second of which follows the name in brackets. */
async function ofBackends(database: Database): Promise<number> {
  const backends = await database.query<{ pid: number }>(sql`SELECT pid FROM pg_stat_activity`)
  const ticks = await Promise.all(
    backends.map(async ({ pid }) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    }),
  )
  return ticks.reduce((sum, one) => sum + one, 0) * tickMicroseconds
}
