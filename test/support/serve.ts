/**
 * A program for tests: the application of one node, listening. It ends with its parent, by the end of its input. A line of
 * input says by how many milliseconds the node's clock is ahead, or that one of its threads is to die.
 */
import { createInterface } from 'node:readline'
import { createApp } from '../../src/app.ts'
import { type Clock, fixedClock } from '../../src/base/clock.ts'
import { createLog } from '../../src/base/log.ts'
import type { Secrets } from '../../src/base/secrets.ts'
import { sql } from '../../src/base/sql.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createOutgoingRequests } from '../../src/outgoing/outgoing-requests.ts'
import type { ThreadOptions } from './serve-threads.ts'

export type ServeOptions = {
  databaseUrl: string
  authSecret: string
  channelKeys: string[]
  /** The time at which this node's clock stands still; without it, the clock runs. */
  frozenAt?: string
  /** Threads on this port answer, as those of `serve` do; their clocks are the database's and can't be moved. */
  threads?: ThreadOptions
  /** It also runs background work and brings events to webhooks, also on this machine. */
  works?: boolean
  /** It builds a search index before it listens. */
  searches?: boolean
}

const options = JSON.parse(process.argv[2]!) as ServeOptions
const { databaseUrl, authSecret, channelKeys, frozenAt } = options
const secrets: Secrets = {
  authSecret: Buffer.from(authSecret, 'base64'),
  channelKeys: channelKeys.map((key) => Buffer.from(key, 'base64')),
}
const say = (line: string | number): void => void process.stdout.write(`${line}\n`)
let aheadMs = 0

async function serveAlone(): Promise<void> {
  const movedClock: Clock = {
    sql: sql`(statement_timestamp() + ${() => `${aheadMs} milliseconds`}::interval)`,
    now: () => new Date(Date.now() + aheadMs),
  }
  const stoodStillAt = frozenAt === undefined ? null : new Date(frozenAt)
  const app = createApp({
    database: openDatabase({ url: databaseUrl }),
    secrets,
    publicUrl: 'http://localhost:8080',
    log: createLog('fatal'),
    ...(options.works && { webhookRequests: createOutgoingRequests({ allowsLoopback: true }) }),
    clock: stoodStillAt ? fixedClock(() => new Date(stoodStillAt.getTime() + aheadMs)) : movedClock,
  })
  if (options.searches) await app.start()
  await app.http.listen({ host: '127.0.0.1', port: 0 })
  if (options.works) {
    await app.queue.start()
    app.webhooks.start()
  }
  say((app.http.server.server.address() as { port: number }).port)
}

async function serveWithThreads(threads: ThreadOptions): Promise<() => Promise<void>> {
  const program = await import('./serve-threads.ts')
  const { killThread } = await program.serveWithThreads(databaseUrl, secrets, threads)
  say(threads.port)
  return killThread
}

const killThread = options.threads ? await serveWithThreads(options.threads) : await serveAlone()
createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line !== 'kill a thread') aheadMs = Number(line)
    else void killThread?.().then(() => say('replaced'))
  })
  .on('close', () => process.exit(0))
