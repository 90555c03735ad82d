import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
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
const endWithinMs = 1_000

/** Those that work, and what those that have ended left with the process that started them. */
async function ofBackends(database: Database): Promise<number> {
  // A connection that was just closed is counted by neither until its process has ended.
  await setTimeout(endWithinMs)
  const backends = await database.query<{ pid: number }>(sql`SELECT pid FROM pg_stat_activity`)
  const all = await Promise.all(backends.map(({ pid }) => readProcess(pid)))
  const { ofEndedChildren } = await readProcess(all.find(({ parent }) => parent > 1)!.parent)
  return all.reduce((sum, { own }) => sum + own, ofEndedChildren)
}

/** Linux counts them in hundredths of a second; the second number of a line follows the name in brackets. */
async function readProcess(pid: number): Promise<{ own: number; ofEndedChildren: number; parent: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const field = (number: number) => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[number - 3] ?? 0)
  return {
    parent: field(4),
    own: (field(14) + field(15)) * tickMicroseconds,
    ofEndedChildren: (field(16) + field(17)) * tickMicroseconds,
  }
}

/** The same for a node that is another process: what `work` takes of it and of the database, for each of what it did. */
export async function processorTimeOfNode(
  { pid }: { pid?: number | undefined },
  database: Database,
  work: () => Promise<number>,
): Promise<{ node: number; database: number }> {
  const read = async () => ({ node: (await readProcess(pid!)).own, database: await ofBackends(database) })
  const before = await read()
  const done = await work()
  const after = await read()
  return { node: (after.node - before.node) / done, database: (after.database - before.database) / done }
}
