/**
 * Nodes as processes on one database, mixed load, and faults at random: `npm run long -- faults --minutes 30 --seed 7`. What
 * callers were told is judged by itself and against the tables.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { canSharePort } from '../../src/base/config.ts'
import { repeat } from '../../src/base/repeat.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/server.ts'
import { prepareDatabase } from '../../src/db/prepare.ts'
import { makeKey } from '../../src/keys/keys.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/browser.ts'
import { openStore } from '../support/database.ts'
import { serverPid } from '../support/embedded-sandbox.ts'
import { makeScratch } from '../support/scratch.ts'
import { startServer } from '../support/servers.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { changeThings, keyLimit } from './changes.ts'
import { type Disk, mountDisk } from './disk.ts'
import { aimedAtCommits, type FaultContext, faultNames, faults, type Node } from './fault-kinds.ts'
import { emptyHistory, type History, judgeAnswers, shortestHistory } from './history.ts'
import { judgeTables } from './judge-tables.ts'
import { createPick, type Load, type LoadAccount, sendReveals } from './load.ts'
import { reportRun } from './report-run.ts'

const seconds = Number(process.env.FAULT_MINUTES) * 60
const seed = Number(process.env.FAULT_SEED ?? 1)
const only = process.env.FAULT_KIND
/** By account. The last one is soon refused, minute by minute. */
const requestsPerMinute = [1_000_000, 1_000_000, 1_000_000, 300]
const credits = 60_000
const senders = 8

let home: string
let dataDir: string
let disk: Disk | null = null
let postgres: EmbeddedPostgres
let test: TestApp
const nodes: Node[] = []
beforeAll(async () => {
  home = await makeScratch('faults')
  // A disk of its own, to fill it.
  disk = await mountDisk(join(home, 'disk'), 1_536)
  dataDir = disk ? join(home, 'disk', 'data') : join(home, 'data')
  postgres = await startEmbeddedPostgres({ dataDir, settings: disk ? { max_wal_size: '256MB' } : {} })
  const store = openStore(postgres.url, postgres.ownerUrl, { purpose: 'background' })
  await prepareDatabase(store)
  test = await startTestApp({ store })
  nodes.push(...(await Promise.all([startNode(), startNode(canSharePort ? 2 : 1)])))
})
afterAll(async () => {
  await Promise.all(nodes.map(({ server }) => server.kill()))
  await Promise.all(nodes.map(({ proxy }) => proxy.close()))
  await postgres.ensureRunning()
  await test.stop()
  await postgres.stop()
  await disk?.remove()
  await rm(home, { recursive: true, force: true })
})

async function startNode(count = 1): Promise<Node> {
  const proxy = await startTcpProxy(postgres.url)
  const start = async () =>
    startServer(
      proxy.url,
      test.secrets,
      count > 1 ? { threads: { count, port: await findFreePort(), dataDir: join(home, 'node') } } : {},
    )
  const node: Node = {
    proxy,
    server: await start(),
    // Once more if it ended while it started, as a service manager does.
    restart: async () => {
      node.server = await start().catch(start)
    },
  }
  return node
}

it(
  `CREDIT-9, RUN-4: under faults nothing acknowledged is lost, nothing is charged twice, and the ledger adds up (seed ${seed})`,
  async () => {
    const pick = createPick(seed)
    const history = emptyHistory()
    const endsAt = Date.now() + seconds * 1_000
    const load: Load = {
      pick,
      isOver: () => Date.now() > endsAt,
      accounts: await Promise.all(requestsPerMinute.map(openAccount)),
      contacts: await test.plantContacts(Math.min(40_000, 600 + seconds * 60)),
      history,
      reveal: (key, contactIds, headers, sender) => nodeFor(sender, pick).server.reveal(key, contactIds, headers),
    }
    const operator = { database: test.store.database, channelKeys: test.app.channelKeys }
    const startedAt = Date.now()
    // As `serve` does: right after its death a server may still look alive, so one look is not enough.
    const watchdog = repeat(1_000, postgres.ensureRunning, () => {})
    const sending = Array.from({ length: senders }, (_, sender) => sendReveals(load, sender))
    await Promise.all([...sending, bringFaults(load), changeThings(operator, load)])
    await watchdog.stop()
    await postgres.ensureRunning()
    const violations = [...judgeAnswers(history), ...(await judgeTables(test.store.database, history, load.accounts))]
    reportRun(history, { seed, tookMs: Date.now() - startedAt, violations, hasDisk: disk !== null })
    const [first] = violations
    const shown = first ? { rule: first.rule, history: shortestHistory(first, history) } : null
    expect({ seed, violation: shown }).toEqual({ seed, violation: null })
    expect(history.reveals.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  },
  (seconds + 180) * 1_000,
)

/**
 * Half of the senders keep to one node each, so that the other nodes go on being asked while one of them is frozen and holds
 * everybody who roams.
 */
const nodeFor = (sender: number, pick: Load['pick']): Node =>
  nodes[sender < senders / 2 ? sender % nodes.length : pick(nodes.length)]!

/** One after the other, with pauses in which the nodes recover. */
async function bringFaults({ pick, isOver, history }: Load): Promise<void> {
  const context: FaultContext = {
    ...{ databaseUrl: postgres.url, nodes, pick, killDatabase, disk: disk && theDisk(disk) },
    commitsCut: history.commitsCut,
  }
  const names = faultNames(context).filter((name) => only === undefined || name === only)
  // Those first that even the shortest run is to meet.
  const next = aimedAtCommits.filter((name) => names.includes(name))
  while (!isOver()) {
    await setTimeout(300 + pick(1_500))
    const name = next.shift() ?? names[pick(names.length)]!
    const fault: History['faults'][number] = { name, startedAt: Date.now(), endedAt: Number.POSITIVE_INFINITY }
    history.faults.push(fault)
    await faults[name]!(context, nodes[pick(nodes.length)]!)
    fault.endedAt = Date.now()
  }
}

async function openAccount(perMinute: number): Promise<LoadAccount> {
  const { accountId, apiKey } = await test.createAccount({ credits, requestsPerMinute: perMinute })
  const limited = await makeKey(test.store.database, { accountId, name: 'Limited', creditLimit: keyLimit })
  const keyLimits = new Map([[limited.apiKey, { keyId: limited.keyId, limit: keyLimit }]])
  return { accountId, apiKey, credits, requestsPerMinute: perMinute, limitedKey: limited.apiKey, keyLimits }
}

async function killDatabase(): Promise<void> {
  try {
    process.kill(await serverPid(dataDir), 'SIGKILL')
  } catch {
    // It is down already.
  }
  await bringBack()
}

/** A start that began while the disk was full still fails after it is free: the next one counts. */
async function bringBack(): Promise<void> {
  const startedAt = Date.now()
  for (;;) {
    const failure = await postgres.ensureRunning().catch((error: Error) => error)
    if (!failure) return
    if (Date.now() - startedAt > 90_000) throw failure
    await setTimeout(200)
  }
}

/** Without room for its log a server stops; with room again it recovers. */
const theDisk = ({ fill, free }: Disk): FaultContext['disk'] => ({
  fill,
  free: async () => {
    await free()
    await bringBack()
  },
})
