import { numberOf, numberTexts, textCount } from './numbered-texts.ts'
import { radixOrder } from './radix-order.ts'
import { sharedUint8, sharedUint32 } from './shared-arrays.ts'

/**
 * The words of a field, numbered in the order of their bytes: words that begin alike are neighbours, so a prefix is a range
 * of terms. No word becomes a string: a large catalogue has more of them than a `Map` holds entries.
 */
export type WordList = {
  /** In UTF-8, folded, one after the other. */
  bytes: Uint8Array
  /** Where each word begins, and where the last ends. */
  offsets: Uint32Array
  /** The terms in the order of their bytes, read from the end. */
  fromEnd: Uint32Array
}

export function stageWordList() {
  const texts = numberTexts()
  return {
    /** The number of the word in `[from, to)`, for as long as words are added. */
    codeOf: (bytes: DataView, from: number, to: number): number => numberOf(texts, bytes, from, to),
    /** `termOf` tells by the number that a word had so far which one it has in the list. */
    finish(): { words: WordList; termOf: Uint32Array } {
      const count = textCount(texts)
      const known = { bytes: texts.bytes.values, offsets: texts.offsets.values }
      const order = orderOfWords(known, count, fromBeginning)
      const words = {
        bytes: sharedUint8(texts.bytes.length),
        offsets: sharedUint32(count + 1),
        fromEnd: sharedUint32(count),
      }
      const termOf = new Uint32Array(count)
      let length = 0
      for (let term = 0; term < count; term++) {
        const word = order[term]!
        termOf[word] = term
        for (let at = known.offsets[word]!; at < known.offsets[word + 1]!; at++)
          words.bytes[length++] = known.bytes[at]!
        words.offsets[term + 1] = length
      }
      words.fromEnd.set(orderOfWords(words, count, fromEnd))
      return { words, termOf }
    },
  }
}

type Words = Pick<WordList, 'bytes' | 'offsets'>

/** The byte of a word at a place, in the direction of reading; zero behind its last, which no word holds. */
type ByteAt = (words: Words, word: number, at: number) => number

const fromBeginning: ByteAt = ({ bytes, offsets }, word, at) => {
  const place = offsets[word]! + at
  return place < offsets[word + 1]! ? bytes[place]! : 0
}

const fromEnd: ByteAt = ({ bytes, offsets }, word, at) => {
  const place = offsets[word + 1]! - 1 - at
  return place >= offsets[word]! ? bytes[place]! : 0
}

/** By their first eight bytes in passes over all words; only those that share them are compared. */
function orderOfWords(words: Words, count: number, byteAt: ByteAt): Uint32Array {
  const first = new Uint32Array(count)
  const second = new Uint32Array(count)
  const fourFrom = (word: number, at: number): number =>
    (byteAt(words, word, at) << 24) |
    (byteAt(words, word, at + 1) << 16) |
    (byteAt(words, word, at + 2) << 8) |
    byteAt(words, word, at + 3)
  for (let word = 0; word < count; word++) {
    first[word] = fourFrom(word, 0)
    second[word] = fourFrom(word, 4)
  }
  const order = radixOrder([second, first])
  const compare = (left: number, right: number): number => compareFrom(words, left, right, byteAt)
  for (let from = 0; from < count; ) {
    const word = order[from]!
    let to = from + 1
    while (to < count && first[order[to]!] === first[word] && second[order[to]!] === second[word]) to++
    if (to - from > 1) order.subarray(from, to).sort(compare)
    from = to
  }
  return order
}

function compareFrom(words: Words, left: number, right: number, byteAt: ByteAt): number {
  for (let at = 8; ; at++) {
    const byte = byteAt(words, left, at)
    const difference = byte - byteAt(words, right, at)
    if (difference !== 0 || byte === 0) return difference
  }
}
