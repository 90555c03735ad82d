/** Rows in the binary form of COPY: neither side turns bytes, times and numbers into text and back. */

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** In place of the length of a value, or of a count of columns. */
const nothing = -1
/** PostgreSQL counts from 2000 on, in microseconds. */
const epoch = Date.UTC(2000, 0, 1)

/** Of the types of elements of lists, in `pg_type`. */
const elementTypes = { text: 25, bytea: 17, timestamptz: 1184 } as const

/** Columns one by one, in the order of the statement. */
export type CopyRows = ReturnType<typeof createCopyRows>

export function createCopyRows(rowsExpected: number, bytesOfRow: number) {
  const out = createBytes(signature.length + rowsExpected * bytesOfRow)
  out.copy(signature)

  function int64(value: number): void {
    out.int32(8)
    out.int32(Math.floor(value / 2 ** 32))
    out.int32(value)
  }
  const time = (milliseconds: number): void => int64((milliseconds - epoch) * 1_000)

  function list<T>(type: keyof typeof elementTypes, values: readonly T[], write: (value: T) => void): void {
    const endList = out.beginValue()
    out.int32(values.length === 0 ? 0 : 1)
    out.int32(values.includes(null as T) ? 1 : 0)
    out.int32(elementTypes[type])
    if (values.length > 0) {
      out.int32(values.length)
      // Lists begin with 1.
      out.int32(1)
      for (const value of values) write(value)
    }
    endList()
  }

  const orNull =
    <T>(write: (value: T) => void) =>
    (value: T | null): void =>
      value === null ? out.int32(nothing) : write(value)
  const timeOrNull = orNull(time)

  return {
    row: (columns: number): void => out.int16(columns),
    text: orNull(out.utf8),
    hex: orNull(out.hexadecimal),
    time: timeOrNull,
    texts: (values: readonly string[]) => list('text', values, out.utf8),
    hexes: (values: readonly string[]) => list('bytea', values, out.hexadecimal),
    times: (values: readonly (number | null)[]) => list('timestamptz', values, timeOrNull),
    bigint: int64,
    bytes: orNull((value: Uint8Array): void => {
      out.int32(value.length)
      out.copy(value)
    }),
    boolean: (value: boolean): void => {
      out.int32(1)
      out.byte(value ? 1 : 0)
    },
    double: orNull((value: number): void => {
      out.int32(8)
      out.double(value)
    }),
    /** After the last row. */
    done: (): Buffer<ArrayBuffer> => {
      out.int16(nothing)
      return out.written()
    },
  }
}

/** A memory of its own that grows, and that a thread can hand over to another. */
function createBytes(expected: number) {
  let bytes = Buffer.allocUnsafeSlow(expected)
  let length = 0

  function reserve(more: number): void {
    if (length + more <= bytes.length) return
    const grown = Buffer.allocUnsafeSlow((length + more) * 2)
    bytes.copy(grown, 0, 0, length)
    bytes = grown
  }

  function int32(value: number): void {
    reserve(4)
    bytes[length] = value >>> 24
    bytes[length + 1] = value >>> 16
    bytes[length + 2] = value >>> 8
    bytes[length + 3] = value
    length += 4
  }

  return {
    int32,
    byte: (value: number): void => {
      reserve(1)
      bytes[length] = value
      length += 1
    },
    int16: (value: number): void => {
      reserve(2)
      length = bytes.writeInt16BE(value, length)
    },
    double: (value: number): void => {
      reserve(8)
      length = bytes.writeDoubleBE(value, length)
    },
    copy: (value: Uint8Array): void => {
      reserve(value.length)
      bytes.set(value, length)
      length += value.length
    },
    /** With its length in front, which is known once it is written. */
    utf8: (value: string): void => {
      // No character of UTF-16 takes more than three bytes of UTF-8.
      reserve(4 + value.length * 3)
      const written = bytes.write(value, length + 4)
      int32(written)
      length += written
    },
    hexadecimal: (value: string): void => {
      int32(value.length / 2)
      reserve(value.length / 2)
      length += bytes.write(value, length, 'hex')
    },
    /** Of a value that is written in parts; what it answers puts the length in front. */
    beginValue: (): (() => void) => {
      const lengthAt = length
      int32(0)
      return () => void bytes.writeInt32BE(length - lengthAt - 4, lengthAt)
    },
    written: (): Buffer<ArrayBuffer> => bytes.subarray(0, length),
  }
}
