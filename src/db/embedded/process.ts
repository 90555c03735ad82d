/** The server as a process of the operating system: is it there, is it ours, start it, find what a killed one left behind. */
import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { open, readdir, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { serverEnvironment } from './cluster.ts'
import type { ServerUser } from './user.ts'

type RunningServer = { pid: number; port: number; isReady: boolean }
export type StartAttempt = { isAlive: () => boolean; end: () => void; readLog: () => Promise<string> }

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
/** The server creates its lock file and fills it in two steps. One that stays empty is the rest of a power cut. */
const LOCK_FILE_FILLED_WITHIN_MS = 2_000

/**
 * A server that lives in this directory, whatever its state. PostgreSQL itself clears the lock file of a dead server, after a look
 * at the shared memory that the file names; only where it would mistake another process for that server do we clear it.
 */
export async function findServer(directory: string): Promise<RunningServer | undefined> {
  const path = join(directory, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const pid = Number(lines[0])
  if (!(pid > 0)) {
    const age = await stat(path).then(
      (file) => Date.now() - file.mtimeMs,
      () => 0,
    )
    if (age > LOCK_FILE_FILLED_WITHIN_MS) await removeStaleLock(path, text)
    return undefined
  }
  if (await isServerOf(pid, directory)) {
    return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
  }
  if (sendSignal(pid, 0)) {
    await endOrphans(directory)
    await removeStaleLock(path, text)
  }
  return undefined
}

/** Another Prospector may have cleared it and started a server since we looked, so what we take away is checked once more. */
async function removeStaleLock(path: string, judged: string): Promise<void> {
  const aside = `${path}.stale-${randomBytes(8).toString('hex')}`
  try {
    await rename(path, aside)
  } catch {
    return
  }
  if ((await readFile(aside, 'utf8')) === judged) await rm(aside)
  else await rename(aside, path)
}

async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const command = await readCommand(pid)
  if (basename(command[0] ?? '') !== 'postgres') return false
  // The server works inside its directory and stays there if somebody renames it. In a container root may not be allowed to look.
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (workingDirectory) return workingDirectory === directory
  const named = command[command.indexOf('-D') + 1] ?? ''
  return (await realpath(named).catch(() => undefined)) === directory
}

/** A process that is gone, or that waits as a zombie for its parent, has no command. */
async function readCommand(pid: number): Promise<string[]> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.split('\0')
  }
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  // Our own -D is the first argument and is followed by -p, so a path with spaces can be told from what comes after it.
  const match = /^(.*?) -D (.*?) -p /.exec(stdout)
  return match ? [match[1]!, '-D', match[2]!] : [stdout.trim()]
}

/** The server puts this name into the titles of its processes, so that those of a killed server can be found. */
function clusterName(directory: string): string {
  return `prospector-${createHash('sha256').update(directory).digest('hex').slice(0, 16)}`
}

/**
 * Backends that outlive a killed server hold its shared memory, and PostgreSQL rightly refuses to start while they exist.
 * One that is busy computing does not notice the death for as long as it computes.
 */
export async function endOrphans(directory: string): Promise<void> {
  for (const { pid, parent, title } of await listProcesses()) {
    if (!title.startsWith(`postgres: ${clusterName(directory)}: `)) continue
    if (await isServerOf(parent, directory)) continue
    sendSignal(pid, 'SIGKILL')
  }
}

/** False when there is no such process any more. */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

async function listProcesses(): Promise<{ pid: number; parent: number; title: string }[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='])
    const rows = stdout.split('\n').map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    return rows
      .filter((row) => row !== null)
      .map((row) => ({ pid: Number(row[1]), parent: Number(row[2]), title: row[3]! }))
  }
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  return await Promise.all(
    pids.map(async (pid) => {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return { pid, parent: Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0), title }
    }),
  )
}

/**
 * In a session of its own, so that Ctrl-C in our terminal does not reach the server before we have finished with it,
 * and with its output in a file, so that it can outlive us.
 */
export async function startServer(options: {
  postgres: string
  directory: string
  port: number
  settings: Record<string, string>
  user: ServerUser
  logPath: string
}): Promise<StartAttempt> {
  const { postgres, directory, port, settings, user, logPath } = options
  const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const name = ['-c', `cluster_name=${clusterName(directory)}`]
  await limitLog(logPath)
  const log = await open(logPath, 'a', 0o600)
  try {
    const { size: logStart } = await log.stat()
    const child = spawn(postgres, ['-D', directory, '-p', String(port), ...name, ...given], {
      ...user,
      cwd: '/',
      env: serverEnvironment(),
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    let complaint = ''
    let isAlive = true
    child.on('error', (error) => {
      complaint = error.message
      isAlive = false
    })
    child.on('exit', () => {
      isAlive = false
    })
    child.unref()
    return {
      isAlive: () => isAlive,
      end: () => void child.kill('SIGINT'),
      readLog: async () => (await readFile(logPath)).subarray(logStart).toString('utf8').slice(-4000) + complaint,
    }
  } finally {
    await log.close()
  }
}

async function limitLog(logPath: string): Promise<void> {
  const found = await stat(logPath).catch(() => undefined)
  if (found && found.size > LOG_LIMIT_BYTES) await rename(logPath, `${logPath}.old`)
}

/** The port of the last start. Taking it again lets a Prospector that waits for this server find it where it was. */
export async function readLastPort(directory: string): Promise<number | undefined> {
  const command = await readFile(join(directory, 'postmaster.opts'), 'utf8').catch(() => '')
  const match = /"-p" "(\d+)"/.exec(command)
  return match ? Number(match[1]) : undefined
}

/**
 * Below the range from which the system takes the ports of outgoing connections: there, a client that keeps knocking
 * at a stopped server will sooner or later be given that very port, connect to itself, and block it.
 */
export async function pickFreePort(preferred?: number): Promise<number> {
  const candidates = Array.from({ length: 100 }, () => randomInt(15_000, 32_000))
  if (preferred) candidates.unshift(preferred)
  for (const port of candidates) {
    if (await isPortFree(port)) return port
  }
  throw new Error(
    'No free port for the embedded PostgreSQL was found on 127.0.0.1. Set DATABASE_URL, or free some ports.',
  )
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const listener = createServer()
    listener.once('error', () => resolve(false))
    listener.listen({ port, host: '127.0.0.1', exclusive: true }, () => listener.close(() => resolve(true)))
  })
}
