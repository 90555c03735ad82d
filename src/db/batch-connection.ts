import type pg from 'pg'
import { type Database, isDatabaseAway, type Row } from './database.ts'
import type { Prepared } from './sql.ts'
import { type ColumnReader, prepare, runPrepared } from './wire/prepared-query.ts'

/**
 * A connection of its own for the statements of batches, which are prepared once and then cost one packet each way. It
 * takes one statement at a time, as batches come: the driver will not queue them for ever (pg 9 stops doing so).
 */
export type BatchConnection = {
  query<T = Row>(statement: Prepared): Promise<T[]>
  close(): Promise<void>
}

type Connected = { client: pg.Client; columnsOf(statement: Prepared): Promise<ColumnReader[]> }

/**
 * Connects on first use, and again after the connection broke: callers of the broken batch get the error. One that is
 * not durable does not wait for the disk.
 */
export function createBatchConnection(database: Database, { durable = true } = {}): BatchConnection {
  let connected: Promise<Connected> | undefined

  /** A broken connection ends in its own time; by then the next one may already be at work. */
  function forget(broken: Promise<Connected>): void {
    if (connected === broken) connected = undefined
  }

  function connect(): Promise<Connected> {
    const attempt = database
      .connect({ batches: { durable } })
      .then((client) => ({ client, columnsOf: preparingOnce(client) }))
    attempt.then(
      ({ client }) => {
        client.on('error', () => forget(attempt))
        client.on('end', () => forget(attempt))
      },
      () => forget(attempt),
    )
    return attempt
  }

  return {
    async query(statement) {
      connected ??= connect()
      const connection = connected
      const { client, columnsOf } = await connection
      try {
        return await runPrepared(client, statement, await columnsOf(statement))
      } catch (error) {
        // The last words of a dying connection come before its end: what is sent there now would be lost as well.
        if (isDatabaseAway(error)) {
          forget(connection)
          client.end().catch(() => {})
        }
        throw error
      }
    },
    async close() {
      const open = await connected?.catch(() => undefined)
      connected = undefined
      await open?.client.end()
    },
  }
}

/** A statement that could not be prepared is tried again by the next who needs it. */
function preparingOnce(client: pg.Client): Connected['columnsOf'] {
  const known = new Map<string, Promise<ColumnReader[]>>()
  return (statement) => {
    const columns = known.get(statement.name) ?? prepare(client, statement)
    if (!known.has(statement.name)) {
      known.set(statement.name, columns)
      columns.catch(() => known.delete(statement.name))
    }
    return columns
  }
}
