/** Values of taxonomy fields match without regard to case and surrounding blanks. */
export const fold = (value: string): string => value.trim().normalize('NFC').toLowerCase()

const marks = /\p{M}+/gu
const wordPattern = /[\p{L}\p{N}]+/gu
const plain = /^[\x00-\x7f]*$/

/** The distinct words of a title: whole words, case and accents ignored, nothing stemmed. */
export function wordsOf(title: string): string[] {
  const lower = title.toLowerCase()
  const folded = plain.test(lower) ? lower : lower.normalize('NFD').replace(marks, '')
  return [...new Set(folded.match(wordPattern) ?? [])]
}
