import { viewOf } from './growable.ts'
import { numberOf, numberTexts, textCount } from './numbered-texts.ts'
import { sharedUint8, sharedUint32 } from './shared-arrays.ts'
import { orderOfTexts } from './text-order.ts'

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
      const known = { bytes: viewOf(texts.bytes), offsets: viewOf(texts.offsets) }
      const order = orderOfTexts(known, 'beginning')
      const words = { bytes: sharedUint8(known.bytes.length), offsets: sharedUint32(count + 1) }
      const termOf = new Uint32Array(count)
      let length = 0
      for (let term = 0; term < count; term++) {
        const word = order[term]!
        termOf[word] = term
        for (let at = known.offsets[word]!; at < known.offsets[word + 1]!; at++) {
          words.bytes[length++] = known.bytes[at]!
        }
        words.offsets[term + 1] = length
      }
      const fromEnd = sharedUint32(count)
      fromEnd.set(orderOfTexts(words, 'end'))
      return { words: { ...words, fromEnd }, termOf }
    },
  }
}
