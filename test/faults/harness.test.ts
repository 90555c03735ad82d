/**
 * Nodes as processes on one database, mixed load, and faults at random. A few seconds here; `npm run faults -- --minutes 30
 * --seed 7` for longer. What callers were told is judged by itself and against the tables.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { suppress } from '../../src/catalog/suppressions.ts'
import { openDatabase } from '../../src/db/database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { migrate } from '../../src/db/migrate.ts'
import { sql } from '../../src/db/sql.ts'
import { insertKey } from '../../src/keys/keys.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { serverPid } from '../support/embedded-sandbox.ts'
import { startServer } from '../support/servers.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { type FaultContext, faults, type Node } from './fault-kinds.ts'
import { type History, judgeAnswers, judgeTables, longestSilence, type Reveal } from './history.ts'

const seconds = Number(process.env.FAULT_MINUTES ?? 0) * 60 || 6
const seed = Number(process.env.FAULT_SEED ?? 1)
const accountsCount = 4
const credits = 60_000
const keyLimit = 40

let dataDir: string
let postgres: EmbeddedPostgres
let test: TestApp
const nodes: Node[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'prospector-faults-'))
  postgres = await startEmbeddedPostgres({ dataDir })
  const database = openDatabase({ url: postgres.url, purpose: 'background' })
  await migrate(database)
  test = await startTestApp({ store: { database, url: postgres.url, drop: () => database.close() } })
  for (let at = 0; at < 2; at += 1) nodes.push(await startNode())
}, 120_000)
afterAll(async () => {
  await Promise.all(nodes.map(({ server }) => server.kill()))
  await Promise.all(nodes.map(({ proxy }) => proxy.close()))
  await postgres.ensureRunning()
  await test.stop()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}, 60_000)

async function startNode(): Promise<Node> {
  const proxy = await startTcpProxy(postgres.url)
  const node: Node = {
    proxy,
    server: await startServer(proxy.url, test.secrets),
    restart: async () => {
      node.server = await startServer(proxy.url, test.secrets)
    },
  }
  return node
}

/** The same numbers for the same seed. */
function createRandom(state: number): (below: number) => number {
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) % below
  }
}

it(
  `CREDIT-9, RUN-4: under faults nothing acknowledged is lost, nothing is charged twice, and the ledger adds up (seed ${seed})`,
  async () => {
    const pick = createRandom(seed)
    const contacts = await test.plantContacts(Math.min(40_000, 600 + seconds * 60))
    const accounts = await Promise.all(Array.from({ length: accountsCount }, () => openAccount()))
    const history: History = { reveals: [], suppressed: new Map(), revoked: new Map() }
    const counts: Record<string, number> = {}
    const endsAt = Date.now() + seconds * 1_000
    let keys = 0
    const isOver = () => Date.now() > endsAt

    async function sendReveals(): Promise<void> {
      const sent: Reveal[] = []
      while (!isOver()) {
        const again = sent.length > 0 && pick(5) === 0 ? sent[pick(sent.length)]! : null
        keys += 1
        const account = accounts[pick(accounts.length)]!
        const apiKey = pick(8) === 0 ? account.limitedKey : account.apiKey
        const one = again ?? {
          accountId: account.accountId,
          apiKey: history.revoked.has(apiKey) && pick(4) > 0 ? account.apiKey : apiKey,
          idempotencyKey: `key ${keys}`,
          contactIds: [...new Set(Array.from({ length: 1 + pick(3) }, () => contacts[pick(contacts.length)]!))],
        }
        const answered = await reveal(nodes[pick(nodes.length)]!, one)
        history.reveals.push(answered)
        if (sent.length < 2_000) sent.push(answered)
        if (answered.status !== 200) await setTimeout(20)
      }
    }

    async function bringFaults(): Promise<void> {
      const names = Object.keys(faults)
      const context: FaultContext = { databaseUrl: postgres.url, nodes, pick, killDatabase }
      while (!isOver()) {
        await setTimeout(300 + pick(1_500))
        const name = names[pick(names.length)]!
        counts[name] = (counts[name] ?? 0) + 1
        await faults[name]!(context, nodes[pick(nodes.length)]!)
      }
    }

    async function changeThings(): Promise<void> {
      while (!isOver()) {
        await setTimeout(500 + pick(1_500))
        const contact = contacts[pick(contacts.length)]!
        const { limitedKey, keyLimits } = accounts[pick(accounts.length)]!
        const work =
          pick(6) > 0
            ? suppress(test.store.database, test.app.channelKeys, { contact }).then(() =>
                history.suppressed.set(contact, Date.now()),
              )
            : test.store.database
                .query(sql`UPDATE api_keys SET revoked_at = now() WHERE key_id = ${keyLimits.get(limitedKey)!.keyId}`)
                .then(() => history.revoked.set(limitedKey, Date.now()))
        await work.catch(() => {})
      }
    }

    const startedAt = Date.now()
    await Promise.all([...Array.from({ length: 8 }, sendReveals), bringFaults(), changeThings()])
    await postgres.ensureRunning()
    const violations = [...judgeAnswers(history), ...(await judgeTables(test.store.database, history, accounts))]
    report(
      history,
      counts,
      Date.now() - startedAt,
      Object.groupBy(violations, ({ rule }) => rule),
    )
    expect({ seed, violation: violations[0] ?? null }).toEqual({ seed, violation: null })
    expect(history.reveals.filter(({ status }) => status === 200).length).toBeGreaterThan(10)
  },
  (seconds + 120) * 1_000,
)

