import pg from 'pg'
import { fill, type PreparedStatement } from '../../base/sql.ts'

type Row = Record<string, unknown>

/** Makes a row of what its columns say. */
export type RowReader = (fields: (string | null)[]) => Row

/**
 * Runs a statement that `prepare` has prepared on this connection. What its columns are is known since then, so that no
 * answer repeats it: for a row or two, describing them cost more than reading them.
 */
export function runPrepared<T>(client: pg.Client, statement: PreparedStatement, readRow: RowReader): Promise<T[]> {
  const rows: Row[] = []
  return ask(client, {
    send(wire) {
      wire.bind({ statement: statement.name, values: statement.values, valueMapper: toWireValue })
      wire.execute({})
    },
    onRow: (fields) => rows.push(readRow(fields)),
    answer: () => rows as T[],
  })
}

/** Once per statement and connection. */
export function prepare(client: pg.Client, { name, text }: PreparedStatement): Promise<RowReader> {
  let readRow: RowReader = () => ({})
  return ask(client, {
    send(wire) {
      wire.parse({ name, text })
      wire.describe({ type: 'S', name })
    },
    onColumns(fields) {
      readRow = rowReaderOf(fields, client)
    },
    answer: () => readRow,
  })
}

/** The messages of the driver's connection, as pg-cursor uses them; `@types/pg` gives them an argument they do not have. */
type Wire = {
  stream: { cork(): void; uncork(): void }
  parse(message: { name: string; text: string }): void
  describe(message: { type: 'S'; name: string }): void
  bind(message: { statement: string; values: readonly unknown[]; valueMapper(value: unknown): unknown }): void
  execute(message: object): void
  sync(): void
}

type Exchange<T> = {
  send(wire: Wire): void
  onColumns?(fields: pg.FieldDef[]): void
  onRow?(fields: (string | null)[]): void
  answer(): T
}

/** One exchange with the server, in a packet each way: the object that it queues is what the driver expects of a query. */
function ask<T>(client: pg.Client, { send, onColumns, onRow, answer }: Exchange<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let unreadable: unknown
    client.query({
      submit(connection: pg.Connection) {
        const wire = connection as unknown as Wire
        wire.stream.cork()
        try {
          send(wire)
          wire.sync()
        } finally {
          wire.stream.uncork()
        }
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => onColumns?.(fields),
      handleDataRow({ fields }: { fields: (string | null)[] }) {
        try {
          onRow?.(fields)
        } catch (error) {
          unreadable = error
        }
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => (unreadable ? reject(unreadable) : resolve(answer())),
      handleError: reject,
    })
  })
}

/**
 * Written for these very columns, as one literal: an object that is put together property by property takes longer to make, and
 * to read. Names come from statements of ours, and are quoted.
 */
function rowReaderOf(columns: pg.FieldDef[], client: pg.Client): RowReader {
  const readers = columns.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text'))
  const properties = columns.map(({ name, dataTypeID }, at) => {
    const value =
      dataTypeID === pg.types.builtins.TEXT
        ? `fields[${at}]`
        : `fields[${at}] === null ? null : readers[${at}](fields[${at}])`
    return `${JSON.stringify(name)}: ${value}`
  })
  return new Function('readers', `return (fields) => ({ ${properties.join(', ')} })`)(readers) as RowReader
}

/** Parameters as text, and bytes as they are: the driver's own way, with less of a detour for the arrays of a batch. */
function toWireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'function') return toWireValue(fill(value))
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
  const isPlain = !text.includes('"') && !text.includes('\\')
  return isPlain ? `"${text}"` : `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
