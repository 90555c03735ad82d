import { textOf } from '../columns/term-dictionary.ts'
import { wordsOf } from '../columns/words.ts'
import type { Field } from '../segments/field.ts'
import { beginningWith } from './match-words.ts'

/** The words of a field, and how many documents carry each. */
type SearchedField = Required<Pick<Field, 'words'>> & Pick<Field, 'postings'>

/** With fewer letters, every other word is as near. */
const lettersMin = 3

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

/** Of several, the one that most documents carry, and of those the longest. The first letter is hardly ever the wrong one. */
function nearestBeginning(fields: readonly SearchedField[], word: string): string | null {
  const letters = [...word]
  if (letters.length < lettersMin || !/\p{L}/u.test(word)) return null
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
  return letters.length >= lettersMin && letters[0] === others[0] && beginningsNear(letters, others).size > 0
}

/** The beginnings of a known word that one edit makes of what was typed: a letter different, swapped, missing or too many. */
function beginningsNear(typed: readonly string[], known: readonly string[]): Set<string> {
  let same = 0
  while (same < typed.length && typed[same] === known[same]) same++
  const follows = (fromTyped: number, fromKnown: number): boolean => {
    for (let at = 0; fromTyped + at < typed.length; at++) {
      if (typed[fromTyped + at] !== known[fromKnown + at]) return false
    }
    return true
  }
  const lengths = [
    ...(follows(same + 1, same + 1) ? [typed.length] : []),
    ...(typed[same] === known[same + 1] && typed[same + 1] === known[same] && follows(same + 2, same + 2)
      ? [typed.length]
      : []),
    ...(follows(same, same + 1) ? [typed.length + 1] : []),
    ...(follows(same + 1, same) ? [typed.length - 1] : []),
  ]
  const possible = lengths.filter((length) => length >= lettersMin && length <= known.length)
  return new Set(possible.map((length) => known.slice(0, length).join('')))
}
