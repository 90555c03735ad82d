import { lettersIn, plainText, toPlain } from './plain-text.ts'

/** A word of a text: its letters and digits in plain form, and where it and they stand in the original. */
export type Word = {
  plain: string
  from: number
  to: number
  original: string
  /** The original without these characters of `plain`, split where they stood. */
  around: (start: number, length: number) => [before: string, after: string]
}

/** A possessive s belongs to the word it follows, not to the name: `García’s` is `garcia`. */
export function wordsOf(text: string): Word[] {
  const { text: plain, from, to } = toPlain(text)
  return [...plain.matchAll(/[\p{L}\p{N}]+(?:['’ʼ`´]+[\p{L}\p{N}]+)*/gu)].map(({ 0: word, index }) => {
    const [first, last] = [from(index), to(index + word.length - 1)]
    const letters = word.replace(/['’]s$/, '')
    const places = placesOfLetters(letters)
    return {
      plain: places ? places.map((at) => letters[at]).join('') : letters,
      from: first,
      to: last,
      original: text.slice(first, last),
      around: (start, length) => [
        text.slice(first, from(index + (places ? places[start]! : start))),
        text.slice(to(index + (places ? places[start + length - 1]! : start + length - 1)), last),
      ],
    }
  })
}

/** Where the letters of a word stand between its apostrophes; null without any, as nearly always. */
function placesOfLetters(word: string): number[] | null {
  if (!/['’ʼ`´]/.test(word)) return null
  return Array.from({ length: word.length }, (_, at) => at).filter((at) => !/['’ʼ`´]/.test(word[at]!))
}

/** A last name in plain form, in one of the ways in which it may be written. */
export type PlainName = { joined: string; parts: string[] }

const withUmlautsAsOne = (name: string): string => name.replace(/([aou])e/gi, '$1')

const honours = /[\s,]+(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|mba|esq|dds)\.?$/i

const rememberedForms = new Map<string, PlainName[]>()
const rememberedMax = 10_000

/** `Müller` may stand somewhere as `Mueller`, and the other way round; `Doe, Jr.` as `Doe`. */
export function writtenForms(lastName: string): PlainName[] {
  const known = rememberedForms.get(lastName)
  if (known !== undefined) return known
  // Each is asked for several times while its line is read. They are forgotten together: what is left of an import must not stay for long.
  if (rememberedForms.size === rememberedMax) rememberedForms.clear()
  const forms = findForms(lastName)
  rememberedForms.set(lastName, forms)
  return forms
}

function findForms(lastName: string): PlainName[] {
  let bare = lastName
  while (honours.test(bare)) bare = bare.replace(honours, '')
  const spellings = [lastName, bare, bare.replace(/[äöüÄÖÜ]/g, (umlaut) => `${umlaut}e`)]
  if (/^\p{L}{6,}$/u.test(bare)) spellings.push(withUmlautsAsOne(bare))
  const forms = new Map<string, PlainName>()
  for (const spelling of new Set(spellings)) {
    const parts = wordsOf(spelling).map(({ plain }) => plain)
    const joined = parts.join('')
    if (joined !== '' && !forms.has(joined)) forms.set(joined, { joined, parts })
  }
  return [...forms.values()]
}

/** Only the letters and digits of a text, in plain form. */
export const lettersOf = (text: string): string => lettersIn(plainText(text))

/** A quick look that settles nearly every text: false when the last name is certainly not in it. */
export function mayHoldName(text: string, lastName: string): boolean {
  if (!/^[A-Za-z]+$/.test(lastName) || !/^[\x20-\x7e]*$/.test(text)) return true
  const name = lastName.toLowerCase()
  const lower = text.toLowerCase()
  // A title rarely has all letters of a name. Only an e may be missing.
  for (let at = 0; at < name.length; at += 1) if (name[at] !== 'e' && !lower.includes(name[at]!)) return false
  const letters = lower.replace(/[^a-z0-9]+/g, '')
  if (letters.includes(name)) return true
  return name.length > 5 && /[aou]e/.test(name) && letters.includes(withUmlautsAsOne(name))
}

/**
 * How many words from `at` on are the whole last name: in one word, in its own parts, or with its letters set apart
 * (`D.o.e`). Two letters set apart are no name: `M&A` is not Ma. 0: they are not.
 */
export function wholeNameAt(words: readonly Word[], at: number, { joined, parts }: PlainName): number {
  if (parts.every((part, offset) => words[at + offset]?.plain === part)) return parts.length
  let letters = ''
  let count = 0
  while (letters.length < joined.length && at + count < words.length) {
    letters += words[at + count]!.plain
    count += 1
  }
  return letters === joined && (count === 1 || joined.length > 2) ? count : 0
}
