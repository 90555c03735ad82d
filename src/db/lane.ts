import type pg from 'pg'
import { type Database, isDatabaseAway, type Row, toQuery } from './database.ts'
import { type Sql, sql } from './sql.ts'

/** One connection with everything on the wire at once: a transaction costs a single round trip. */
export type Lane = {
  query<T = Row>(statement: Sql): Promise<T[]>
  /** Sends BEGIN, the statements and COMMIT together; each statement sees what the ones before it did. */
  transaction(statements: Sql[]): Promise<Row[][]>
  close(): Promise<void>
}

const begin = sql`BEGIN`
const commit = sql`COMMIT`

/** Connects on first use, and again after the connection broke: callers of the broken batch get the error. */
export function createLane(database: Database): Lane {
  let connected: Promise<pg.Client> | undefined

  /** A broken connection ends in its own time; by then the lane may already work on the next one. */
  function forget(broken: Promise<pg.Client>): void {
    if (connected === broken) connected = undefined
  }

  function connect(): Promise<pg.Client> {
    const attempt = database.connect({ pipeline: true })
    attempt.then(
      (opened) => {
        opened.on('error', () => forget(attempt))
        opened.on('end', () => forget(attempt))
      },
      () => forget(attempt),
    )
    return attempt
  }

  async function send(statements: Sql[]): Promise<Row[][]> {
    connected ??= connect()
    const connection = connected
    const open = await connection
    // Corked, all statements leave in one packet: the server is woken once.
    open.connection.stream.cork()
    const sent = statements.map((statement) => open.query(toQuery(statement)))
    open.connection.stream.uncork()
    const answers = await Promise.allSettled(sent)
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) {
      // The last words of a dying connection come before its end: what is sent there now would be lost as well.
      if (isDatabaseAway(failed.reason)) {
        forget(connection)
        open.end().catch(() => {})
      }
      throw failed.reason
    }
    return answers.map((answer) => (answer as PromiseFulfilledResult<pg.QueryResult>).value.rows)
  }

  return {
    query: async <T>(statement: Sql) => (await send([statement]))[0] as T[],
    transaction: async (statements) => (await send([begin, ...statements, commit])).slice(1, -1),
    close: async () => {
      const open = await connected?.catch(() => undefined)
      connected = undefined
      await open?.end()
    },
  }
}
