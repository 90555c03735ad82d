import type { Rows } from '../schema/feed.ts'
import { growableUint8, growableUint32, push, reserve, viewOf } from './growable.ts'
import { numberOf, numberTexts, textCount } from './numbered-texts.ts'
import { type Codes, sharedCodes, sharedUint8, sharedUint32 } from './shared-arrays.ts'

/**
 * Texts of an answer, kept the way they are sent: UTF-8 in quotes, with JSON's escapes. Writing one into an answer is
 * copying its bytes.
 */
export type Texts = {
  bytes: Uint8Array
  /** Text `t` lies in `[offsets[t], offsets[t + 1])`. */
  offsets: Uint32Array
}

/** Texts that repeat, numbered: each document's text plus one, zero for none. */
export type TextColumn = Texts & { codes: Codes }

const quote = 0x22
const backslash = 0x5c
const firstPrintable = 0x20

/** Texts that repeat from row to row, such as titles and first names. */
export function stageTextColumn() {
  const texts = numberTexts()
  const codes = growableUint32()
  return {
    add({ bytes, count, spans }: Rows, column: number, columns: number): void {
      const values = reserve(codes, count)
      const { length } = codes
      for (let row = 0; row < count; row++) {
        const at = (row * columns + column) * 2
        values[length + row] = spans[at] === -1 ? 0 : numberOf(texts, bytes, spans[at]!, spans[at + 1]!) + 1
      }
      codes.length += count
    },
    finish(order: Uint32Array): TextColumn {
      const count = textCount(texts)
      const quoted = quoteTexts()
      for (let text = 0; text < count; text++) {
        quoted.add(texts.view, texts.offsets.values[text]!, texts.offsets.values[text + 1]!)
      }
      const byRow = viewOf(codes)
      const ordered = sharedCodes(order.length, count)
      for (let document = 0; document < order.length; document++) ordered[document] = byRow[order[document]!]!
      return { ...quoted.finish(), codes: ordered }
    },
  }
}

/** Texts of which most rows have one of their own, such as names of stores; every row has one. */
export function stageOwnTexts() {
  const quoted = quoteTexts()
  return {
    add({ bytes, count, spans }: Rows, column: number, columns: number): void {
      for (let row = 0; row < count; row++) {
        const at = (row * columns + column) * 2
        quoted.add(bytes, spans[at]!, spans[at + 1]!)
      }
    },
    finish(order: Uint32Array): Texts {
      const { bytes: byRow, offsets: rowOffsets } = quoted.finish()
      const bytes = sharedUint8(byRow.length)
      const offsets = sharedUint32(order.length + 1)
      let length = 0
      for (let document = 0; document < order.length; document++) {
        const row = order[document]!
        for (let at = rowOffsets[row]!; at < rowOffsets[row + 1]!; at++) bytes[length++] = byRow[at]!
        offsets[document + 1] = length
      }
      return { bytes, offsets }
    },
  }
}

function quoteTexts() {
  const quoted = growableUint8()
  const offsets = growableUint32()
  push(offsets, 0)
  return {
    add(view: DataView, from: number, to: number): void {
      appendQuoted(quoted, view, from, to)
      push(offsets, quoted.length)
    },
    finish(): Texts {
      const bytes = sharedUint8(quoted.length)
      bytes.set(viewOf(quoted))
      const shared = sharedUint32(offsets.length)
      shared.set(viewOf(offsets))
      return { bytes, offsets: shared }
    },
  }
}

function appendQuoted(quoted: ReturnType<typeof growableUint8>, view: DataView, from: number, to: number): void {
  const begin = quoted.length
  const bytes = reserve(quoted, to - from + 2)
  bytes[quoted.length++] = quote
  for (let at = from; at < to; at++) {
    const byte = view.getUint8(at)
    if (byte < firstPrintable || byte === quote || byte === backslash) {
      quoted.length = begin
      appendEscaped(quoted, view, from, to)
      return
    }
    bytes[quoted.length++] = byte
  }
  bytes[quoted.length++] = quote
}

function appendEscaped(quoted: ReturnType<typeof growableUint8>, view: DataView, from: number, to: number): void {
  const text = Buffer.from(view.buffer, view.byteOffset + from, to - from).toString('utf8')
  const escaped = Buffer.from(JSON.stringify(text), 'utf8')
  reserve(quoted, escaped.length).set(escaped, quoted.length)
  quoted.length += escaped.length
}

/** Texts that are quoted already, or whole lists in JSON. */
export function joinTexts(quoted: readonly Buffer[]): Texts {
  const bytes = sharedUint8(quoted.reduce((sum, { length }) => sum + length, 0))
  const offsets = sharedUint32(quoted.length + 1)
  for (const [at, text] of quoted.entries()) {
    bytes.set(text, offsets[at]!)
    offsets[at + 1] = offsets[at]! + text.length
  }
  return { bytes, offsets }
}

/** The text itself again. */
export function readText({ bytes, offsets }: Texts, text: number): string {
  const quoted = Buffer.from(bytes.buffer, bytes.byteOffset + offsets[text]!, offsets[text + 1]! - offsets[text]!)
  return JSON.parse(quoted.toString('utf8')) as string
}

export const readTextOf = (column: TextColumn, document: number): string | null =>
  column.codes[document] === 0 ? null : readText(column, column.codes[document]! - 1)
