import { lowerBound } from '../columns/binary-search.ts'
import { spellingOf, type TermDictionary } from '../columns/term-dictionary.ts'
import { joinTexts, type TextColumn, type Texts } from '../columns/texts.ts'
import type { TimeColumn } from '../columns/times.ts'
import type { Field, OriginalTexts } from '../segments/field.ts'

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
  /** Something that is a part of JSON: letters, digits, dots and hyphens need no escapes. */
  part(bytes: Uint8Array, from: number, to: number): void
  /** The letters of an id behind its prefix. */
  letters(words: Uint32Array, document: number): void
  /** The document's value of a field that has one, or null. */
  valueOf(field: Field, document: number): void
  /** The document's values of a field that has many. */
  listOf(field: Field, document: number): void
  /** The document's time, or null. */
  timeOf(column: TimeColumn, document: number): void
  /** How much has been written. */
  length(): number
  /** A row that is JSON already, and longer than a value. */
  row(bytes: Buffer, from: number, to: number): void
  /** Copies what was written from `from` on. */
  copyTo(target: Uint8Array, at: number, from: number): void
  take(): Buffer
}

const letters = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 'latin1')
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
    /** For the few bytes of a value a loop is quicker than a call that copies memory. */
    copy(source: Uint8Array, from: number, to: number): void {
      reserve(to - from)
      const target = bytes
      let end = length
      for (let at = from; at < to; at++) target[end++] = source[at]!
      length = end
    },
    /** The sixteen letters of an id. */
    letters(words: Uint32Array, document: number): void {
      reserve(16)
      const target = bytes
      let end = length
      const at = document * 3
      for (let word = 0; word < 3; word++) {
        const packed = words[at + word]!
        for (let shift = 0; shift < 30; shift += 6) target[end++] = letters[(packed >>> shift) & 63]!
      }
      const last = (words[at]! >>> 30) | ((words[at + 1]! >>> 30) << 2) | ((words[at + 2]! >>> 30) << 4)
      target[end++] = letters[last]!
      length = end
    },
    /** A list of texts, with commas between. */
    list(texts: Texts, terms: ArrayLike<number>, begin: number, to: number): void {
      reserve(2 + lengthOf(texts, terms, begin, to))
      const { bytes: source, offsets } = texts
      const target = bytes
      let end = length
      target[end++] = bracket.open
      for (let place = begin; place < to; place++) {
        if (place > begin) target[end++] = comma
        const text = terms[place]!
        const last = offsets[text + 1]!
        for (let at = offsets[text]!; at < last; at++) target[end++] = source[at]!
      }
      target[end++] = bracket.close
      length = end
    },
    length: () => length,
    row(source: Buffer, from: number, to: number): void {
      reserve(to - from)
      source.copy(bytes, length, from, to)
      length += to - from
    },
    copyTo: (target: Uint8Array, at: number, from: number): void => void bytes.copy(target, at, from, length),
    take(): Buffer {
      const taken = Buffer.allocUnsafeSlow(length)
      bytes.copy(taken, 0, 0, length)
      length = 0
      return taken
    },
  }
}

/** At most, with a comma for each. */
function lengthOf({ offsets }: Texts, terms: ArrayLike<number>, begin: number, to: number): number {
  let sum = to - begin
  for (let place = begin; place < to; place++) sum += offsets[terms[place]! + 1]! - offsets[terms[place]!]!
  return sum
}

export function createJsonWriter(): JsonWriter {
  const { copy, letters: writeLetters, list, length, row, copyTo, take } = createBytes()
  const raw = (source: Uint8Array): void => copy(source, 0, source.length)
  const text = ({ bytes, offsets }: Texts, number: number): void => copy(bytes, offsets[number]!, offsets[number + 1]!)

  function writtenAs({ documents, ...lists }: OriginalTexts, document: number): boolean {
    const place = documents.length === 0 ? 0 : lowerBound(documents, document)
    if (documents[place] !== document) return false
    text(lists, place)
    return true
  }

  return {
    raw,
    text,
    part: copy,
    letters: writeLetters,
    flag: (value) => raw(value ? yes : no),
    textOf(column, document) {
      const code = column.codes[document]!
      if (code === 0) raw(nothing)
      else text(column, code - 1)
    },
    valueOf({ docValues, dictionary }, document) {
      const code = docValues![document]!
      if (code === 0) raw(nothing)
      else text(quotedTerms(dictionary!), code - 1)
    },
    listOf({ asWritten, lists, dictionary }, document) {
      if (asWritten !== undefined && writtenAs(asWritten, document)) return
      const { offsets, terms } = lists!
      list(quotedTerms(dictionary!), terms, offsets[document]!, offsets[document + 1]!)
    },
    timeOf({ codes, moments }, document) {
      const code = codes[document]!
      raw(code === 0 ? nothing : quotedTime(moments[code - 1]!))
    },
    length,
    row,
    copyTo,
    take,
  }
}

/** Imports stamp many rows alike. */
const quotedTimes = new Map<number, Uint8Array>()
const quotedTimesMax = 10_000

function quotedTime(moment: number): Uint8Array {
  const known = quotedTimes.get(moment)
  if (known !== undefined) return known
  const quoted = json(`"${new Date(moment).toISOString()}"`)
  if (quotedTimes.size >= quotedTimesMax) quotedTimes.clear()
  quotedTimes.set(moment, quoted)
  return quoted
}

const quotedByVocabulary = new WeakMap<TermDictionary, Texts>()

/** Every value of a field in JSON, made once for each segment. Only for fields whose values are few. */
function quotedTerms(dictionary: TermDictionary): Texts {
  const known = quotedByVocabulary.get(dictionary)
  if (known !== undefined) return known
  const spellings = Array.from(dictionary.sorted, (_, term) => JSON.stringify(spellingOf(dictionary, term)))
  const quoted = joinTexts(spellings.map((spelling) => Buffer.from(spelling, 'utf8')))
  quotedByVocabulary.set(dictionary, quoted)
  return quoted
}
