/** The faults of a run. Each begins, lasts a while, and is over when it resolves. */
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { CutAt } from '../support/commit-cut.ts'
import type { Server } from '../support/servers.ts'
import type { TcpProxy } from '../support/tcp-proxy.ts'
import type { History } from './history.ts'
import type { Pick } from './load.ts'

export type Node = { proxy: TcpProxy; server: Server; restart(): Promise<void> }

export type FaultContext = {
  databaseUrl: string
  nodes: Node[]
  killDatabase(): Promise<void>
  /** Null where no disk of its own could be made for the database: that takes root and Linux. */
  disk: { fill(): Promise<void>; free(): Promise<void> } | null
  pick: Pick
  commitsCut: History['commitsCut']
}

type Fault = (context: FaultContext, node: Node) => Promise<void>

async function whileConnected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await work(client)
  } catch {
    // The database may be down because of another fault: then this one did not happen.
  } finally {
    await client.end().catch(() => {})
  }
}

const cutBefore = 'spends are cut before the commit'
const cutAfter = 'spends are cut after the commit'
const threadKilled = 'a thread is killed'
export const aimedAtCommits: readonly string[] = [cutBefore, cutAfter]

const hasThreads = ({ server }: Node): boolean => server.killThread !== null

/** Of a few spends, one after the other. Cut before the commit, it must not have happened; after it, it must. */
const cutCommits =
  (at: CutAt): Fault =>
  async ({ pick, commitsCut }, { proxy }) => {
    for (let left = 1 + pick(5); left > 0; left -= 1) {
      const cut = await proxy.cutCommit(at, 'INSERT INTO reveals', 3_000)
      if (!cut) return
      if (cut.isCommitted === (at === 'after')) commitsCut[at] += 1
    }
  }

const replacedWithinMs = 60_000

export const faults: Record<string, Fault> = {
  [cutBefore]: cutCommits('before'),
  [cutAfter]: cutCommits('after'),
  [threadKilled]: async ({ nodes }) => {
    const { server } = nodes.find(hasThreads)!
    const isReplaced = server.killThread!().then(() => true)
    if (await Promise.race([isReplaced, setTimeout(replacedWithinMs, false, { ref: false })])) return
    throw new Error('A thread was killed, and no other took its place.')
  },
  'connections fall silent': async ({ pick }, { proxy }) => {
    proxy.stall()
    await setTimeout(1_000 + pick(3_000))
    proxy.resume()
  },
  'connections are cut': async ({ pick }, { proxy }) => {
    proxy.cut()
    await setTimeout(pick(1_500))
    proxy.resume()
  },
  'the network is slow': async ({ pick }, { proxy }) => {
    proxy.delay(10 + pick(150))
    await setTimeout(1_000 + pick(2_000))
    proxy.delay(0)
  },
  'garbled bytes': async (_, { proxy }) => proxy.send(Buffer.from('D\0\0\0\x06\xff\xffgarbage', 'latin1')),
  'a node is frozen': async ({ pick }, { server }) => {
    server.signal('SIGSTOP')
    await setTimeout(1_000 + pick(5_000))
    server.signal('SIGCONT')
  },
  'a node is killed': async ({ pick }, node) => {
    await node.server.kill()
    await setTimeout(pick(1_000))
    await node.restart()
  },
  'backends are ended': ({ databaseUrl }) =>
    whileConnected(databaseUrl, async (client) => {
      await client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND random() < 0.5`)
    }),
  'a balance is locked': ({ databaseUrl, pick }) =>
    whileConnected(databaseUrl, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM credit_balances ORDER BY random() LIMIT 1 FOR UPDATE')
      await setTimeout(1_000 + pick(3_000))
      await client.query('ROLLBACK')
    }),
  'counters are locked': ({ databaseUrl, pick }) =>
    whileConnected(databaseUrl, async (client) => {
      await client.query('BEGIN')
      await client.query('SELECT FROM request_counters ORDER BY random() LIMIT 1 FOR UPDATE')
      await setTimeout(1_000 + pick(2_000))
      await client.query('ROLLBACK')
    }),
  'no connection is left': async ({ databaseUrl, pick }) => {
    const hoard: pg.Client[] = []
    for (let at = 0; at < 120; at += 1) {
      const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 2_000 })
      client.on('error', () => {})
      if (
        !(await client.connect().then(
          () => true,
          () => false,
        ))
      )
        break
      hoard.push(client)
    }
    await setTimeout(500 + pick(1_500))
    await Promise.all(hoard.map((client) => client.end().catch(() => {})))
  },
  'the database is killed': ({ killDatabase }) => killDatabase(),
  // Over one to twelve boundaries of usage months, and back; threads do not follow, and spend next to those that do.
  'the clock jumps': async ({ nodes, pick }) => {
    const ahead = (1 + pick(12)) * 31 * 86_400_000
    for (const { server } of nodes) server.moveClock(ahead)
    await setTimeout(500 + pick(2_000))
    for (const { server } of nodes) server.moveClock(0)
  },
  // The database's log takes what room it had prepared for itself, and then the database stops.
  'the disk is full': async ({ databaseUrl, disk, pick }) => {
    await disk!.fill()
    await whileConnected(databaseUrl, async (client) => {
      const logMegabyte = "SELECT pg_logical_emit_message(false, 'fault', repeat('x', 1000000))"
      for (let megabytes = 0; megabytes < 400; megabytes += 1) await client.query(logMegabyte)
    })
    await setTimeout(500 + pick(2_000))
    await disk!.free()
  },
}

/** Those that can happen here. Only Linux has threads that share a port. */
export const faultNames = ({ disk, nodes }: FaultContext): string[] =>
  Object.keys(faults)
    .filter((name) => disk !== null || name !== 'the disk is full')
    .filter((name) => nodes.some(hasThreads) || name !== threadKilled)
