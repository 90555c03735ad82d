import { textOf } from '../columns/term-dictionary.ts'
import { nearLettersMin, wordsOf } from '../columns/words.ts'
import type { Field } from '../segments/field.ts'
import { beginningWith } from './match-words.ts'
import { isOneEdit } from './one-edit.ts'

/** The words of a field, and how many documents carry each. */
type SearchedField = Required<Pick<Field, 'words'>> & Pick<Field, 'postings'>

/**
 * What was probably meant by a text that finds nothing: words that begin no word of these fields are replaced by the nearest
 * beginning, one edit away. Null when nothing is near, or every word is known. It reads all words with the same first letter, some
 * ten thousand in a large catalogue, so it is for people who typed something, and only where nothing was found.
 */
export function correctText(fields: readonly SearchedField[], text: string): string | null {
  const words = wordsOf(text)
  const corrected = words.map((word) => (isBeginning(fields, word) ? word : nearestBeginning(fields, word)))
  if (corrected.includes(null) || corrected.every((word, at) => word === words[at])) return null
  return corrected.join(' ')
}

function isBeginning(fields: readonly SearchedField[], word: string): boolean {
  const bytes = Buffer.from(word, 'utf8')
  return fields.some(({ words }) => {
    const { from, to } = beginningWith(words, bytes, bytes.length)
    return from < to
  })
}

/** The candidate that most documents carry; among equals, the longest. The first letter is hardly ever the wrong one. */
function nearestBeginning(fields: readonly SearchedField[], word: string): string | null {
  const letters = [...word]
  if (letters.length < nearLettersMin || !/\p{L}/u.test(word)) return null
  const first = Buffer.from(letters[0]!, 'utf8')
  const counts = new Map<string, number>()
  for (const { words, postings } of fields) {
    const { from, to } = beginningWith(words, first, first.length)
    for (let term = from; term < to; term++) {
      const known = [...textOf(words.bytes, words.offsets[term]!, words.offsets[term + 1]!)]
      for (const beginning of beginningsNear(letters, known)) {
        counts.set(beginning, (counts.get(beginning) ?? 0) + postings.counts[term]!)
      }
    }
  }
  let nearest: string | null = null
  for (const [beginning, count] of counts) {
    const most = nearest === null ? 0 : counts.get(nearest)!
    const isLonger = nearest === null || beginning.length > nearest.length
    if (count > most || (count === most && isLonger)) nearest = beginning
  }
  return nearest
}

/** Whether one edit makes a beginning of the known word of what was typed, as above. Both are folded. */
export function isNearBeginning(typed: string, known: string): boolean {
  const [letters, others] = [[...typed], [...known]]
  return letters.length >= nearLettersMin && letters[0] === others[0] && beginningsNear(letters, others).size > 0
}

/** The beginnings of a known word that one edit makes of what was typed. */
function beginningsNear(typed: readonly string[], known: readonly string[]): Set<string> {
  const lengths = [typed.length - 1, typed.length, typed.length + 1]
  const possible = lengths.filter((length) => length >= nearLettersMin && length <= known.length)
  const beginnings = possible.map((length) => known.slice(0, length))
  return new Set(beginnings.filter((beginning) => isOneEdit(typed, beginning)).map((beginning) => beginning.join('')))
}
