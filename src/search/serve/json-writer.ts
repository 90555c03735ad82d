import type { AsWritten, Field } from '../build/field.ts'
import { lowerBound } from '../columns/postings.ts'
import type { TextColumn, Texts } from '../columns/texts.ts'
import { spellingOf, type Vocabulary } from '../columns/vocabulary.ts'

/**
 * Writes JSON as bytes, straight from the columns of a segment: no object and no string is made for a value. The memory is
 * used again for the next answer; `take` copies what was written.
 */
export type JsonWriter = {
  /** Something that is JSON already. */
  raw(bytes: Uint8Array): void
  flag(value: boolean): void
  /** One of the texts. */
  text(texts: Texts, text: number): void
  /** The document's text, or null. */
  textOf(column: TextColumn, document: number): void
  /** Letters, digits, dots and hyphens, which need no escapes, in quotes. */
  plain(bytes: Uint8Array, from: number, to: number): void
  id(prefix: Uint8Array, words: Uint32Array, document: number): void
  /** The document's value of a field that has one, or null. */
  valueOf(field: Field, document: number): void
  /** The document's values of a field that has many. */
  listOf(field: Field, document: number): void
  /** How much has been written. */
  length(): number
  /** What was written from `from` to `to`, once more. */
  again(from: number, to: number): void
  take(): Buffer
}

const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 'latin1')
const quote = 0x22
const comma = 0x2c
const bracket = { open: 0x5b, close: 0x5d }
const nothing = Buffer.from('null')
const yes = Buffer.from('true')
const no = Buffer.from('false')

export const json = (text: string): Uint8Array => Buffer.from(text, 'utf8')

/** Memory that grows. */
function createBytes() {
  let bytes = Buffer.allocUnsafe(64 * 1024)
  let length = 0
  const reserve = (more: number): void => {
    if (length + more <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, length + more))
    bytes.copy(larger, 0, 0, length)
    bytes = larger
  }
  return {
    byte(value: number): void {
      reserve(1)
      bytes[length++] = value
    },
    /** For the few bytes of a value a loop is quicker than a call that copies memory. */
    copy(source: Uint8Array, from: number, to: number): void {
      reserve(to - from)
      for (let at = from; at < to; at++) bytes[length++] = source[at]!
    },
    /** The sixteen letters of an id. */
    letters(words: Uint32Array, document: number): void {
      reserve(16)
      const at = document * 3
      for (let word = 0; word < 3; word++) {
        const packed = words[at + word]!
        for (let shift = 0; shift < 30; shift += 6) bytes[length++] = letters[(packed >>> shift) & 63]!
      }
      const last = (words[at]! >>> 30) | ((words[at + 1]! >>> 30) << 2) | ((words[at + 2]! >>> 30) << 4)
      bytes[length++] = letters[last]!
    },
    length: () => length,
    again(from: number, to: number): void {
      reserve(to - from)
      bytes.copyWithin(length, from, to)
      length += to - from
    },
    take(): Buffer {
      const taken = Buffer.allocUnsafeSlow(length)
      bytes.copy(taken, 0, 0, length)
      length = 0
      return taken
    },
  }
}

export function createJsonWriter(): JsonWriter {
  const { byte, copy, letters: writeLetters, length, again, take } = createBytes()
  const raw = (source: Uint8Array): void => copy(source, 0, source.length)
  const text = ({ bytes, offsets }: Texts, number: number): void => copy(bytes, offsets[number]!, offsets[number + 1]!)

  function writtenAs({ documents, ...lists }: AsWritten, document: number): boolean {
    const place = documents.length === 0 ? 0 : lowerBound(documents, document)
    if (documents[place] !== document) return false
    text(lists, place)
    return true
  }

  return {
    raw,
    text,
    flag: (value) => raw(value ? yes : no),
    textOf(column, document) {
      const code = column.codes[document]!
      if (code === 0) raw(nothing)
      else text(column, code - 1)
    },
    plain(source, from, to) {
      byte(quote)
      copy(source, from, to)
      byte(quote)
    },
    id(prefix, words, document) {
      byte(quote)
      raw(prefix)
      writeLetters(words, document)
      byte(quote)
    },
    valueOf({ column, vocabulary }, document) {
      const code = column![document]!
      raw(code === 0 ? nothing : quotedTerms(vocabulary!)[code - 1]!)
    },
    listOf({ asWritten, lists, vocabulary }, document) {
      if (asWritten !== undefined && writtenAs(asWritten, document)) return
      const { offsets, terms } = lists!
      const quoted = quotedTerms(vocabulary!)
      byte(bracket.open)
      const begin = offsets[document]!
      const end = offsets[document + 1]!
      for (let at = begin; at < end; at++) {
        if (at > begin) byte(comma)
        raw(quoted[terms[at]!]!)
      }
      byte(bracket.close)
    },
    length,
    again,
    take,
  }
}

const quotedByVocabulary = new WeakMap<Vocabulary, Uint8Array[]>()

/** Every value of a field in JSON, made once for each segment. Only for fields whose values are few. */
function quotedTerms(vocabulary: Vocabulary): Uint8Array[] {
  const known = quotedByVocabulary.get(vocabulary)
  if (known !== undefined) return known
  const quoted = Array.from({ length: vocabulary.sorted.length }, (_, term) =>
    json(JSON.stringify(spellingOf(vocabulary, term))),
  )
  quotedByVocabulary.set(vocabulary, quoted)
  return quoted
}
