import type { Vocabulary } from '../columns/vocabulary.ts'
import { textOf } from '../columns/vocabulary.ts'

/**
 * Looks words up among the words of a field, byte by byte. A word of five letters or more also finds the words that one
 * edit makes of it: a letter more, less or different, or two neighbours swapped.
 */
const typoLettersMin = 5

type WordMatches = {
  /** The terms that are the word, or begin with it. */
  exact: number[]
  /** The terms one edit away, without those above. */
  typos: number[]
}

/** Compares `length` bytes of the word with the term's, from its beginning or from its end. */
type Compare = (vocabulary: Vocabulary, term: number, word: Uint8Array, length: number) => number

const fromBeginning: Compare = ({ bytes, offsets }, term, word, length) => {
  const from = offsets[term]!
  const size = offsets[term + 1]! - from
  for (let at = 0; at < length; at++) {
    if (at >= size) return -1
    const difference = bytes[from + at]! - word[at]!
    if (difference !== 0) return difference
  }
  return 0
}

const fromEnd: Compare = ({ bytes, offsets }, term, word, length) => {
  const to = offsets[term + 1]!
  const size = to - offsets[term]!
  for (let at = 1; at <= length; at++) {
    if (at > size) return -1
    const difference = bytes[to - at]! - word[word.length - at]!
    if (difference !== 0) return difference
  }
  return 0
}

/** The places `[from, to)` of the sorted terms that share `length` bytes with the word. */
function rangeOf(
  vocabulary: Vocabulary,
  sorted: Uint32Array,
  word: Uint8Array,
  length: number,
  compare: Compare,
): { from: number; to: number } {
  const firstWhere = (isThere: (difference: number) => boolean): number => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isThere(compare(vocabulary, sorted[middle]!, word, length))) high = middle
      else low = middle + 1
    }
    return low
  }
  return { from: firstWhere((difference) => difference >= 0), to: firstWhere((difference) => difference > 0) }
}

/** The term of exactly this word, or -1. */
export function findWord(vocabulary: Vocabulary, word: string): number {
  const bytes = Buffer.from(word, 'utf8')
  const { from, to } = rangeOf(vocabulary, vocabulary.sorted, bytes, bytes.length, fromBeginning)
  // A word sorts before all that begin with it.
  const term = from < to ? vocabulary.sorted[from]! : -1
  return term !== -1 && lengthOf(vocabulary, term) === bytes.length ? term : -1
}

const lengthOf = ({ offsets }: Vocabulary, term: number): number => offsets[term + 1]! - offsets[term]!

export function matchWord(vocabulary: Vocabulary, word: string): WordMatches {
  const bytes = Buffer.from(word, 'utf8')
  const { sorted } = vocabulary
  const { from, to } = rangeOf(vocabulary, sorted, bytes, bytes.length, fromBeginning)
  const exact = Array.from(sorted.subarray(from, to))
  const letters = [...word]
  return { exact, typos: letters.length < typoLettersMin ? [] : findTypos(vocabulary, letters, bytes) }
}

/**
 * An edit leaves either the first half of a word or its second half as it is. So only the words that share one of them
 * are looked at: a small part of the vocabulary.
 */
function findTypos(vocabulary: Vocabulary, letters: string[], bytes: Buffer): number[] {
  const half = (letters.length - 1) >>> 1
  const prefix = Buffer.byteLength(letters.slice(0, half).join(''), 'utf8')
  const suffix = Buffer.byteLength(letters.slice(half + 1).join(''), 'utf8')
  const { sorted, sortedFromEnd } = vocabulary
  const found = new Set<number>()
  const look = (terms: Uint32Array, { from, to }: { from: number; to: number }): void => {
    for (let at = from; at < to; at++) if (isTypo(vocabulary, terms[at]!, letters, bytes)) found.add(terms[at]!)
  }
  look(sorted, rangeOf(vocabulary, sorted, bytes, prefix, fromBeginning))
  look(sortedFromEnd!, rangeOf(vocabulary, sortedFromEnd!, bytes, suffix, fromEnd))
  return [...found]
}

/** Two swapped letters of four bytes each are the most that one edit can touch. */
const touchedBytesMax = 8

/** One edit away, and not beginning with the word, which makes it an exact match. */
function isTypo(vocabulary: Vocabulary, term: number, letters: string[], word: Uint8Array): boolean {
  const { bytes, offsets } = vocabulary
  const from = offsets[term]!
  const length = offsets[term + 1]! - from
  const shorter = Math.min(length, word.length)
  if (Math.max(length, word.length) - shorter > 4) return false
  let same = 0
  while (same < shorter && bytes[from + same] === word[same]) same++
  if (same === word.length) return false
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && bytes[from + length - 1 - sameAtEnd] === word[word.length - 1 - sameAtEnd]) {
    sameAtEnd++
  }
  if (Math.max(length, word.length) - same - sameAtEnd > touchedBytesMax) return false
  return isOneEdit(letters, [...textOf(bytes, from, from + length)])
}

function isOneEdit(left: readonly string[], right: readonly string[]): boolean {
  const shorter = Math.min(left.length, right.length)
  let same = 0
  while (same < shorter && left[same] === right[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && left.at(-1 - sameAtEnd) === right.at(-1 - sameAtEnd)) sameAtEnd++
  const inLeft = left.length - same - sameAtEnd
  const inRight = right.length - same - sameAtEnd
  if (inLeft <= 1 && inRight <= 1) return true
  return inLeft === 2 && inRight === 2 && left[same] === right[same + 1] && left[same + 1] === right[same]
}
