import type pg from 'pg'
import { type Database, isDatabaseAway, type Row } from './database.ts'
import { type ColumnReader, prepare, type Round, sendRound } from './round.ts'
import type { Prepared } from './sql.ts'

/** One connection on which a transaction costs a single round trip. */
export type Lane = {
  query<T = Row>(statement: Prepared): Promise<T[]>
  /** All statements leave in one packet and are one transaction; each sees what the ones before it did. */
  transaction(statements: Prepared[]): Promise<Row[][]>
  close(): Promise<void>
}

type Connected = { client: pg.Client; prepared: Map<string, Promise<ColumnReader[]>> }

/**
 * Connects on first use, and again after the connection broke: callers of the broken batch get the error.
 * One that is not durable does not wait for the disk.
 */
export function createLane(database: Database, { durable = true } = {}): Lane {
  let connected: Promise<Connected> | undefined

  /** A broken connection ends in its own time; by then the lane may already work on the next one. */
  function forget(broken: Promise<Connected>): void {
    if (connected === broken) connected = undefined
  }

  function connect(): Promise<Connected> {
    const attempt = database.connect({ lane: { durable } }).then((client) => ({ client, prepared: new Map() }))
    attempt.then(
      ({ client }) => {
        client.on('error', () => forget(attempt))
        client.on('end', () => forget(attempt))
      },
      () => forget(attempt),
    )
    return attempt
  }

  /** Once per connection; a statement that could not be prepared is tried again by the next who needs it. */
  function columnsOf({ client, prepared }: Connected, statement: Prepared): Promise<ColumnReader[]> {
    const known = prepared.get(statement.name)
    if (known) return known
    const preparing = prepare(client, statement)
    prepared.set(statement.name, preparing)
    preparing.catch(() => prepared.delete(statement.name))
    return preparing
  }

  async function send(statements: Prepared[]): Promise<Row[][]> {
    connected ??= connect()
    const connection = connected
    const open = await connection
    try {
      const round: Round = []
      for (const statement of statements) round.push({ statement, columns: await columnsOf(open, statement) })
      return await sendRound(open.client, round)
    } catch (error) {
      // The last words of a dying connection come before its end: what is sent there now would be lost as well.
      if (isDatabaseAway(error)) {
        forget(connection)
        open.client.end().catch(() => {})
      }
      throw error
    }
  }

  return {
    query: async <T>(statement: Prepared) => (await send([statement]))[0] as T[],
    transaction: send,
    close: async () => {
      const open = await connected?.catch(() => undefined)
      connected = undefined
      await open?.client.end()
    },
  }
}
