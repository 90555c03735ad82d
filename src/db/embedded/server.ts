/** The embedded PostgreSQL: a real server out of an npm package, in DATA_DIR, shared by all Prospector processes on it. */
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, findNativeDirectory, prepareBinaries } from './binaries.ts'
import { explainFailure, OWNER, prepareCluster, readOrCreatePassword, SERVING_ROLE } from './cluster.ts'
import { openPresence, type Presence } from './presence.ts'
import {
  endOrphans,
  findServer,
  pickFreePort,
  readLastPort,
  type StartAttempt,
  sendSignal,
  startServer,
} from './process.ts'
import { prepareServingRole } from './serving-role.ts'
import { separateSuperuser } from './superuser.ts'
import { chooseServerUser, makeDataDir, type ServerUser } from './user.ts'

export type EmbeddedPostgres = {
  /** As the role that serves. */
  url: string
  /** As the role that owns the tables and may change them. */
  ownerUrl: string
  /** Resolves when a died server answers again. Safe to call at any time; concurrent calls share one attempt. */
  ensureRunning(): Promise<void>
  /** Stops the server unless another process still uses it. Close your own connections first: they count as a use. */
  stop(): Promise<void>
  /** For a process that ends now, with its connections open: asks the server to stop, and does not wait until it has. */
  stopAtOnce(): Promise<void>
}

type Options = {
  dataDir: string
  settings?: Record<string, string>
  log?: (line: string) => void
  /**
   * Begun while the files of a new server are made, and between the start of its process and the first connection to it; not where
   * the server runs already. It has to be something that is done once, however often it is asked for.
   */
  whileStarting?: (() => Promise<unknown>) | undefined
}
/** Paths that a test overrides: the programs, and the folder for files that the server's user can't reach in place. */
type Places = { nativeDir?: string; openDir?: string }
type Server = {
  dataDir: string
  directory: string
  password: string
  passwordPath: string
  logPath: string
  binaries: Binaries
  user: ServerUser
  settings: Record<string, string>
  log: (line: string) => void
}

/** For a small machine that runs Prospector, too. Changes take effect at the next start of the server. */
const DEFAULT_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '256MB',
  // No replica ever follows an embedded server, so the log needs only what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors go to the caller. In the log, their text, details and statements could show a channel.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
}

/** Recovery after a crash replays up to max_wal_size, and interrupting it helps nobody. */
const ANSWERS_WITHIN_MS = 5 * 60_000
const MENTION_EVERY_MS = 10_000
const RETRY_FOR_MS = 20_000
const RETRY_EVERY_MS = 200
const ORPHANS_MAY_LINGER_MS = 1_000
const STOPS_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 25

