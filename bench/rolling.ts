/** Three nodes behind HAProxy with plain health checks, each restarted ten times in turn under load. About eight minutes. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '@better-auth/utils/password'
import { systemClock } from '../src/base/clock.ts'
import { createOperatorAccount } from '../src/billing/operator-account.ts'
import { plans } from '../src/billing/plans/plans.ts'
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { createClient } from '../test/support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import { plantCatalogue } from './plant-catalogue.ts'
import { serveNode } from './serve-node.ts'

const nodesCount = 3
const senders = 16
const drainSeconds = 4
const secret = randomBytes(32)

export async function run([rounds = '10']: string[]): Promise<void> {
  const store = await openBenchDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'prospector-rolling-'))
  const contacts = await plantCatalogue({ database: store.database, channelKeys: createChannelKeys([secret]) }, 50_000)
  const { apiKey } = await createOperatorAccount(store.database, systemClock, plans, {
    name: 'Rolling',
    email: 'rolling@bench.example',
    passwordHash: await hashPassword('a password of the benchmark'),
    planId: 'pro',
    status: 'active',
    credits: 50_000,
    requestsPerMinute: 10_000_000,
    requestsPerDay: 10_000_000,
    searchRowsPerMonth: 10_000_000,
  })
  const ports = await Promise.all(Array.from({ length: nodesCount + 1 }, freePort))
  const [proxyPort, ...nodePorts] = ports as [number, ...number[]]
  const start = (port: number) => startNode(store.url, folder, port)
  const nodes = await Promise.all(nodePorts.map(start))
  const proxy = await startProxy(folder, proxyPort, nodePorts)
  try {
    const load = sendUntil(proxyPort, apiKey, contacts)
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const [at, port] of nodePorts.entries()) {
        nodes[at]!.kill('SIGTERM')
        await once(nodes[at]!, 'exit')
        nodes[at] = await start(port)
        // As long as it takes HAProxy to notice that it is back.
        await setTimeout(1_500)
        const { answers, failed } = load.soFar()
        process.stderr.write(`Round ${round + 1}, node ${at + 1} is back: ${answers} requests, ${failed} failed.\n`)
      }
    }
    const { answers, failures, seconds } = await load.stop()
    console.log(
      [
        `| ${Number(rounds) * nodesCount} restarts of ${nodesCount} nodes behind HAProxy, DRAIN_SECONDS=${drainSeconds} | |`,
        '|---|---|',
        `| requests | ${answers.toLocaleString('en')} in ${Math.round(seconds)} s |`,
        `| failed | ${[...failures.values()].reduce((sum, count) => sum + count, 0)} |`,
        ...[...failures].map(([what, count]) => `| ${what} | ${count} |`),
      ].join('\n'),
    )
    if (failures.size > 0) process.exitCode = 1
  } finally {
    proxy.kill('SIGTERM')
    for (const node of nodes) node.kill('SIGKILL')
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startNode(databaseUrl: string, folder: string, port: number): Promise<ChildProcess> {
  const key = secret.toString('base64')
  const { child } = await serveNode({
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(folder, String(port)),
    PORT: String(port),
    AUTH_SECRET: key,
    CHANNEL_KEY: key,
    DRAIN_SECONDS: String(drainSeconds),
    BILLING: 'off',
  })
  return child
}

/** The health checks of deploy/ha, for three nodes. Nothing is sent twice but what could not be connected. */
async function startProxy(folder: string, port: number, nodePorts: number[]): Promise<ChildProcess> {
  const path = join(folder, 'haproxy.cfg')
  await writeFile(
    path,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
frontend prospector
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance leastconn
  option httpchk GET /readyz
  default-server check inter 1s fall 2 rise 1
${nodePorts.map((node) => `  server node${node} 127.0.0.1:${node}`).join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
  child.on('error', () => console.error('HAProxy is missing: apt-get install haproxy'))
  const client = createClient(port)
  while ((await client.call('GET', '/readyz').catch(() => null))?.status !== 200) await setTimeout(100)
  client.close()
  return child
}

/** Reveals and searches, one after the other on each connection, at a pace that the nodes can keep. */
function sendUntil(port: number, apiKey: string, contacts: string[]) {
  const client = createClient(port)
  const failures = new Map<string, number>()
  const startedAt = Date.now()
  let answers = 0
  let next = 0
  let isOver = false
  async function send(): Promise<void> {
    while (!isOver) {
      next += 1
      const sent =
        next % 4 === 0
          ? client.call('POST', '/api/v1/contacts/search', { key: apiKey, body: { limit: 1 } })
          : client.reveal(apiKey, [contacts[next % contacts.length]!])
      const outcome = await sent.then(
        ({ status }) => (status === 200 ? null : `answered ${status}`),
        (error: Error & { code?: string }) => `${error.code ?? error.message}`,
      )
      answers += 1
      if (outcome !== null) failures.set(outcome, (failures.get(outcome) ?? 0) + 1)
      await setTimeout(60)
    }
  }
  const sending = Promise.all(Array.from({ length: senders }, send))
  return {
    soFar: () => ({ answers, failed: [...failures.values()].reduce((sum, count) => sum + count, 0) }),
    async stop() {
      isOver = true
      await sending
      client.close()
      return { answers, failures, seconds: (Date.now() - startedAt) / 1_000 }
    },
  }
}
