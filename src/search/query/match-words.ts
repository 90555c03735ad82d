/**
 * Looks words up among the words of a field, byte by byte. A word of `typoLettersMin` letters or more also finds the words that
 * one edit makes of it.
 */
import { firstWhere } from '../columns/binary-search.ts'
import { textOf } from '../columns/term-dictionary.ts'
import type { WordList } from '../columns/word-list.ts'
import { typoLettersMin } from '../columns/words.ts'
import { isOneEdit } from './one-edit.ts'

type WordMatches = {
  /** The terms `[from, to)` are the word, or begin with it. */
  range: { from: number; to: number }
  /** The terms one edit away, without those above. */
  typos: number[]
}

/** Compares `length` bytes of the word with the term's, from its beginning or from its end. */
type Compare = (words: WordList, term: number, word: Uint8Array, length: number) => number

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

/** The places `[from, to)` of the terms, in the order of `compare`, that share `length` bytes with the word. */
function rangeOf(
  words: WordList,
  termAt: (place: number) => number,
  word: Uint8Array,
  length: number,
  compare: Compare,
): { from: number; to: number } {
  const differenceAt = (place: number): number => compare(words, termAt(place), word, length)
  const from = firstWhere(0, words.fromEnd.length, (place) => differenceAt(place) >= 0)
  return { from, to: firstWhere(from, words.fromEnd.length, (place) => differenceAt(place) > 0) }
}

/** Words are numbered in the order of their bytes, so these places are the terms themselves. */
export const beginningWith = (words: WordList, word: Uint8Array, length: number): { from: number; to: number } =>
  rangeOf(words, (term) => term, word, length, fromBeginning)

/** The term of exactly this word, or -1. */
export function findWord(words: WordList, word: string): number {
  const bytes = Buffer.from(word, 'utf8')
  // A word comes before all that begin with it.
  const { from, to } = beginningWith(words, bytes, bytes.length)
  return from < to && words.offsets[from + 1]! - words.offsets[from]! === bytes.length ? from : -1
}

export function matchWord(words: WordList, word: string): WordMatches {
  const bytes = Buffer.from(word, 'utf8')
  const letters = [...word]
  return {
    range: beginningWith(words, bytes, bytes.length),
    typos: letters.length < typoLettersMin ? [] : findTypos(words, letters, bytes),
  }
}

/**
 * An edit leaves either the first half of a word or its second half as it is. So only the words that share one of them
 * are looked at: a small part of the dictionary.
 */
function findTypos(words: WordList, letters: string[], bytes: Buffer): number[] {
  const half = (letters.length - 1) >>> 1
  const prefix = Buffer.byteLength(letters.slice(0, half).join(''), 'utf8')
  const suffix = Buffer.byteLength(letters.slice(half + 1).join(''), 'utf8')
  const found = new Set<number>()
  const look = (termAt: (place: number) => number, { from, to }: { from: number; to: number }): void => {
    for (let at = from; at < to; at++) if (isTypo(words, termAt(at), letters, bytes)) found.add(termAt(at))
  }
  look((term) => term, beginningWith(words, bytes, prefix))
  const termAtEnd = (place: number): number => words.fromEnd[place]!
  look(termAtEnd, rangeOf(words, termAtEnd, bytes, suffix, fromEnd))
  return [...found]
}

/** Two swapped letters of four bytes each are the most that one edit can touch. */
const touchedBytesMax = 8

/** One edit away, and not beginning with the word, which makes it an exact match. */
function isTypo({ bytes, offsets }: WordList, term: number, letters: string[], word: Uint8Array): boolean {
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
