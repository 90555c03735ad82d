import type pg from 'pg'
import type { Row } from './database.ts'
import type { Prepared } from './sql.ts'

/** How a column of a result is called and read. */
export type ColumnReader = { name: string; read(text: string): unknown }

export type Round = { statement: Prepared; columns: ColumnReader[] }[]

/**
 * What the driver calls on a query object while its answer arrives (as pg-cursor and pg-copy-streams do). `@types/pg`
 * names only `submit`, and calls the methods of a connection with an argument they do not have.
 */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void
  execute(message: object): void
  sync(): void
}
type Answering = {
  submit(connection: pg.Connection): void
  handleRowDescription(message: { fields: pg.FieldDef[] }): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(): void
  handleReadyForQuery(): void
  handleError(error: Error): void
}

/**
 * Several statements behind one Sync: the server runs them as one transaction and answers once, which spares BEGIN,
 * COMMIT and a wake-up of either side per statement. What the columns are was learned when the statement was prepared,
 * so no answer repeats it.
 */
export function sendRound(client: pg.Client, round: Round): Promise<Row[][]> {
  return ask(client, (settle) => {
    const results: Row[][] = round.map(() => [])
    let current = 0
    return {
      send(wire) {
        for (const { statement } of round) {
          wire.bind({ statement: statement.name, values: statement.values, valueMapper: toWireValue })
          wire.execute({})
        }
      },
      onRow(fields) {
        results[current]!.push(readRow(round[current]!.columns, fields))
      },
      onComplete() {
        current += 1
      },
      onReady: () => settle(results),
    }
  })
}

/** Once per statement and connection. */
export function prepare(client: pg.Client, { name, text }: Prepared): Promise<ColumnReader[]> {
  return ask(client, (settle) => {
    let columns: ColumnReader[] = []
    return {
      send(wire) {
        wire.parse({ name, text })
        wire.describe({ type: 'S', name })
      },
      onColumns(fields) {
        columns = fields.map((field) => ({ name: field.name, read: client.getTypeParser(field.dataTypeID, 'text') }))
      },
      onReady: () => settle(columns),
    }
  })
}

type Exchange = {
  send(wire: Wire): void
  onColumns?(fields: pg.FieldDef[]): void
  onRow?(fields: (string | null)[]): void
  onComplete?(): void
  onReady(): void
}

function ask<T>(client: pg.Client, exchange: (settle: (answer: T) => void) => Exchange): Promise<T> {
  return new Promise((resolve, reject) => {
    const { send, onColumns, onRow, onComplete, onReady } = exchange(resolve)
    let unreadable: Error | undefined
    const answering: Answering = {
      submit(connection) {
        const wire = connection as unknown as Wire
        wire.stream.cork()
        try {
          send(wire)
          wire.sync()
        } finally {
          wire.stream.uncork()
        }
      },
      handleRowDescription: ({ fields }) => onColumns?.(fields),
      handleDataRow({ fields }) {
        try {
          onRow?.(fields)
        } catch (error) {
          unreadable = error as Error
        }
      },
      handleCommandComplete: () => onComplete?.(),
      handleReadyForQuery: () => (unreadable ? reject(unreadable) : onReady()),
      handleError: reject,
    }
    client.query(answering)
  })
}

function readRow(columns: ColumnReader[], fields: (string | null)[]): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at += 1) {
    const text = fields[at]!
    row[columns[at]!.name] = text === null ? null : columns[at]!.read(text)
  }
  return row
}

/** Parameters as text, and bytes as they are. The driver's own way is kept to for what it does, but costs twice as much. */
function toWireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(toArrayElement).join(',')}}`
  return String(value)
}

function toArrayElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`
  const text = value instanceof Date ? value.toISOString() : String(value)
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}
