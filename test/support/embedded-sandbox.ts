/** A place of its own for each test of the embedded server, and the certainty that no server outlives its test. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect } from 'vitest'
import { findNativeDirectory } from '../../src/db/embedded/binaries.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { copyDataDir } from './prepared-data-dir.ts'
import { makeScratch } from './scratch.ts'

/** Nothing that these tests write is worth a wait for the disk. */
const FAST = { fsync: 'off', shared_buffers: '16MB' }

const run = promisify(execFile)

/** For `expect.poll`: how long a loaded machine may take for what is certain to happen. */
export const patiently = { timeout: 60_000, interval: 20 }

export const isRoot = process.getuid?.() === 0

type Sandbox = {
  path: (...names: string[]) => string
  /** A DATA_DIR with a database in it that is up to date: most tests are not about the first start. */
  dataDir: (name?: string) => Promise<string>
  start: (dataDir: string, places?: { nativeDir?: string; openDir?: string }) => Promise<EmbeddedPostgres>
  /** Another process that starts the server on `dataDir` and keeps using it until its input is closed. */
  startElsewhere: (dataDir: string) => { url: Promise<string>; child: ChildProcess; stop: () => Promise<void> }
}

/** A server removes its pid file, by which others know that it is gone, a moment before its process ends. */
async function findLeftovers(root: string): Promise<number[]> {
  const deadline = performance.now() + patiently.timeout
  for (;;) {
    const pids = await findServersUnder(root)
    if (pids.length === 0 || performance.now() > deadline) return pids
    await setTimeout(patiently.interval)
  }
}

export function openSandbox({ holdsPrograms } = { holdsPrograms: false }): Sandbox {
  let root = ''
  const started: EmbeddedPostgres[] = []
  const children: ChildProcess[] = []

  beforeEach(async () => {
    root = await makeScratch('embedded', { holdsPrograms })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    for (const server of started.splice(0)) await server.stop()
    const leftovers = await findLeftovers(root)
    for (const pid of leftovers) process.kill(pid, 'SIGKILL')
    await rm(root, { recursive: true, force: true })
    expect(leftovers).toEqual([])
  })

  return {
    path: (...names) => join(root, ...names),
    dataDir: async (name = 'data') => {
      await copyDataDir(join(root, name))
      return join(root, name)
    },
    start: async (dataDir, places = {}) => {
      const server = await startEmbeddedPostgres(
        { dataDir, settings: FAST },
        { openDir: join(root, 'open'), ...places },
      )
      started.push(server)
      return server
    },
    startElsewhere: (dataDir) => {
      const child = startInProcess(dataDir, join(root, 'open'))
      children.push(child)
      const url = new Promise<string>((resolve, reject) => {
        createInterface({ input: child.stdout! }).once('line', resolve)
        child.once('exit', (code) => reject(new Error(`the other process ended with ${code}`)))
      })
      const stop = () =>
        new Promise<void>((resolve) => {
          child.once('exit', () => resolve())
          child.stdin!.end()
        })
      return { url, child, stop }
    },
  }
}

/** The installed package of the programs in another place, without the time to copy them where hard links will do. */
export async function copyPackage(home: string): Promise<string> {
  const installed = dirname(findNativeDirectory())
  await run('cp', ['-al', installed, home]).catch(async () => {
    await rm(home, { recursive: true, force: true })
    await run('cp', ['-a', installed, home])
  })
  return join(home, 'native')
}

function startInProcess(dataDir: string, openDir: string): ChildProcess {
  const module = new URL('../../src/db/embedded/server.ts', import.meta.url).href
  const options = JSON.stringify({ dataDir, settings: FAST })
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(module)}
    const server = await startEmbeddedPostgres(${options}, ${JSON.stringify({ openDir })})
    process.stdout.write(server.url + '\\n')
    process.stdin.on('end', () => server.stop()).resume()`
  // In a process group of its own, as a terminal would put it.
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

async function findServersUnder(root: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return pids.filter((_, at) => commands[at]!.includes(`-D\0${root}`))
}

/** The process id of the server, as its own lock file tells it. */
export async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

/** Connects for the time of one statement. */
export async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}
