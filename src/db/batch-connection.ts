import { type PreparedStatement, prepared, sql } from '../base/sql.ts'
import type { Database, Row } from './database.ts'
import { isDatabaseAway, isStalePreparedStatement } from './wire/errors.ts'
import type { GuardedClient } from './wire/guarded-client.ts'
import { prepare, type RowReader, runPrepared } from './wire/prepared-query.ts'

/**
 * A connection of its own for the statements of batches, which are prepared once and then cost one packet each way. It
 * takes one statement at a time, as batches come: the driver will not queue them forever (pg 9 stops doing so).
 */
export type BatchConnection = {
  query<T = Row>(statement: PreparedStatement): Promise<T[]>
  /** Resolves when this very connection answers; rejects when it is lost or can't be made. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The connections of one kind of batches. */
type BatchConnections = {
  readonly count: number
  at(place: number): BatchConnection
  /** Rejects when one of them is lost or can't be made. */
  check(): Promise<void>
  close(): Promise<void>
}

type OpenConnection = { client: GuardedClient; rowReaderOf(statement: PreparedStatement): Promise<RowReader> }

const ping = prepared('ping', sql`SELECT 1`)

/** When a slow attempt to connect fails, the calls that wait for it fail with it. */
const slowAttemptMs = 1_000
const refuseForMs = 500

/**
 * Connects on first use, and again after the connection broke: callers of the broken batch get the error. One that is
 * not durable does not wait for the disk.
 */
export function createBatchConnection(database: Database, { durable = true } = {}): BatchConnection {
  let connected: Promise<OpenConnection> | undefined
  let underway: Promise<unknown> | undefined
  let refusal: { error: unknown; until: number } | undefined

  /** A broken connection ends in its own time; by then the next one may already be at work. */
  function forget(broken: Promise<OpenConnection>): void {
    if (connected === broken) connected = undefined
  }

  function connect(): Promise<OpenConnection> {
    const startedAt = Date.now()
    const attempt = database
      .connect({ batches: { durable } })
      .then((client) => ({ client, rowReaderOf: preparingOnce(client) }))
    attempt.then(
      ({ client }) => {
        client.on('error', () => forget(attempt))
        client.on('end', () => forget(attempt))
      },
      (error) => {
        forget(attempt)
        if (Date.now() - startedAt > slowAttemptMs) refusal = { error, until: Date.now() + refuseForMs }
      },
    )
    return attempt
  }

  async function attempt<T>(statement: PreparedStatement): Promise<T[]> {
    if (!connected && refusal && Date.now() < refusal.until) throw refusal.error
    connected ??= connect()
    const connection = connected
    const { client, rowReaderOf } = await connection
    try {
      return await runPrepared<T>(client, statement, await rowReaderOf(statement))
    } catch (error) {
      // A failing connection reports its error before it ends: anything sent on it now would be lost.
      if (isDatabaseAway(error) || isStalePreparedStatement(error)) {
        forget(connection)
        client.end().catch(() => {})
      }
      throw error
    }
  }

  /** A statement that the server forgot has not been run: the next connection prepares it again. */
  async function query<T>(statement: PreparedStatement): Promise<T[]> {
    const answer = attempt<T>(statement).catch((error) => {
      if (!isStalePreparedStatement(error)) throw error
      return attempt<T>(statement)
    })
    underway = answer
    try {
      return await answer
    } finally {
      if (underway === answer) underway = undefined
    }
  }

  return {
    query,
    async check() {
      // A running batch proves as much as a probe would, and is not delayed by one.
      await (underway ?? query(ping)).catch((error: unknown) => {
        if (isDatabaseAway(error) || isStalePreparedStatement(error)) throw error
      })
    },
    async close() {
      const open = await connected?.catch(() => undefined)
      connected = undefined
      await open?.client.end()
    },
  }
}

/** One for the batches, and one for those that overtake a slow batch. */
export function createBatchConnections(database: Database, options: { durable?: boolean } = {}): BatchConnections {
  const connections = [createBatchConnection(database, options), createBatchConnection(database, options)]
  return {
    count: connections.length,
    at: (place) => connections[place]!,
    check: async () => void (await Promise.all(connections.map((connection) => connection.check()))),
    close: async () => void (await Promise.all(connections.map((connection) => connection.close()))),
  }
}

/** A statement that could not be prepared is tried again by the next who needs it. */
function preparingOnce(client: GuardedClient): OpenConnection['rowReaderOf'] {
  const known = new Map<string, Promise<RowReader>>()
  return (statement) => {
    const reader = known.get(statement.name) ?? prepare(client, statement)
    if (!known.has(statement.name)) {
      known.set(statement.name, reader)
      reader.catch(() => known.delete(statement.name))
    }
    return reader
  }
}
