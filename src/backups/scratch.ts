/** A database of its own for a trial restore: the PostgreSQL that comes with Prospector, in a folder that is removed afterwards. */
import { mkdir, readdir, realpath, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomLetters } from '../base/ids.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { findServer, sendSignal } from '../db/embedded/process.ts'
import { startEmbeddedPostgres } from '../db/embedded/server.ts'
import { PlaceRefused } from './places/place.ts'

/** Nothing in it has to survive anything. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  shared_buffers: '64MB',
  max_connections: '20',
  autovacuum: 'off',
}

const folderPattern = /^backup-check-(\d+)-\w+$/
/** Of this process. */
const inUse = new Set<string>()

/** What must stay free, or a tenth of a small disk: the database that serves may lie on it, and a full disk stops it. */
const reservedBytes = 1e9

/** Throws, with a sentence, if a database of this size would fill the disk. */
export async function requireSpace(parent: string, bytes: number): Promise<void> {
  await mkdir(parent, { recursive: true })
  const { bavail, blocks, bsize } = await statfs(parent)
  const free = Math.max(0, bavail * bsize - Math.min(reservedBytes, (blocks * bsize) / 10))
  if (bytes <= free) return
  throw new PlaceRefused(
    `The backup could not be tried out: restoring it takes about ${inMegabytes(bytes)} MB in ${parent}, and ${inMegabytes(free)} MB ` +
      'can be used there without filling the disk.',
  )
}

const inMegabytes = (bytes: number): string => Math.ceil(bytes / 1e6).toLocaleString('en-US')

/** Runs `work` on an empty database below `parent`, as the role that owns it. An aborted signal ends its server. */
export async function withScratchDatabase<T>(
  parent: string,
  signal: AbortSignal,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  await removeAbandoned(parent)
  const name = `backup-check-${process.pid}-${randomLetters(8)}`
  const folder = join(parent, name)
  inUse.add(name)
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, settings })
    const database = openDatabase({ url: server.ownerUrl, poolSize: 3, purpose: 'background' })
    const end = () => void endServer(folder)
    signal.addEventListener('abort', end, { once: true })
    try {
      signal.throwIfAborted()
      return await work(database)
    } catch (error) {
      signal.throwIfAborted()
      throw error
    } finally {
      signal.removeEventListener('abort', end)
      await database.close().catch(() => {})
      await server.stop().catch(() => {})
    }
  } finally {
    await removeFolder(folder)
    inUse.delete(name)
  }
}

/** Folders of processes that were killed, and the servers in them. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(folderPattern.exec(name)?.[1])
    // In a container the number of a process that died is often our own.
    const isAbandoned = pid > 0 && (pid === process.pid ? !inUse.has(name) : !sendSignal(pid, 0))
    if (isAbandoned) await removeFolder(join(parent, name))
  }
}

async function endServer(folder: string): Promise<void> {
  const cluster = await realpath(join(folder, 'postgres')).catch(() => null)
  const found = cluster === null ? undefined : await findServer(cluster).catch(() => undefined)
  if (found) sendSignal(found.pid, 'SIGQUIT')
}

/** The cluster may lie behind a link, if the server's user could not enter `folder`. */
async function removeFolder(folder: string): Promise<void> {
  const cluster = await realpath(join(folder, 'postgres')).catch(() => null)
  for (
    let tries = 0;
    cluster !== null && tries < 200 && (await findServer(cluster).catch(() => undefined));
    tries += 1
  ) {
    await endServer(folder)
    await pause(50)
  }
  if (cluster !== null) await rm(cluster, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}
