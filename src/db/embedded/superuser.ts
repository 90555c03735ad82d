import { lstat, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readOrCreatePassword, SUPERUSER } from './cluster.ts'

type Place = { dataDir: string; password: string; log(line: string): void }

const finished = 'postgres-superuser-password'
const unfinished = 'postgres-superuser-password.new'

/**
 * Databases of earlier releases: there the superuser shares the owner's password, so whoever has that one is bound by
 * nothing. It gets one of its own. Interrupted anywhere, and done by two processes at once, it ends in the same state.
 */
export async function separateSuperuser({ dataDir, password, log }: Place, port: number): Promise<void> {
  if (await isThere(join(dataDir, finished))) return
  const own = await readOrCreatePassword(dataDir, unfinished)
  if (!(await opens(port, own))) {
    const isChanged = await change(port, password, own)
    // An operator who has given it another password knows why. Or another process was faster, which is just as well.
    if (!isChanged && !(await opens(port, own))) return rm(join(dataDir, unfinished), { force: true })
  }
  await rename(join(dataDir, unfinished), join(dataDir, finished)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || !(await isThere(join(dataDir, finished)))) throw error
  })
  log('embedded PostgreSQL: the superuser has a password of its own now')
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

export const clientFor = (port: number, password: string, user = SUPERUSER): pg.Client =>
  new pg.Client({ host: '127.0.0.1', port, user, password, database: 'postgres', ssl: false })

/** False when the old password is not the right one, or when somebody else changes it at this very moment. */
async function change(port: number, before: string, after: string): Promise<boolean> {
  const client = clientFor(port, before)
  try {
    await client.connect()
    await client.query(`ALTER ROLE ${SUPERUSER} PASSWORD '${after}'`)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export async function opens(port: number, password: string, user = SUPERUSER): Promise<boolean> {
  const client = clientFor(port, password, user)
  return client.connect().then(
    async () => {
      await client.end()
      return true
    },
    () => false,
  )
}
