/**
 * No connections but those of a quiet account, then more than a node can serve next to them. "First answer" and "meanwhile": while
 * all of them come in at once; the other columns count afterwards. Medians of rounds in turn; about four minutes.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@better-auth/utils/password'
import { systemClock } from '../src/base/clock.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { openBenchDatabase } from './bench-database.ts'
import { median, quantile } from './measure.ts'
import { residentMb } from './resident-memory.ts'
import { type Node, startNode } from './start-node.ts'

type Answer = { status: number; milliseconds: number }
type Crowd = { served: number[]; refused: number[]; first: number[]; broken: number; seconds: number }
type Load = Crowd & { quiet: Answer[]; quietMeanwhile: Answer[]; memoryMb: number }

const rounds = 5
const secondsEach = 8
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
    const loads = new Map(sizes.map((connections) => [connections, [] as Load[]]))
    for (let round = 0; round < rounds; round += 1) {
      for (const connections of sizes) {
        loads.get(connections)!.push(await drive(node, connections, noisy!.apiKey, quiet!.apiKey))
      }
    }
    print(loads)
  } finally {
    node.child.kill('SIGKILL')
    await store.close()
  }
}

/**
 * The crowd has a process of its own, which gives way to all others: elsewhere it would take no time from the node's processors, nor
 * from the quiet account's client.
 */
async function drive(node: Node, connections: number, noisyKey: string, quietKey: string): Promise<Load> {
  const request =
    `GET /api/v1/contacts/revealed?limit=1 HTTP/1.1\r\nHost: localhost:${node.port}\r\n` +
    `Authorization: Bearer ${noisyKey}\r\n\r\n`
  const crowd = fork(fileURLToPath(new URL('./overload-crowd.ts', import.meta.url)), [
    JSON.stringify({ port: node.port, connections, seconds: secondsEach, request }),
  ])
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
  crowd.kill()
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

const measures: Record<string, { of(load: Load): number; unit: string }> = {
  'served /s': { of: ({ served, seconds }) => served.length / seconds, unit: '' },
  'refused /s': { of: ({ refused, seconds }) => refused.length / seconds, unit: '' },
  'served p99': { of: ({ served }) => quantile(served, 0.99), unit: ' ms' },
  'refused p50': { of: ({ refused }) => quantile(refused, 0.5), unit: ' ms' },
  'refused p99': { of: ({ refused }) => quantile(refused, 0.99), unit: ' ms' },
  'first answer p50': { of: ({ first }) => quantile(first, 0.5), unit: ' ms' },
  'first answer p99': { of: ({ first }) => quantile(first, 0.99), unit: ' ms' },
  'quiet p99 meanwhile': { of: ({ quietMeanwhile }) => quantile(timesOf(quietMeanwhile), 0.99), unit: ' ms' },
  'quiet p50': { of: ({ quiet }) => quantile(timesOf(quiet), 0.5), unit: ' ms' },
  'quiet p99': { of: ({ quiet }) => quantile(timesOf(quiet), 0.99), unit: ' ms' },
  'quiet refused': {
    of: ({ quiet, quietMeanwhile }) =>
      [...quiet, ...quietMeanwhile].length - timesOf([...quiet, ...quietMeanwhile]).length,
    unit: '',
  },
  broken: { of: ({ broken }) => broken, unit: '' },
  memory: { of: ({ memoryMb }) => memoryMb, unit: ' MB' },
}

const timesOf = (answers: Answer[]): number[] =>
  answers.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds)

/** The median of all rounds; the quiet account's p99 also of each, since a round has too few of its answers for one to tell. */
function print(loads: Map<number, Load[]>): void {
  console.log(`| connections | ${Object.keys(measures).join(' | ')} | quiet p99, every round |`)
  console.log(`|${'---|'.repeat(Object.keys(measures).length + 2)}`)
  for (const [connections, ofSize] of loads) {
    const cells = Object.values(measures).map(({ of, unit }) => {
      const value = median(ofSize.map(of))
      return value === undefined || Number.isNaN(value) ? '-' : `${Math.round(value).toLocaleString('en')}${unit}`
    })
    const each = ofSize.map(({ quiet }) => quantile(timesOf(quiet), 0.99).toFixed(0))
    console.log(`| ${[connections.toLocaleString('en'), ...cells, each.join(', ')].join(' | ')} |`)
  }
}