async function openAccount() {
  const { accountId, apiKey } = await test.createAccount({ credits })
  const limited = await insertKey(test.store.database, { accountId, name: 'Limited', creditLimit: keyLimit })
  const keyLimits = new Map([[limited.apiKey, { keyId: limited.keyId, limit: keyLimit }]])
  return { accountId, apiKey, credits, limitedKey: limited.apiKey, keyLimits }
}

async function killDatabase(): Promise<void> {
  try {
    process.kill(await serverPid(dataDir), 'SIGKILL')
  } catch {
    // It is down already.
  }
  await postgres.ensureRunning()
}

type Asked = Pick<Reveal, 'accountId' | 'apiKey' | 'idempotencyKey' | 'contactIds'>

async function reveal({ server }: Node, asked: Asked): Promise<Reveal> {
  const { accountId, apiKey, idempotencyKey, contactIds } = asked
  const sentAt = Date.now()
  const answer = await Promise.race([
    server.reveal(apiKey, contactIds, { 'idempotency-key': idempotencyKey }).catch(() => null),
    setTimeout(12_000, null, { ref: false }),
  ])
  const data = (answer?.status === 200 ? answer.body.data : []) as { id: string; charged: boolean }[]
  return {
    accountId,
    apiKey,
    idempotencyKey,
    contactIds,
    sentAt,
    answeredAt: Date.now(),
    status: answer?.status ?? null,
    spent: answer?.status === 200 ? answer.body.credits.spent : 0,
    shown: data.map(({ id, charged }) => ({ id, charged })),
  }
}

/** Printed for long runs alone. */
function report(
  history: History,
  counts: Record<string, number>,
  tookMs: number,
  violations: Partial<Record<string, unknown[]>>,
): void {
  if (process.env.FAULT_MINUTES === undefined) return
  const statuses = Object.groupBy(history.reveals, ({ status }) => String(status ?? 'no answer'))
  const lines = [
    `| seed ${seed}, ${Math.round(tookMs / 6_000) / 10} minutes, two nodes | |`,
    '|---|---|',
    `| reveals sent | ${history.reveals.length} |`,
    ...Object.entries(statuses).map(([status, reveals]) => `| answered ${status} | ${reveals!.length} |`),
    `| suppressions, revocations | ${history.suppressed.size}, ${history.revoked.size} |`,
    ...Object.entries(counts).map(([name, count]) => `| fault: ${name} | ${count} |`),
    `| longest time without a reveal | ${(longestSilence(history) / 1_000).toFixed(1)} s |`,
    ...Object.entries(violations).map(([rule, all]) => `| VIOLATION: ${rule} | ${all!.length} |`),
    `| violations | ${Object.values(violations).reduce((sum, all) => sum + all!.length, 0)} |`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}
