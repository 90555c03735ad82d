/** The files of the embedded database: where they lie, how they come into being, and the password that opens them. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chown,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { findObstacle, giveTree, makeOpenDirectory, type ServerUser } from './user.ts'

/** Owns its databases and may make more. It brings the tables up to date; in databases of earlier releases it served, too. */
export const OWNER = 'prospector'
/** Owns nothing, and may do what src/db/roles.ts gives it. */
export const SERVING_ROLE = 'prospector_serving'
/** The superuser is for the operator's emergencies, and makes the serving role: privileges would bind no superuser. */
export const SUPERUSER = 'postgres'

/** A draft is a cluster in the making. One this old belongs to a process that was killed. */
const DRAFT_PREFIX = 'initialising-'
const ABANDONED_AFTER_MS = 10 * 60_000

/** `meanwhile` is something else that a start has to do. */
type Making = { password: string; isDurable: boolean; meanwhile?: (() => Promise<unknown>) | undefined }

type Place = { dataDir: string; openDir: string; user: ServerUser; binaries: Binaries }

/** PostgreSQL reads PGDATA, PGPORT and their kin from the environment, and translates its messages; we want neither. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !name.startsWith('LC_'))
  return { ...Object.fromEntries(inherited), LC_ALL: 'C', TZ: 'UTC' }
}

/** The owner's, the serving role's, the superuser's, and that of a superuser who still shares the owner's. */
type PasswordFile =
  | 'postgres-password'
  | 'postgres-serving-password'
  | 'postgres-superuser-password'
  | 'postgres-superuser-password.new'

/** Linking is atomic and never replaces, so two processes that start at once end up with the same password. */
export async function readOrCreatePassword(dataDir: string, name: PasswordFile = 'postgres-password'): Promise<string> {
  const path = join(dataDir, name)
  const draft = `${path}-${randomBytes(8).toString('hex')}`
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  )
  if (!isThere) {
    await writeFile(draft, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Finds the cluster, or makes it, and answers its real directory. */
export async function prepareCluster(place: Place, making: Making): Promise<string> {
  const path = join(place.dataDir, 'postgres')
  if (!(await holdsSomething(path))) await createCluster(place, path, making)
  const directory = await realpath(path).catch(() => {
    throw new Error(
      `${path} is a link to a directory that is gone. Bring that directory back, or remove the link to start with an empty database.`,
    )
  })
  await refuseForeignCluster(directory, place)
  return directory
}

async function holdsSomething(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  if (!found) return false
  return found.isSymbolicLink() || !found.isDirectory() || (await readdir(path)).length > 0
}

async function refuseForeignCluster(directory: string, { user, binaries }: Place): Promise<void> {
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES') {
      throw new Error(
        `The embedded database in ${directory} belongs to another user. Run Prospector as that user, or as root.`,
      )
    }
    throw new Error(`${directory} is not a PostgreSQL database. Move it away, or set DATA_DIR to another place.`)
  })
  if (version.trim() !== binaries.majorVersion) {
    throw new Error(
      `The embedded database in ${directory} was made by PostgreSQL ${version.trim()}, and this Prospector brings PostgreSQL ${binaries.majorVersion}. ` +
        'Dump it with the Prospector that made it and load it into a new DATA_DIR, or set DATABASE_URL.',
    )
  }
  const { uid } = await stat(directory)
  if (user && uid === 0) await giveTree(directory, user)
  const obstacle = await findObstacle(directory, user)
  if (obstacle) {
    throw new Error(
      `The embedded database in ${directory} runs as user ${user?.uid}, who can't enter ${obstacle}. ` +
        `Allow it with "chmod o+x ${obstacle}", or run Prospector as another user than root.`,
    )
  }
}

/**
 * The cluster is finished under a draft name and then moved into place in one step: a half-made one is never found,
 * and of two processes that start at once the slower throws its draft away.
 */
