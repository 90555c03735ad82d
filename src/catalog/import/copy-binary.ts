/** Rows in the binary form of COPY: neither side turns bytes, times and numbers into text and back. */

import { writeHex, writeText } from '../text-bytes.ts'

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** In place of the length of a value, or of a count of columns. */
const nothing = -1
/** PostgreSQL counts from 2000 on, in microseconds. */
const epoch = Date.UTC(2000, 0, 1)

/** Oids in `pg_type` of the element types of lists. */
const elementTypes = { text: 25, bytea: 17, timestamptz: 1184 } as const

/**
 * Columns one by one, in the order of the statement, in a memory of its own that grows and that a thread can hand over to another. A
 * class, because functions that are made anew for every batch are compiled anew, too.
 */
export class CopyRows {
  #bytes: Buffer<ArrayBuffer>
  #length = 0

  constructor(rowsExpected: number, bytesOfRow: number) {
    this.#bytes = Buffer.allocUnsafeSlow(signature.length + rowsExpected * bytesOfRow)
    this.#bytes.set(signature)
    this.#length = signature.length
  }

  row(columns: number): void {
    this.#int16(columns)
  }

  /** With its length in front, which is known once it is written. */
  text(value: string | null): void {
    if (value === null) {
      this.#int32(nothing)
      return
    }
    // No character of UTF-16 takes more than three bytes of UTF-8.
    this.#reserve(4 + value.length * 3)
    const written = writeText(this.#bytes, value, this.#length + 4)
    this.#int32(written)
    this.#length += written
  }

  hex(value: string | null): void {
    if (value === null) {
      this.#int32(nothing)
      return
    }
    const { length } = value
    this.#int32(length / 2)
    this.#reserve(length / 2)
    writeHex(this.#bytes, value, this.#length)
    this.#length += length / 2
  }

  time(milliseconds: number | null): void {
    if (milliseconds === null) this.#int32(nothing)
    else this.bigint((milliseconds - epoch) * 1_000)
  }

  bigint(value: number): void {
    this.#int32(8)
    this.#int32(Math.floor(value / 2 ** 32))
    this.#int32(value)
  }

  bytes(value: Uint8Array | null): void {
    if (value === null) {
      this.#int32(nothing)
      return
    }
    this.#int32(value.length)
    this.#reserve(value.length)
    this.#bytes.set(value, this.#length)
    this.#length += value.length
  }

  boolean(value: boolean): void {
    this.#int32(1)
    this.#reserve(1)
    this.#bytes[this.#length] = value ? 1 : 0
    this.#length += 1
  }

  double(value: number | null): void {
    if (value === null) {
      this.#int32(nothing)
      return
    }
    this.#int32(8)
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleBE(value, this.#length)
  }

  texts(values: readonly string[]): void {
    const begin = this.#beginList('text', values)
    for (const value of values) this.text(value)
    this.#endList(begin)
  }

  hexes(values: readonly string[]): void {
    const begin = this.#beginList('bytea', values)
    for (const value of values) this.hex(value)
    this.#endList(begin)
  }

  times(values: readonly (number | null)[]): void {
    const begin = this.#beginList('timestamptz', values)
    for (const value of values) this.time(value)
    this.#endList(begin)
  }

  /** After the last row. */
  done(): Buffer<ArrayBuffer> {
    this.#int16(nothing)
    return this.#bytes.subarray(0, this.#length)
  }

  /** Says where its length is to be put. */
  #beginList(type: keyof typeof elementTypes, values: readonly unknown[]): number {
    const begin = this.#length
    this.#int32(0)
    this.#int32(values.length === 0 ? 0 : 1)
    this.#int32(values.includes(null) ? 1 : 0)
    this.#int32(elementTypes[type])
    if (values.length > 0) {
      this.#int32(values.length)
      // Lists begin with 1.
      this.#int32(1)
    }
    return begin
  }

  #endList(begin: number): void {
    this.#bytes.writeInt32BE(this.#length - begin - 4, begin)
  }

  #int16(value: number): void {
    this.#reserve(2)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
  }

  #int32(value: number): void {
    this.#reserve(4)
    const bytes = this.#bytes
    const at = this.#length
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
    this.#length = at + 4
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(needed * 2)
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
