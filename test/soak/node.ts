/** One node as `prospector serve` starts it: embedded database, two threads, metrics; with a catalogue of synthetic stores. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pickFreePort } from '../../src/db/embedded/process.ts'

const program = fileURLToPath(new URL('../../bin/prospector', import.meta.url))
const readyWithinMs = 600_000
const storesCount = 8_000

export type SoakNode = {
  port: number
  dataDir: string
  /** As the role that owns the tables. */
  ownerUrl: string
  /** The operator's command, next to the running node. */
  command(...words: string[]): Promise<void>
  /** One metric out of /metrics, without labels. */
  metrics(): Promise<(name: string) => number>
  /** What the node wrote to its log: warnings and errors. */
  logged(): Promise<string[]>
  stop(): Promise<void>
}

export async function startSoakNode(): Promise<SoakNode> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-soak-'))
  // The unprivileged user that runs the node and its database under root has to pass.
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const logPath = join(folder, 'node.log')
  const [port, metricsPort] = [await pickFreePort(), await pickFreePort()]
  const { PATH = '', HOME = '/' } = process.env
  const env = {
    ...{ PATH, HOME, DATA_DIR: dataDir, PORT: String(port), METRICS_PORT: String(metricsPort) },
    // Requests come from many addresses, as the limits per address count them.
    ...{ THREADS: '2', TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn', DEMO: 'false' },
  }
  const command = async (...words: string[]) => void (await promisify(execFile)(program, words, { env }))
  await command('demo', 'load', '--stores', String(storesCount))
  const child = spawn(program, ['serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  child.stderr.pipe(createWriteStream(logPath))
  await untilReady(child, port, logPath)
  return {
    port,
    dataDir,
    ownerUrl: await findOwnerUrl(dataDir),
    command,
    async metrics() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
    },
    logged: async () => (await readFile(logPath, 'utf8')).split('\n').filter((line) => line !== ''),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(child: ChildProcess, port: number, logPath: string): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const endsAt = Date.now() + readyWithinMs
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > endsAt) {
      child.kill('SIGKILL')
      throw new Error(`The node did not start: ${await readFile(logPath, 'utf8')}`)
    }
    await setTimeout(200)
  }
}

async function findOwnerUrl(dataDir: string): Promise<string> {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim()
  const port = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[3]!.trim()
  return `postgres://prospector:${password}@127.0.0.1:${port}/prospector`
}
