import type { Socket } from 'node:net'
import type { Client, Connection } from 'pg'

/**
 * Some rows, as bytes. The value of column `c` in row `r` lies from `spans[2 * i]` up to `spans[2 * i + 1]`, with
 * `i = r * columns + c`; both are -1 for NULL. Values are as PostgreSQL sends them in its binary form: texts in UTF-8,
 * booleans as one byte, numbers high byte first, and the items of a list one after the other, each behind its length in four
 * bytes. The next batch takes the place of this one.
 */
export type Rows = { count: number; bytes: DataView; spans: Int32Array }

/** A column of the table; of a list, its items are handed on without the head that says what kind of list it is. */
export type Column = string | { list: string }

/** The messages of the protocol that a COPY consists of, by their first byte. */
const copyData = 0x64
const passedOver = new Set([...'HSNA'].map((letter) => letter.charCodeAt(0)))
const messageHeadBytes = 5

/**
 * Rows in the binary form of COPY, as many at a time as arrive together. While it runs, the connection's bytes are read
 * here instead of by the driver, which would make an object of every row; the driver reads the bytes after the rows.
 */
export async function* copyRows(client: Client, columns: readonly Column[], from: string): AsyncGenerator<Rows> {
  const names = columns.map((column) => (typeof column === 'string' ? column : column.list))
  const isList = columns.map((column) => typeof column !== 'string')
  const copy = startCopy(client, `COPY (SELECT ${names} ${from}) TO STDOUT (FORMAT binary)`)
  const batch: Rows = { count: 0, bytes: new DataView(new ArrayBuffer(0)), spans: new Int32Array(names.length * 2048) }
  let rest: Buffer = Buffer.alloc(0)
  for (;;) {
    const chunk = await copy.read()
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const { end, isOver } = readMessages(batch, bytes, isList)
    rest = bytes.subarray(end)
    if (batch.count > 0) yield batch
    if (isOver) break
  }
  await copy.finish(rest)
}

/** Reads whole messages up to the first that is none of a running COPY: the end of the rows, or an error. */
function readMessages(batch: Rows, buffer: Buffer, isList: readonly boolean[]): { end: number; isOver: boolean } {
  const bytes = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  batch.count = 0
  batch.bytes = bytes
  let at = 0
  while (at + messageHeadBytes <= bytes.byteLength) {
    const kind = bytes.getUint8(at)
    if (kind !== copyData && !passedOver.has(kind)) return { end: at, isOver: true }
    const next = at + 1 + bytes.getUint32(at + 1)
    if (next > bytes.byteLength) break
    if (kind === copyData) readRow(batch, at + messageHeadBytes, isList)
    at = next
  }
  return { end: at, isOver: false }
}

/** The form begins with a head of its own, of which the first byte is not a count of columns, and ends with a count of -1. */
const signature = 0x5047
const fileHeadBytes = 19
const noMoreRows = 0xffff

/** Every row is a message of its own. */
function readRow(batch: Rows, from: number, isList: readonly boolean[]): void {
  const { bytes } = batch
  const columns = isList.length
  let at = bytes.getUint16(from) === signature ? from + fileHeadBytes : from
  const count = bytes.getUint16(at)
  if (count === noMoreRows) return
  if (count !== columns) throw new Error(`a row of ${count} columns came where ${columns} were asked for`)
  const spans = roomForRow(batch, columns)
  const first = batch.count * columns * 2
  at += 2
  for (let column = 0; column < columns; column++) {
    const length = bytes.getInt32(at)
    at += 4
    const span = first + column * 2
    spans[span] = length === -1 ? -1 : isList[column] ? at + listHeadBytes(bytes, at) : at
    if (length !== -1) at += length
    spans[span + 1] = length === -1 ? -1 : at
  }
  batch.count++
}

/** Dimensions, flags and type; then, unless it is empty, the size and first index of its one dimension. */
const listHeadBytes = (bytes: DataView, at: number): number => (bytes.getUint32(at) === 0 ? 12 : 20)

function roomForRow(batch: Rows, columns: number): Int32Array {
  if ((batch.count + 1) * columns * 2 > batch.spans.length) {
    const larger = new Int32Array(batch.spans.length * 2)
    larger.set(batch.spans)
    batch.spans = larger
  }
  return batch.spans
}

/**
 * Takes a connection's bytes over from the driver until all rows of one COPY have arrived. A reader that stops earlier can only end
 * the connection.
 */
function startCopy(client: Client, query: string) {
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>()
  // The reader of the rows sees a failure at its next read; it may not be waiting at the time.
  finished.catch(() => {})
  let socket: Socket
  let driver: (bytes: Buffer) => void
  let wake = (): void => {}
  const onEvent = (): void => wake()

  client.query({
    submit(connection: Connection) {
      socket = connection.stream as Socket
      driver = socket.listeners('data')[0] as (bytes: Buffer) => void
      socket.removeListener('data', driver)
      socket.pause()
      socket.on('readable', onEvent).on('close', onEvent)
      connection.query(query)
    },
    handleError: reject,
    handleCommandComplete() {},
    handleReadyForQuery: () => resolve(),
  })

  return {
    async read(): Promise<Buffer> {
      for (;;) {
        const chunk = socket.read()
        if (chunk !== null) return chunk
        if (socket.destroyed) throw new Error('the connection was lost while rows were read')
        await new Promise<void>((resume) => {
          wake = resume
        })
      }
    },
    /** The rest begins with the message behind the rows. Rejects when that says that the COPY failed. */
    finish(rest: Buffer): Promise<void> {
      socket.removeListener('readable', onEvent).removeListener('close', onEvent)
      socket.on('data', driver)
      driver(rest)
      // The socket registers its listeners only in the next tick.
      process.nextTick(() => socket.resume())
      return finished
    },
  }
}
