import { firstWhere } from './binary-search.ts'
import { growableUint8, growableUint32, push, reserve } from './growable.ts'
import { numberOf, numberTexts, viewOver } from './numbered-texts.ts'
import { sharedUint8, sharedUint32 } from './shared-arrays.ts'
import { fold } from './words.ts'

/**
 * The values of one field, numbered. Kept as bytes rather than as strings and maps, so that a finished index is
 * taken over from its builder at once, however many words its titles hold.
 */
export type TermDictionary = {
  /** The first spelling seen of every term, one after the other, in UTF-8. */
  bytes: Uint8Array
  /** Where each spelling begins, and where the last ends. */
  offsets: Uint32Array
  /** The terms in the order of their folded spellings. */
  sorted: Uint32Array
}

type StagedTermDictionary = {
  /** The number of the value in `[from, to)`, given at its first sight; -1 for a value that is blank. */
  codeOf(bytes: DataView, from: number, to: number): number
  /** Whether the value that was numbered last is spelled the way its term is shown. */
  wasFirstSpelling(): boolean
  size(): number
  finish(): TermDictionary
}

export function stageTermDictionary(knownValues: readonly string[] = []): StagedTermDictionary {
  const texts = numberTexts()
  /** By spelling: its term plus one, zero for a blank one. */
  const termOf = growableUint32()
  const termByKey = new Map<string, number>()
  /** By spelling: 1 where it is the one that its term is shown in. */
  const isFirst = growableUint8()
  /** By term. */
  const firstSpellings: string[] = []
  let last = 0

  function meet(spelling: string): void {
    const key = fold(spelling)
    let term = key === '' ? -1 : termByKey.get(key)
    if (term === undefined) {
      term = termByKey.size
      termByKey.set(key, term)
      firstSpellings.push(spelling.trim())
    }
    push(termOf, term + 1)
    reserve(isFirst, 1)[isFirst.length++] = term !== -1 && firstSpellings[term] === spelling ? 1 : 0
  }

  function codeOf(bytes: DataView, from: number, to: number): number {
    const spelling = numberOf(texts, bytes, from, to)
    if (spelling === termOf.length) meet(textOf(bytes, from, to))
    last = spelling
    return termOf.values[spelling]! - 1
  }

  for (const value of knownValues) {
    const bytes = Buffer.from(value, 'utf8')
    codeOf(viewOver(bytes), 0, bytes.length)
  }

  return {
    codeOf,
    wasFirstSpelling: () => isFirst.values[last] === 1,
    size: () => termByKey.size,
    finish: () => compact(firstSpellings),
  }
}

export const textOf = (bytes: Uint8Array | DataView, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8')

function compact(spellings: readonly string[]): TermDictionary {
  const text = Buffer.from(spellings.join(''), 'utf8')
  const bytes = sharedUint8(text.length)
  bytes.set(text)
  const offsets = sharedUint32(spellings.length + 1)
  const keyed = spellings.map((spelling, term) => {
    offsets[term + 1] = offsets[term]! + Buffer.byteLength(spelling, 'utf8')
    return { key: fold(spelling), term }
  })
  keyed.sort((left, right) => (left.key < right.key ? -1 : 1))
  const sorted = sharedUint32(keyed.length)
  for (const [at, { term }] of keyed.entries()) sorted[at] = term
  return { bytes, offsets, sorted }
}

export function spellingOf(dictionary: TermDictionary, term: number): string {
  return textOf(dictionary.bytes, dictionary.offsets[term]!, dictionary.offsets[term + 1]!)
}

/** A cache of lookups: queries name the same few values again and again. */
const foundTerms = new WeakMap<TermDictionary, Map<string, number>>()
const foundTermsMax = 10_000

/** The number of a value in any spelling, or -1 when the catalogue holds no such value. */
export function findTerm(dictionary: TermDictionary, value: string): number {
  const found = foundTerms.get(dictionary) ?? new Map<string, number>()
  const known = found.get(value)
  if (known !== undefined) return known
  const term = searchTerm(dictionary, fold(value))
  if (term === -1) return term
  if (found.size >= foundTermsMax) found.clear()
  foundTerms.set(dictionary, found.set(value, term))
  return term
}

function searchTerm(dictionary: TermDictionary, key: string): number {
  const { sorted } = dictionary
  const keyAt = (place: number): string => fold(spellingOf(dictionary, sorted[place]!))
  const place = firstWhere(0, sorted.length, (at) => keyAt(at) >= key)
  return place < sorted.length && keyAt(place) === key ? sorted[place]! : -1
}
