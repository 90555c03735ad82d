/** More connections than a node can serve, and a quiet account at the same time. About a minute. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { hashPassword } from '@better-auth/utils/password'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans.ts'
import { systemClock } from '../src/clock.ts'
import { openBenchDatabase } from './bench-database.ts'
import { quantile } from './measure.ts'

type Answer = { status: number; milliseconds: number }
type Load = { answers: Answer[]; quiet: Answer[]; seconds: number; residentMb: number }

const secondsEach = 8
const quietEveryMs = 50

export async function run(options: string[]): Promise<void> {
  const sizes = options.length > 0 ? options.map(Number) : [64, 2_000, 12_000]
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
      '| connections | served /s | refused /s | served p99 | refused p99 | quiet p50 | quiet p99 | memory |',
      '|---|---|---|---|---|---|---|---|',
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

async function startNode(databaseUrl: string) {
  const program = fileURLToPath(new URL('../test/support/serve.ts', import.meta.url))
  const secret = Buffer.alloc(32, 1).toString('base64')
  const options = { databaseUrl, authSecret: secret, channelKeys: [secret] }
  const child = spawn(process.execPath, [program, JSON.stringify(options)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { child, port: Number(port) }
}

type Node = Awaited<ReturnType<typeof startNode>>

async function drive(node: Node, connections: number, noisyKey: string, quietKey: string): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const quietAgent = new Agent({ keepAlive: true, maxSockets: 4 })
  const answers: Answer[] = []
  const quiet: Answer[] = []
  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > secondsEach * 1_000
  const noisyLoop = async () => {
    while (!isOver()) {
      const answer = await ask(agent, node.port, noisyKey)
      answers.push(answer)
      // As the client libraries do: Retry-After is 1.
      if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
  }
  const quietLoop = async () => {
    while (!isOver()) {
      quiet.push(await ask(quietAgent, node.port, quietKey))
      await new Promise((resolve) => setTimeout(resolve, quietEveryMs))
    }
  }
  await Promise.all([...Array.from({ length: connections }, noisyLoop), quietLoop()])
  agent.destroy()
  quietAgent.destroy()
  const { stdout } = spawn('ps', ['-o', 'rss=', '-p', String(node.child.pid)])
  const [line] = (await once(createInterface({ input: stdout! }), 'line')) as [string]
  return { answers, quiet, seconds: (performance.now() - startedAt) / 1_000, residentMb: Number(line) / 1_024 }
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

function rowOf(connections: number, { answers, quiet, seconds, residentMb }: Load): string {
  const refused = answers.filter(({ status }) => status === 503)
  const served = answers.filter(({ status }) => status !== 503 && status !== 0)
  const ms = (list: Answer[], share: number) =>
    list.length === 0
      ? '-'
      : `${quantile(
          list.map(({ milliseconds }) => milliseconds),
          share,
        ).toFixed(0)} ms`
  const rate = (list: Answer[]) => Math.round(list.length / seconds).toLocaleString('en')
  const cells = [
    connections.toLocaleString('en'),
    rate(served),
    rate(refused),
    ms(served, 0.99),
    ms(refused, 0.99),
    ms(quiet, 0.5),
    ms(quiet, 0.99),
    `${Math.round(residentMb)} MB`,
  ]
  return `| ${cells.join(' | ')} |`
}