export async function startEmbeddedPostgres(options: Options, places: Places = {}): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options, places)
  const first = await bringUp(server, undefined, options.whileStarting)
  await separateSuperuser(server, first.port)
  const serving = await prepareServingRole(server, first.port)
  // A process that stopped it at this very moment did not see us yet.
  if (!(await first.presence.answers())) {
    await first.presence.close()
    return startEmbeddedPostgres(options, places)
  }
  if (serving.news) server.log(`embedded PostgreSQL: ${serving.news}`)
  let presence = first.presence
  let restart: Promise<void> | undefined
  let stopping: Promise<void> | undefined

  async function restartIfDead(): Promise<void> {
    // Our connection alone proves nothing: its backend may outlive a server that was killed, by a moment.
    if ((await findServer(server.directory)) && (await presence.answers())) return
    await presence.close()
    ;({ presence } = await bringUp(server, first.port))
  }
  async function stopIfAlone(): Promise<void> {
    await restart?.catch(() => {})
    await stopServer(server, presence)
  }

  const urlOf = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${first.port}/${OWNER}`
  const ownerUrl = urlOf(OWNER, server.password)
  return {
    url: serving.password === null ? ownerUrl : urlOf(SERVING_ROLE, serving.password),
    ownerUrl,
    ensureRunning: () => {
      if (stopping) return Promise.reject(new Error('The embedded PostgreSQL has been stopped.'))
      restart ??= restartIfDead().finally(() => {
        restart = undefined
      })
      return restart
    },
    stop: () => {
      stopping ??= stopIfAlone()
      return stopping
    },
    stopAtOnce: async () => {
      const isAlone = await presence.claimAtOnce().catch(() => false)
      const found = await findServer(server.directory)
      if (found && isAlone) sendSignal(found.pid, 'SIGINT')
    },
  }
}

async function prepareServer(options: Options, places: Places): Promise<Server> {
  const { dataDir: givenDir, settings, log, whileStarting } = options
  const openDir = places.openDir ?? '/var/lib/prospector'
  try {
    const user = await chooseServerUser(join(givenDir, 'postgres'))
    const dataDir = await makeDataDir(resolve(givenDir), user)
    const binaries = await prepareBinaries(places.nativeDir ?? findNativeDirectory(), user, openDir)
    const password = await readOrCreatePassword(dataDir)
    const isDurable = settings?.fsync !== 'off'
    const making = { password, isDurable, meanwhile: whileStarting }
    const directory = await prepareCluster({ dataDir, openDir, user, binaries }, making)
    return {
      dataDir,
      directory,
      password,
      passwordPath: join(dataDir, 'postgres-password'),
      logPath: join(dataDir, 'postgres.log'),
      binaries,
      user,
      settings: { ...DEFAULT_SETTINGS, ...settings },
      log: log ?? (() => {}),
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const what = `The embedded PostgreSQL could not be prepared in ${givenDir}`
    if (code === 'ENOSPC') throw new Error(explainFailure(what, '', message))
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
      throw new Error(
        `${what}: ${message}. Run Prospector as the user who owns it, set DATA_DIR to another place, or set DATABASE_URL.`,
      )
    }
    throw error
  }
}

/**
 * Looks, acts on what it sees, and looks again until the server answers. Every step can lose a race against another process,
 * and every loss shows as something that the next look understands.
 */
async function bringUp(
  server: Server,
  fixedPort: number | undefined,
  whileStarting?: Options['whileStarting'],
): Promise<{ port: number; presence: Presence }> {
  const begun = Date.now()
  let mentioned = begun
  let failingSince: number | undefined
  let attempt: StartAttempt | undefined
  for (; ; await pause(LOOK_EVERY_MS)) {
    const found = await findServer(server.directory)
    if (found?.isReady) {
      if (fixedPort && found.port !== fixedPort) throw new Error(describeMove(fixedPort, found.port))
      const presence = await openPresence({ ...server, port: found.port }).catch((error) => {
        attempt?.end()
        throw error
      })
      if (presence) {
        server.log(`embedded PostgreSQL: ${attempt?.isAlive() ? 'started' : 'found running'} on port ${found.port}`)
        return { port: found.port, presence }
      }
    }
    if (attempt && !attempt.isAlive()) {
      failingSince ??= Date.now()
      await judgeFailure(server, await attempt.readLog(), Date.now() - failingSince)
      attempt = undefined
    } else if (!found && !attempt) {
      const port = fixedPort ?? (await pickFreePort(await readLastPort(server.directory)))
      attempt = await startServer({ ...server, postgres: server.binaries.postgres, port })
      await whileStarting?.()
    }
    if (Date.now() - mentioned > MENTION_EVERY_MS) {
      mentioned = Date.now()
      server.log('embedded PostgreSQL: waiting until it has recovered and answers')
    }
    if (Date.now() - begun > ANSWERS_WITHIN_MS) {
      const what = `The embedded PostgreSQL in ${server.directory} does not answer`
      throw new Error(explainFailure(what, '', (await attempt?.readLog()) ?? ''))
    }
  }
}

function describeMove(oldPort: number, newPort: number): string {
  return `The embedded PostgreSQL now answers on port ${newPort}, because another program took ${oldPort}. Restart Prospector.`
}

/** Returns when another attempt makes sense, throws when it does not. */
async function judgeFailure(server: Server, complaint: string, failingForMs: number): Promise<void> {
  const lostRace = /lock file .* already exists|lock file .* is empty/.test(complaint)
  const portTaken = /could not bind/.test(complaint)
  const memoryInUse = /pre-existing shared memory block/.test(complaint)
  if (failingForMs > RETRY_FOR_MS || !(lostRace || portTaken || memoryInUse)) {
    const outcome = portTaken ? 'another program took its port' : ''
    throw new Error(explainFailure(`The embedded PostgreSQL in ${server.directory} did not start`, outcome, complaint))
  }
  if (memoryInUse && failingForMs > ORPHANS_MAY_LINGER_MS) await endOrphans(server.directory)
  await pause(RETRY_EVERY_MS)
}

async function stopServer(server: Server, lastPresence: Presence): Promise<void> {
  const presence = (await lastPresence.answers()) ? lastPresence : await rejoin(server)
  const isAlone = await presence?.claimAlone().catch(() => false)
  const found = await findServer(server.directory)
  const leave = () => Promise.all([presence?.close(), lastPresence.close()])
  if (!found || !isAlone) {
    await leave()
    if (found) server.log('embedded PostgreSQL: left running, because somebody else uses it')
    return
  }
  // Our lock stays until the server ends it: nobody else can take this server for one that stays.
  sendSignal(found.pid, 'SIGINT')
  await awaitEnd(server, found.pid).finally(leave)
  server.log('embedded PostgreSQL: stopped')
}

async function awaitEnd(server: Server, pid: number): Promise<void> {
  if (!(await isGoneWithin(server, pid, STOPS_WITHIN_MS))) {
    // Recovery at the next start repairs what an immediate shutdown leaves.
    sendSignal(pid, 'SIGQUIT')
    if (!(await isGoneWithin(server, pid, STOPS_WITHIN_MS))) {
      throw new Error(`The embedded PostgreSQL in ${server.directory} does not stop. Its process id is ${pid}.`)
    }
  }
}

/** Our presence ended with a server that died, or that dropped all connections to recover from the death of one of them. */
async function rejoin(server: Server): Promise<Presence | undefined> {
  for (const begun = Date.now(); Date.now() - begun < RETRY_FOR_MS; await pause(LOOK_EVERY_MS)) {
    const found = await findServer(server.directory)
    if (!found) return undefined
    const presence = found.isReady ? await openPresence({ ...server, port: found.port }) : undefined
    if (presence) return presence
  }
  return undefined
}

async function isGoneWithin(server: Server, pid: number, limitMs: number): Promise<boolean> {
  for (const begun = Date.now(); Date.now() - begun < limitMs; await pause(LOOK_EVERY_MS)) {
    if ((await findServer(server.directory))?.pid !== pid) return true
  }
  return false
}
