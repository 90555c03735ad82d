import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { ask, isRoot, openSandbox, patiently, serverPid } from '../../../test/support/embedded-sandbox.ts'
import { findServer } from './process.ts'
import type { EmbeddedPostgres } from './server.ts'

const sandbox = openSandbox()

/** Waits for the end of the process, not of its zombie, which its parent may take its time to collect. */
async function killHard(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''), patiently).toBe('')
}

/** The port of a killed server is not free until the system has cleaned up after it. */
async function takePort(port: number): Promise<Server> {
  for (;;) {
    const squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1')
    const isListening = await once(squatter, 'listening').then(
      () => true,
      () => false,
    )
    if (isListening) return squatter
  }
}

/** Starts a server and says how long it may be away: ten seconds, and on a machine that is slow by its first start, longer. */
async function startTimed(dataDir: string): Promise<EmbeddedPostgres & { awayMaxMs: number }> {
  const begun = performance.now()
  const server = await sandbox.start(dataDir)
  return { ...server, awayMaxMs: Math.max(10_000, 10 * (performance.now() - begun)) }
}

async function countStarts(): Promise<number> {
  const log = await readFile(sandbox.path('data', 'postgres.log'), 'utf8')
  return log.split('ready to accept connections').length - 1
}

describe('a server that was killed', () => {
  it('answers at the same address within seconds, with everything that was committed, by one restart for all who ask', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await startTimed(dataDir)
    await ask(server.ownerUrl, 'CREATE TABLE kept AS SELECT 42 AS answer')
    const pid = await serverPid(dataDir)
    await killHard(pid)

    const begun = performance.now()
    await Promise.all([server.ensureRunning(), server.ensureRunning(), server.ensureRunning()])
    expect(performance.now() - begun).toBeLessThan(server.awayMaxMs)
    expect(await ask(server.ownerUrl, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }])
    expect(await serverPid(dataDir)).not.toBe(pid)
    expect(await countStarts()).toBe(2)

    await server.ensureRunning()
    expect(await countStarts()).toBe(2)
  })

  it('is restarted within ten seconds although one of its backends still computes', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await startTimed(dataDir)
    const busy = new pg.Client(server.url)
    busy.on('error', () => {})
    await busy.connect()
    await busy.query('SET max_parallel_workers_per_gather = 0')
    const lost = expect(busy.query('SELECT count(*) FROM generate_series(1, 1e12::bigint)')).rejects.toThrow()
    const isBusy = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'SELECT count%'`
    await expect.poll(() => ask(server.url, isBusy), patiently).toHaveLength(1)
    await killHard(await serverPid(dataDir))

    const begun = performance.now()
    await server.ensureRunning()
    expect(performance.now() - begun).toBeLessThan(server.awayMaxMs)
    await ask(server.url, 'SELECT 1')
    await lost
  })

  it('is started again by the next process', async () => {
    const dataDir = await sandbox.dataDir()
    const before = await sandbox.start(dataDir)
    await killHard(await serverPid(dataDir))
    await once((await takePort(Number(new URL(before.url).port))).close(), 'close')
    const after = await sandbox.start(dataDir)
    expect(after.url).toBe(before.url)
    // The process that was there before finds it where it was.
    await before.ensureRunning()
    await ask(before.url, 'SELECT 1')
  })

  it('is restarted once its port is free again', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    await killHard(await serverPid(dataDir))
    const squatter = await takePort(Number(new URL(server.url).port))
    const restarted = server.ensureRunning()
    const log = () => readFile(sandbox.path('data', 'postgres.log'), 'utf8')
    await expect.poll(log, patiently).toContain('could not bind')
    squatter.close()
    await restarted
    await ask(server.url, 'SELECT 1')
  })

  it('is stopped as well as any other when only a backend was killed and everybody was disconnected', async () => {
    const dataDir = await sandbox.dataDir()
    const server = await sandbox.start(dataDir)
    const victim = new pg.Client(server.url)
    victim.on('error', () => {})
    await victim.connect()
    const { rows } = await victim.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await expect.poll(countStarts, patiently).toBe(2)
    await server.stop()
    await expect(serverPid(dataDir)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

describe('a lock file left behind', () => {
  /** As if the process id had been given to somebody else since the server was killed. */
  async function leaveLockOf(dataDir: string, pid: number): Promise<void> {
    await killHard(await serverPid(dataDir))
    const path = `${dataDir}/postgres/postmaster.pid`
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^\d+/, String(pid)))
  }

  it('does not stop a start when its process id belongs to an unrelated program', async () => {
    const dataDir = await sandbox.dataDir()
    const before = await sandbox.start(dataDir)
    const user = isRoot ? { uid: 65534, gid: 65534 } : {}
    const unrelated = spawn('sleep', ['60'], { ...user, stdio: 'ignore' })
    try {
      await leaveLockOf(dataDir, unrelated.pid!)
      const after = await sandbox.start(dataDir)
      expect(after.url).toBe(before.url)
      await ask(after.url, 'SELECT 1')
      expect(unrelated.exitCode).toBeNull()
    } finally {
      unrelated.kill('SIGKILL')
    }
  })

  it('does not lead to the server of another DATA_DIR', async () => {
    const dataDir = await sandbox.dataDir()
    await sandbox.start(dataDir)
    const other = await sandbox.start(await sandbox.dataDir('other'))
    await leaveLockOf(dataDir, await serverPid(sandbox.path('other')))
    const after = await sandbox.start(dataDir)
    expect(after.url).not.toBe(other.url)
    await ask(after.url, 'SELECT 1')
    await ask(other.url, 'SELECT 1')
  })

  it('does not stop a start when a power cut left it empty', async () => {
    const dataDir = await sandbox.dataDir()
    const before = await sandbox.start(dataDir)
    await before.stop()
    await writeFile(`${dataDir}/postgres/postmaster.pid`, '')
    const after = await sandbox.start(dataDir)
    await ask(after.url, 'SELECT 1')
  })

  it('is not mistaken for a server', async () => {
    await writeFile(
      sandbox.path('postmaster.pid'),
      `${process.pid}\n${sandbox.path()}\n1\n15000\n\n127.0.0.1\n\nready   \n`,
    )
    expect(await findServer(sandbox.path())).toBeUndefined()
  })
})
