import type pg from 'pg'
import { type Database, type Row, toQuery } from './database.ts'
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

  function client(): Promise<pg.Client> {
    connected ??= connect()
    return connected
  }

  function connect(): Promise<pg.Client> {
    // A broken connection ends in its own time; by then the lane may already work on the next one.
    const forget = () => {
      if (connected === attempt) connected = undefined
    }
    const attempt = database.connect({ pipeline: true }).then(
      (opened) => {
        opened.on('error', forget)
        opened.on('end', forget)
        return opened
      },
      (error) => {
        forget()
        throw error
      },
    )
    return attempt
  }

  async function send(statements: Sql[]): Promise<Row[][]> {
    const open = await client()
    // Corked, all statements leave in one packet: the server is woken once.
    open.connection.stream.cork()
    const sent = statements.map((statement) => open.query(toQuery(statement)))
    open.connection.stream.uncork()
    const answers = await Promise.allSettled(sent)
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) throw failed.reason
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
