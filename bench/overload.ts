/**
 * No connections but those of a quiet account, then more than a node can serve next to them. "First answer" and "meanwhile": while
 * all of them come in at once; the other columns count afterwards. About a minute and a half.
 */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { Worker } from 'node:worker_threads'
import { hashPassword } from '@better-auth/utils/password'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { systemClock } from '../src/clock.ts'
import { openBenchDatabase } from './bench-database.ts'
import { quantile } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import { type Node, startNode } from './start-node.ts'

type Answer = { status: number; milliseconds: number }
type Crowd = { served: number[]; refused: number[]; first: number[]; broken: number; seconds: number }
type Load = Crowd & { quiet: Answer[]; quietMeanwhile: Answer[]; memoryMb: number }

const secondsEach = 15
const quietEveryMs = 50

export async function run(options: string[]): Promise<void> {
  const sizes = options.length > 0 ? options.map(Number) : [0, 64, 2_000, 12_000]
  const store = await openBenchDatabase()
  const passwordHash = await hashPassword('a password of the benchmark')
  const [noisy, quiet] = await Promise.all(
    ['noisy', 'quiet'].map((name) =>
      createOperatorAccount(store.database, systemClock, plans, {
        name,
        email: `${name}@bench.example`,
        passwordHash,
        planId: 'pro',
        status: 'active',
        requestsPerMinute: 100_000_000,
        requestsPerDay: 100_000_000,
      }),
    ),
  )
  const node = await startNode(store.url)
  try {
    const lines = [
      '| connections | served /s | refused /s | served p99 | refused p50 | refused p99 | first answer p50 | p99 | quiet p99 meanwhile | quiet p50 | quiet p99 | quiet refused | broken | memory |',
      '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
    ]
    for (const connections of sizes) {
      const load = await drive(node, connections, noisy!.apiKey, quiet!.apiKey)
      lines.push(rowOf(connections, load))
    }
    console.log(lines.join('\n'))
  } finally {
    node.child.kill('SIGKILL')
    await store.close()
  }
}

/** The crowd has a thread of its own, so that the quiet account is not measured by how busy the crowd's client is. */
async function drive(node: Node, connections: number, noisyKey: string, quietKey: string): Promise<Load> {
  const request =
    `GET /api/v1/contacts/revealed?limit=1 HTTP/1.1\r\nHost: localhost:${node.port}\r\n` +
    `Authorization: Bearer ${noisyKey}\r\n\r\n`
  const crowd = new Worker(new URL('./overload-worker.ts', import.meta.url), {
    workerData: { port: node.port, connections, seconds: secondsEach, request },
  })
  const quietAgent = new Agent({ keepAlive: true, maxSockets: 4 })
  const quiet: Answer[] = []
  const quietMeanwhile: Answer[] = []
  let counting = quietMeanwhile
  let isOver = false
  const quietLoop = async () => {
    while (!isOver) {
      const into = counting
      into.push(await ask(quietAgent, node.port, quietKey))
      await new Promise((resolve) => setTimeout(resolve, quietEveryMs))
    }
  }
  const asking = quietLoop()
  await once(crowd, 'message')
  counting = quiet
  const [counted] = (await once(crowd, 'message')) as [Crowd]
  isOver = true
  await asking
  quietAgent.destroy()
  await crowd.terminate()
  return { ...counted, quiet, quietMeanwhile, memoryMb: await residentMb(node.child) }
}

function ask(agent: Agent, port: number, key: string): Promise<Answer> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const done = (status: number) => resolve({ status, milliseconds: performance.now() - startedAt })
    const sent = request({
      agent,
      port,
      host: '127.0.0.1',
      path: '/api/v1/contacts/revealed?limit=1',
      headers: { authorization: `Bearer ${key}` },
    })
    sent.on('response', (response) => response.resume().on('end', () => done(response.statusCode!)))
    sent.on('error', () => done(0))
    sent.end()
  })
}

function rowOf(connections: number, load: Load): string {
  const { served, refused, first, broken, quiet, quietMeanwhile, seconds, memoryMb } = load
  const ms = (times: number[], share: number) => (times.length === 0 ? '-' : `${quantile(times, share).toFixed(0)} ms`)
  const rate = (count: number) => Math.round(count / seconds).toLocaleString('en')
  const servedOf = (answers: Answer[]) =>
    answers.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds)
  const ofQuiet = servedOf(quiet)
  const cells = [
    connections.toLocaleString('en'),
    rate(served.length),
    rate(refused.length),
    ms(served, 0.99),
    ms(refused, 0.5),
    ms(refused, 0.99),
    ms(first, 0.5),
    ms(first, 0.99),
    connections === 0 ? '-' : ms(servedOf(quietMeanwhile), 0.99),
    ms(ofQuiet, 0.5),
    ms(ofQuiet, 0.99),
    String(quiet.length + quietMeanwhile.length - ofQuiet.length - servedOf(quietMeanwhile).length),
    String(broken),
    `${Math.round(memoryMb)} MB`,
  ]
  return `| ${cells.join(' | ')} |`
}
