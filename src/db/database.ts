import pg from 'pg'
import { fill, rawSql, type Sql, sql } from '../base/sql.ts'
import {
  beginWithDeadlines,
  connectWithinMs,
  type Deadlines,
  deadlinesOf,
  forBatches,
  keepaliveAfterMs,
  type Purpose,
  startupDeadlines,
} from './wire/deadlines.ts'
import { isDatabaseAway } from './wire/errors.ts'
import { GuardedClient, type GuardedConfig } from './wire/guarded-client.ts'
import { createHosts, type Hosts } from './wire/hosts.ts'

export type Row = Record<string, unknown>

/** The pool or a transaction: domain functions take either, as their first argument. */
export type Db = {
  query<T = Row>(statement: Sql): Promise<T[]>
  /** Runs `work` in one transaction; inside a transaction it joins the one that is open. */
  transaction<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

export type Database = Db & {
  /** Its address, for workers that open connections of their own. */
  readonly url: string
  /** Only for better-auth, which writes its own SQL. */
  readonly pool: pg.Pool
  /** A connection of one's own, for batches and, with the deadlines of background work, for COPY. Reconnects are the owner's job. */
  connect(options?: { batches?: { durable: boolean } }): Promise<GuardedClient>
  /** Ends the connections of the pool at once, for a database that is known to be lost: nobody waits for its answers any longer. */
  abandon(): void
  close(): Promise<void>
}

type DatabaseOptions = {
  url: string
  poolSize?: number
  applicationName?: string
  /** The purpose of the pool, which decides its deadlines. Unset: requests. */
  purpose?: Purpose
  /** Overrides those of the purpose, for fast tests. */
  deadlines?: Deadlines
  /** For tests on a busy machine. */
  connectWithinMs?: number
}

const typeParsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, readSafeInteger],
  [pg.types.builtins.TIMESTAMPTZ, readMoment],
])

const readAnyMoment = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ, 'text') as (text: string) => unknown

/** In UTC, as on the embedded server, a timestamp differs by two characters from the form that JavaScript parses much faster. */
function readMoment(text: string): unknown {
  return text.endsWith('+00') && text.charCodeAt(10) === 0x20 && text.length <= 29
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : readAnyMoment(text)
}

function readSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The database sent an integer beyond 2^53: ${text}`)
  return value
}

function clientConfig(options: DatabaseOptions, hosts: Hosts): Omit<GuardedConfig, 'silenceMs'> {
  return {
    hosts,
    connectionString: hosts.url,
    application_name: options.applicationName ?? 'prospector',
    connectionTimeoutMillis: options.connectWithinMs ?? connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepaliveAfterMs,
    types: {
      getTypeParser: ((oid: number, format: 'text' | 'binary') =>
        (format === 'text' && typeParsers.get(oid)) || pg.types.getTypeParser(oid, format)) as never,
    },
  }
}

/**
 * Statements of requests look rows up by key, so a plan made once per connection is as good as one made for every
 * call, which for a small statement costs more than running it (measured: 0.50 ms against 0.11 ms for two rows).
 */
const planOnce = '-c plan_cache_mode=force_generic_plan -c jit=off'

/**
 * Connections of batches plan while their tables may still be small: a plan that reads one as a whole would become slow as it grows. So
 * every table is reached by its key, from a list that the statement brings along, in the order of that list.
 */
const planForBatches = `${planOnce} -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off`

/** `options` are more settings of the server for these connections. */
const withDeadlines = (deadlines: Deadlines, options: string) => ({
  silenceMs: deadlines.silenceMs,
  options: `${options} ${startupDeadlines(deadlines)}`,
})

export function openDatabase(options: DatabaseOptions): Database {
  const hosts = createHosts(options.url)
  const config = clientConfig(options, hosts)
  const deadlines = options.deadlines ?? deadlinesOf[options.purpose ?? 'requests']
  const pool = new pg.Pool({
    ...config,
    ...withDeadlines(deadlines, planOnce),
    Client: GuardedClient as never,
    max: options.poolSize ?? 10,
    idleTimeoutMillis: 30_000,
  })
  // A connection that breaks while idle is replaced by the pool; the next query meets a fresh one.
  pool.on('error', () => {})
  const connections = createSharedFate()
  let closing: Promise<void> | undefined
  pool.on('connect', (client) => connections.add(client as unknown as GuardedClient))
  return {
    url: options.url,
    pool,
    query: (statement) => run(pool, statement),
    transaction: (work) => inTransaction(pool, deadlines, work),
    connect: async ({ batches } = {}) => {
      const client = new GuardedClient({
        ...config,
        ...(batches
          ? withDeadlines(forBatches(deadlines), planForBatches + (batches.durable ? '' : ' -c synchronous_commit=off'))
          : withDeadlines(deadlinesOf.background, '')),
      })
      await client.connect()
      if (batches) connections.add(client)
      return client
    },
    abandon: () => connections.hangUp(),
    close: () => {
      closing ??= pool.end()
      return closing
    },
  }
}

/**
 * Connections are lost together: when one falls silent, those that lie idle are replaced too, before requests find out
 * about each of them by waiting.
 */
function createSharedFate(): { add(client: GuardedClient): void; hangUp(): void } {
  const open = new Set<GuardedClient>()
  return {
    add(client) {
      open.add(client)
      client.on('end', () => open.delete(client))
      client.on('error', (error: Error & { code?: string }) => {
        if (error.code !== 'ETIMEDOUT') return
        for (const other of open) if (other.isIdle()) other.hangUp()
      })
    },
    hangUp() {
      for (const client of open) client.hangUp()
    },
  }
}

async function run<T>(on: pg.Pool | pg.ClientBase, statement: Sql): Promise<T[]> {
  const result = await on.query(toQuery(statement))
  return result.rows as T[]
}

export function toQuery({ text, values, name }: Sql): pg.QueryConfig {
  const filled = values.map((value) => fill(value))
  return name ? { text, values: filled, name } : { text, values: filled }
}

async function inTransaction<T>(pool: pg.Pool, deadlines: Deadlines, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A connection may end between two statements; without a listener, the error would end the process.
  const noteBreak = (error: Error) => {
    broken = error
  }
  client.on('error', noteBreak)
  const tx: Db = {
    query: (statement) => run(client, statement),
    transaction: (inner) => inner(tx),
  }
  try {
    await run(client, rawSql(beginWithDeadlines(deadlines)))
    const result = await work(tx)
    await run(client, sql`COMMIT`)
    return result
  } catch (error) {
    if (isDatabaseAway(error)) broken = error as Error
    // A connection that can't even roll back must not go back to the pool.
    await run(client, sql`ROLLBACK`).catch(noteBreak)
    throw error
  } finally {
    client.off('error', noteBreak)
    client.release(broken)
  }
}
