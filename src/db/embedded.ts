/** The embedded PostgreSQL: a real server out of an npm package, in DATA_DIR, shared by all Prospector processes on it. */
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Binaries, findNativeDirectory, prepareBinaries } from './embedded-binaries.ts'
import { explainFailure, prepareCluster, ROLE, readOrCreatePassword } from './embedded-cluster.ts'
import { openPresence, type Presence } from './embedded-presence.ts'
import {
  endOrphans,
  findServer,
  pickFreePort,
  readLastPort,
  type StartAttempt,
  startServer,
} from './embedded-process.ts'
import { chooseServerUser, makeDataDir, type ServerUser } from './embedded-user.ts'

export type EmbeddedPostgres = {
  url: string
  /** Resolves when a died server answers again. Safe to call at any time; concurrent calls share one attempt. */
  ensureRunning(): Promise<void>
  /** Stops the server unless another process still uses it. Close your own connections first: they count as a use. */
  stop(): Promise<void>
}

type Options = { dataDir: string; settings?: Record<string, string>; log?: (line: string) => void }
/** What a test puts elsewhere: the programs, and the place for what the server's user can't reach where it lies. */
type Places = { nativeDir?: string; openDir?: string }
type Server = {
  directory: string
  password: string
  passwordPath: string
  logPath: string
  binaries: Binaries
  user: ServerUser
  settings: Record<string, string>
  log: (line: string) => void
}

/** For a small machine that runs Prospector beside it. Changes take effect at the next start of the server. */
const DEFAULT_SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
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
const RETRY_FOR_MS = 20_000
const ORPHANS_MAY_LINGER_MS = 1_000
const STOPS_WITHIN_MS = 30_000
const LOOK_EVERY_MS = 25

export async function startEmbeddedPostgres(options: Options, places: Places = {}): Promise<EmbeddedPostgres> {
  const server = await prepareServer(options, places)
  let { port, presence } = await bringUp(server, undefined)
  let restart: Promise<void> | undefined
  let stopping: Promise<void> | undefined

  async function restartIfDead(): Promise<void> {
    if (await presence.answers()) return
    await presence.close()
    ;({ presence } = await bringUp(server, port))
  }
  async function stopIfAlone(): Promise<void> {
    await restart?.catch(() => {})
    await stopServer(server, port, presence)
  }

  return {
    url: `postgres://${ROLE}:${server.password}@127.0.0.1:${port}/${ROLE}`,
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
  }
}

async function prepareServer({ dataDir: givenDir, settings, log }: Options, places: Places): Promise<Server> {
  const openDir = places.openDir ?? '/var/lib/prospector'
  try {
    const user = await chooseServerUser(join(givenDir, 'postgres'))
    const dataDir = await makeDataDir(resolve(givenDir), user)
    const binaries = await prepareBinaries(places.nativeDir ?? findNativeDirectory(), user, openDir)
    const password = await readOrCreatePassword(dataDir)
    const isDurable = settings?.fsync !== 'off'
    const directory = await prepareCluster({ dataDir, openDir, user, binaries }, password, isDurable)
    return {
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
    if (code !== 'ENOSPC') throw error
    throw new Error(explainFailure(`The embedded PostgreSQL could not prepare ${givenDir}`, '', message))
  }
}

/**
 * Looks, acts on what it sees, and looks again until the server answers. Every step can lose a race against another process,
 * and every loss shows as something that the next look understands.
 */
async function bringUp(server: Server, fixedPort: number | undefined): Promise<{ port: number; presence: Presence }> {
  const begun = Date.now()
  let attempt: StartAttempt | undefined
  for (; ; await pause(LOOK_EVERY_MS)) {
    const found = await findServer(server.directory)
    if (found?.isReady) {
      if (fixedPort && found.port !== fixedPort) {
        throw new Error(
          `The embedded PostgreSQL now answers on port ${found.port}, because another program took ${fixedPort}. Restart Prospector.`,
        )
      }
      const presence = await openPresence({ ...server, port: found.port })
      if (presence) {
        server.log(`embedded PostgreSQL: ${attempt ? 'started' : 'found running'} on port ${found.port}`)
        return { port: found.port, presence }
      }
    }
    if (attempt?.hasEnded()) {
      await judgeFailure(server, await attempt.readLog(), Date.now() - begun)
      attempt = undefined
    } else if (!found && !attempt) {
      const port = fixedPort ?? (await pickFreePort(await readLastPort(server.directory)))
      attempt = await startServer({ ...server, postgres: server.binaries.postgres, port })
    }
    if (Date.now() - begun > ANSWERS_WITHIN_MS) {
      throw new Error(
        explainFailure(
          `The embedded PostgreSQL in ${server.directory} does not answer`,
          '',
          (await attempt?.readLog()) ?? '',
        ),
      )
    }
  }
}

/** Returns when another attempt makes sense, throws when it does not. */
async function judgeFailure(server: Server, complaint: string, elapsedMs: number): Promise<void> {
  const lostRace = /lock file .* already exists|lock file .* is empty/.test(complaint)
  const portTaken = /could not bind/.test(complaint)
  const memoryInUse = /pre-existing shared memory block/.test(complaint)
  if (elapsedMs > RETRY_FOR_MS || !(lostRace || portTaken || memoryInUse)) {
    throw new Error(explainFailure(`The embedded PostgreSQL in ${server.directory} did not start`, '', complaint))
  }
  if (memoryInUse && elapsedMs > ORPHANS_MAY_LINGER_MS) await endOrphans(server.directory)
  await pause(100)
}

async function stopServer(server: Server, port: number, presence: Presence): Promise<void> {
  const isAlone = await presence.claimAlone().catch(() => false)
  const found = await findServer(server.directory)
  if (!isAlone || !found) {
    await presence.close()
    return
  }
  process.kill(found.pid, 'SIGINT')
  await presence.close()
  const begun = Date.now()
  let isImmediate = false
  while ((await findServer(server.directory))?.pid === found.pid) {
    await pause(LOOK_EVERY_MS)
    if (!isImmediate && Date.now() - begun > STOPS_WITHIN_MS) {
      // Recovery at the next start repairs what an immediate shutdown leaves.
      process.kill(found.pid, 'SIGQUIT')
      isImmediate = true
    }
  }
  server.log(`embedded PostgreSQL: stopped on port ${port}`)
}
