import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { pickFreePort } from '../src/db/embedded/process.ts'
import { median } from './measure.ts'
import { residentMb } from './resident-memory.ts'

const rounds = 5
const restSeconds = 20
const threadCounts = [1, 2, 4]
const root = fileURLToPath(new URL('..', import.meta.url))

type StartResult = { child: ChildProcess; seconds: number }

/**
 * `npm run bench start [-- --clone]`: how long a node takes from the command to its first answer, and its memory at rest, with the
 * demo catalogue, its own PostgreSQL, and 1, 2 and 4 threads; next to a process that only serves one route with Fastify. With
 * `--clone` also the first `npm start` of a fresh clone, which downloads what npm's cache lacks.
 */
export async function run(options: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-start-'))
  try {
    if (options.includes('--clone')) await startOfClone(join(folder, 'clone'))
    const dataDir = join(folder, 'data')
    const first = await startNode(dataDir, 1)
    await stop(first.child)
    const bare = await measure(startBare)
    console.log(`\nThe first start of a data folder, with the demo catalogue: ${first.seconds.toFixed(1)} s`)
    console.log('\n| | first answer after | memory at rest | against the bare process |\n|---|---|---|---|')
    print('a bare process: Fastify, one route', bare, bare)
    for (const threads of threadCounts) {
      print(`threads: ${threads}`, await measure(() => startNode(dataDir, threads)), bare)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Figures = { seconds: number; memoryMb: number }

function print(what: string, { seconds, memoryMb }: Figures, bare: Figures): void {
  const against = `${(seconds / bare.seconds).toFixed(1)} times, ${(memoryMb / bare.memoryMb).toFixed(1)} times`
  console.log(`| ${what} | ${seconds.toFixed(2)} s | ${Math.round(memoryMb)} MB | ${against} |`)
}

async function measure(start: () => Promise<StartResult>): Promise<Figures> {
  const seconds: number[] = []
  const memory: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const started = await start()
    seconds.push(started.seconds)
    // One rest is enough: memory at rest hardly differs from start to start.
    if (round === rounds - 1) {
      await pause(restSeconds * 1_000)
      memory.push(await residentMb(started.child))
    }
    await stop(started.child)
  }
  return { seconds: median(seconds), memoryMb: median(memory) }
}

const startNode = (dataDir: string, threads: number): Promise<StartResult> =>
  untilItAnswers(join(root, 'bin', 'prospector'), ['serve'], { DATA_DIR: dataDir, THREADS: String(threads) }, root)

/** What a process costs that does next to nothing. */
const startBare = (): Promise<StartResult> =>
  untilItAnswers(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import Fastify from 'fastify'; const server = Fastify(); server.get('/readyz', async () => ({}))
       await server.listen({ port: Number(process.env.PORT) })`,
    ],
    {},
    root,
  )

/** Everything that is not in git has to be made: packages are installed, the web application is built, the demo is loaded. */
async function startOfClone(clone: string): Promise<void> {
  await promisify(execFile)('git', ['clone', '--quiet', '--no-hardlinks', root, clone])
  const { child, seconds } = await untilItAnswers('npm', ['start'], { DATA_DIR: join(clone, 'data') }, clone)
  console.log(`\nThe first start of a fresh clone: ${seconds.toFixed(1)} s`)
  // Now the server is compiled for the next one.
  await pause(restSeconds * 1_000)
  await stop(child)
  const again = await untilItAnswers('npm', ['start'], { DATA_DIR: join(clone, 'data') }, clone)
  console.log(`The second: ${again.seconds.toFixed(2)} s`)
  await stop(again.child)
}

async function untilItAnswers(
  program: string,
  words: string[],
  settings: Record<string, string>,
  cwd: string,
): Promise<StartResult> {
  const port = await pickFreePort(undefined)
  const { PATH = '', HOME = '/' } = process.env
  const began = performance.now()
  const child = spawn(program, words, {
    cwd,
    env: { PATH, HOME, LOG_LEVEL: 'error', PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
    // A group of its own, which Ctrl-C reaches as a whole.
    detached: true,
  })
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return { child, seconds: (performance.now() - began) / 1_000 }
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode} before it answered.`)
    await pause(10)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  process.kill(-child.pid!, 'SIGINT')
  await ended
}
