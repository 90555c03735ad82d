import { viewOver } from './numbered-texts.ts'

const marks = /\p{M}+/gu
const wordPattern = /[\p{L}\p{N}]+/gu
const plain = /^[\x00-\x7f]*$/

/** The shortest word in which a search forgives one typo. */
export const typoLettersMin = 5
/** The same where nothing is found as it was typed, in names of revealed contacts and in the panel of filters. With fewer letters, every other word is as near. */
export const nearLettersMin = 3

/** Values of taxonomy fields match without regard to case and surrounding blanks. Upper case first: ß is SS there. */
export function fold(value: string): string {
  const trimmed = value.trim()
  return plain.test(trimmed) ? trimmed.toLowerCase() : trimmed.normalize('NFC').toUpperCase().toLowerCase()
}

/** Letters whose stroke or ligature Unicode does not take apart, as people without them on the keyboard write them. */
const spelledOut: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
}
const spelledOutLetters = new RegExp(`[${Object.keys(spelledOut).join('')}]`, 'g')

/** Text for comparing: without case, accents and compatibility forms (`ﬁ`, full-width letters, half-width kana). */
export function withoutAccents(text: string): string {
  const lower = text.toLowerCase()
  if (plain.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(marks, '')
    .toLowerCase()
    .replace(spelledOutLetters, (letter) => spelledOut[letter]!)
}

/** The distinct words of a title: whole words, case and accents ignored, nothing stemmed. */
export const wordsOf = (title: string): string[] => [...new Set(withoutAccents(title).match(wordPattern) ?? [])]

/**
 * Reads the words of titles that lie in bytes, for builds: `visit` gets each word, folded, perhaps more than once. Plain
 * ASCII, which most titles are, is folded byte by byte and never becomes a string.
 */
export function wordReader(visit: (bytes: DataView, from: number, to: number) => void) {
  let folded = new Uint8Array(256)
  let foldedView = viewOver(folded)

  function readOther(title: string): void {
    for (const word of wordsOf(title)) {
      const bytes = Buffer.from(word, 'utf8')
      visit(viewOver(bytes), 0, bytes.length)
    }
  }

  return (bytes: DataView, from: number, to: number): void => {
    const length = to - from
    if (folded.length < length) {
      folded = new Uint8Array(length * 2)
      foldedView = viewOver(folded)
    }
    let seen = 0
    for (let at = 0; at < length; at++) {
      const byte = bytes.getUint8(from + at)
      seen |= byte
      folded[at] = lowerCase[byte]!
    }
    if (seen > 0x7f) {
      readOther(Buffer.from(bytes.buffer, bytes.byteOffset + from, length).toString('utf8'))
      return
    }
    let begin = 0
    for (let at = 0; at <= length; at++) {
      if (at < length && folded[at] !== 0) continue
      if (at > begin) visit(foldedView, begin, at)
      begin = at + 1
    }
  }
}

/** ASCII letters in lower case and digits; zero for everything between words. */
const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = byte < 0x80 ? String.fromCharCode(byte).toLowerCase() : ''
  return /[a-z0-9]/.test(character) ? character.charCodeAt(0) : 0
})