async function createCluster(place: Place, path: string, making: Making): Promise<void> {
  const isReachable = !(await findObstacle(place.dataDir, place.user))
  const parent = isReachable ? place.dataDir : place.openDir
  if (!isReachable) await makeOpenDirectory(parent)
  await removeAbandonedDrafts(parent)
  // An empty directory left by an operator would bar the way of the link; one with contents refuses to be removed.
  await rmdir(path).catch(() => {})

  const name = randomBytes(8).toString('hex')
  const draft = join(parent, `${DRAFT_PREFIX}${name}`)
  await mkdir(draft, { mode: 0o700 })
  let leftover = draft
  try {
    if (place.user) await chown(draft, place.user.uid, place.user.gid)
    const servingPassword = await readOrCreatePassword(place.dataDir, 'postgres-serving-password')
    const superuserPassword = await readOrCreatePassword(place.dataDir, 'postgres-superuser-password')
    await fillCluster(draft, place, { ...making, servingPassword, superuserPassword })
    if (isReachable) {
      await rename(draft, path)
    } else {
      leftover = join(parent, name)
      await rename(draft, leftover)
      await symlink(leftover, path)
    }
  } catch (error) {
    await rm(leftover, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error
  }
}

async function removeAbandonedDrafts(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue
    const draft = join(parent, name)
    const found = await stat(draft).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_AFTER_MS) await rm(draft, { recursive: true, force: true })
  }
}

type Passwords = { servingPassword: string; superuserPassword: string }

async function fillCluster(
  directory: string,
  place: Place,
  { password, servingPassword, superuserPassword, isDurable, meanwhile }: Passwords & Making,
): Promise<void> {
  const { initdb, postgres } = place.binaries
  const locale = ['--encoding=UTF8', '--locale=C', '--set=timezone=UTC', '--set=log_timezone=UTC']
  const sync = isDurable ? [] : ['--no-sync']
  const initialised = runTool(place, initdb, [
    '-D',
    directory,
    '-U',
    SUPERUSER,
    '-A',
    'trust',
    '--no-instructions',
    ...locale,
    ...sync,
  ])
  // Most of a second in processes of its own.
  await Promise.all([initialised, meanwhile?.()])
  // The server has not run yet, so nobody could use the trust that initdb left behind before this line replaces it.
  await writeFile(join(directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 scram-sha-256\n')
  const quiet = ['-c', 'log_min_messages=error', '-c', 'log_min_error_statement=panic']
  const statements = [
    `ALTER ROLE ${SUPERUSER} PASSWORD '${superuserPassword}'`,
    `CREATE ROLE ${OWNER} LOGIN CREATEDB PASSWORD '${password}'`,
    // The owner may do what the serving role may, and end its connections; never the other way round.
    `CREATE ROLE ${SERVING_ROLE} LOGIN PASSWORD '${servingPassword}' ROLE ${OWNER}`,
    // To see which directory the server lives in, and who else is connected.
    `GRANT pg_read_all_settings, pg_read_all_stats TO ${OWNER}, ${SERVING_ROLE}`,
    `CREATE DATABASE ${OWNER} OWNER ${OWNER}`,
  ]
  const durability = isDurable ? [] : ['-c', 'fsync=off']
  const single = ['--single', '-j', '-D', directory, ...quiet, ...durability, 'postgres']
  await runTool(place, postgres, single, statements.map((statement) => `${statement};\n\n`).join(''))
}

async function runTool({ user, dataDir }: Place, program: string, args: string[], input = ''): Promise<void> {
  const child = spawn(program, args, { ...user, cwd: '/', env: serverEnvironment(), stdio: ['pipe', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4000)
  })
  // A tool that dies early closes its input; its exit code tells the story.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const outcome = await new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('close', (code, signal) => resolve(code === 0 ? '' : `it ended with ${signal ?? `code ${code}`}`))
  })
  // The single-user server reports a failed statement, but still ends with code 0.
  if (outcome || /^.*(ERROR|FATAL|PANIC): /m.test(complaint)) {
    throw new Error(
      explainFailure(`The embedded PostgreSQL could not create its database in ${dataDir}`, outcome, complaint),
    )
  }
}

export function explainFailure(what: string, outcome: string, complaint: string): string {
  const advice = /no space left on device/i.test(complaint)
    ? 'The disk is full: free some space, or set DATA_DIR to a disk that has some.'
    : "If this machine can't run it, set DATABASE_URL to a PostgreSQL server of your own."
  return [`${what}${outcome && `: ${outcome}`}. ${advice}`, complaint.trim()].filter(Boolean).join('\n')
}
