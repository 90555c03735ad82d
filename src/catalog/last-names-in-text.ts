import { lettersOf, mayHoldName, type PlainName, type Word, wholeNameAt, wordsOf, writtenForms } from './name-words.ts'
import { plainText } from './plain-text.ts'

/** Previews mask last names. These functions remove them from the other texts that a preview shows. */

/** `Jane Doe`, `Doe, Jane` and `JaneDoe` are Jane, as the first name of a Doe. Of one whose names are the same, it is the first. */
export function withoutLastName(firstName: string, lastName: string): string {
  if (!mayHoldName(firstName, lastName)) return firstName
  const forms = writtenForms(lastName)
  const letters = lettersOf(firstName)
  if (!forms.some(({ parts }) => parts.some((part) => letters.includes(part)))) return firstName
  const words = wordsOf(firstName)
  const hidden = wordsToHide(words, forms, firstName)
  const shown = words.map((word, at) => (hidden.has(at) ? '' : withoutGluedName(word, forms)))
  if (shown.every((text, at) => text === words[at]!.original)) return firstName
  return joinShown(firstName, words, shown) || firstWordOf(firstName)
}

function wordsToHide(words: readonly Word[], forms: readonly PlainName[], text: string): Set<number> {
  const hidden = new Set<number>()
  for (const form of forms) {
    // The mask tells one letter, so that much may stay. Ana de Jesus de Souza has a `de` of her own.
    const shortest = form.parts.some(({ length }) => length > 3) ? 4 : 2
    words.forEach(({ plain }, at) => {
      const count = form.joined.length > 1 ? wholeNameAt(words, at, form) : 0
      for (let offset = 0; offset < count; offset += 1) hidden.add(at + offset)
      if (plain.length >= shortest && form.parts.includes(plain)) hidden.add(at)
    })
  }
  words.forEach((_, at) => {
    if (opensHyphenatedName(words, at, text)) hidden.delete(at)
  })
  return hidden
}

/** Seo-yeon is one name, also of somebody whose last name is Seo. */
function opensHyphenatedName(words: readonly Word[], at: number, text: string): boolean {
  const [word, next] = [words[at]!, words[at + 1]]
  if (!next || word.plain.length > 4 || !/^[-‐‑]$/u.test(text.slice(word.to, next.from))) return false
  return /^\p{Lu}/u.test(word.original) && /^\p{Ll}/u.test(next.original)
}

/** The kept words, with what stood between them where nothing was taken out, and the dot of an initial. */
function joinShown(text: string, words: readonly Word[], shown: readonly string[]): string {
  let joined = ''
  let last = -1
  shown.forEach((part, at) => {
    if (part === '') return
    const isUntouched = last === at - 1 && shown[last] === words[last]?.original && part === words[at]!.original
    if (last >= 0) joined += isUntouched ? text.slice(words[last]!.to, words[at]!.from) : ' '
    joined += part
    last = at
    if (words[at]!.plain.length === 1 && text[words[at]!.to] === '.' && shown[at + 1] === '') joined += '.'
  })
  return joined
}

const ideographs = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]+$/u

/**
 * A first name with the last name glued to it. Capitals show where one begins (`JaneDoe`); without them, enough must be left
 * to be a name (`janedoe`). Chinese, Japanese and Korean names are written in one.
 */
function withoutGluedName(word: Word, forms: readonly PlainName[]): string {
  const { plain, original } = word
  for (const { joined } of forms) {
    const at = plain.lastIndexOf(joined)
    const isIdeographic = ideographs.test(joined)
    if (at < 0 || joined === plain || (joined.length < 2 && !isIdeographic)) continue
    const [before, after] = word.around(at, joined.length)
    const isMixed = original !== original.toUpperCase()
    const name = original.slice(before.length).normalize('NFKC')
    const startsAtCapital = before === '' || (isMixed && /^\p{Lu}/u.test(name))
    const endsAtCapital = isDigits(after) || (isMixed && /^[\p{Lu}\d]/u.test(after))
    const leavesName =
      joined.length > 2 && ((before.length > 1 && isDigits(after)) || (before === '' && after.length > 3))
    if (before === '' && isPossessive(after)) return ''
    const isAtAnEnd = before === '' || (after === '' && joined.length > 1)
    if ((startsAtCapital && endsAtCapital) || leavesName || (isIdeographic && isAtAnEnd)) {
      return (before + after).replace(/^[\d\p{Cf}]+|[\d\p{Cf}]+$/gu, '')
    }
  }
  return original
}

/** `Doe’s`, however the apostrophe is written. */
const isPossessive = (text: string): boolean => /^['’ʼ]s$/i.test(text)

const isDigits = (text: string): boolean => /^\d*$/.test(text)

/** Everything that can stand between two names. A hyphen is not: Jean-Luc is one name. */
const betweenNames = /[^\p{L}\p{M}\p{N}'’ʼ.\u00ad‐‑-]+|\.(?=\p{L}{2})|(?<=\p{Ll}{3})(?=\p{Lu})/u
const namesOf = (name: string): string[] => name.split(betweenNames).filter((word) => /[\p{L}\p{N}]/u.test(word))

/** The first word of a name that may contain an unmarked last name. */
export function firstWordOf(name: string): string {
  const [before = [], after = []] = name.split(',').map(namesOf)
  // `Doe, Jane`.
  if (before.length === 1 && after.length > 0) return after[0]!
  return before[0] ?? name
}

/** The most likely last name of a person of whom only the full name is known. */
export function likelyLastName(fullName: string): string | null {
  const [before = [], after] = fullName.split(',').map(namesOf)
  return before.length > 1 || after ? (before.at(-1) ?? null) : null
}

/**
 * For titles and roles. Only the whole last name counts here: a `van` or `de la` of it is an ordinary word in a title. It may
 * be glued to a digit, to the first name or its initial, or to a word that begins with a capital (`TeamDoe`); a Baker may
 * still run a bakery. Null: nothing is left.
 */
export function titleWithoutLastName(title: string, lastName: string, firstName: string | null = null): string | null {
  if (!mayHoldName(title, lastName)) return title
  const forms = writtenForms(lastName)
  const letters = lettersOf(title)
  if (!forms.some(({ joined }) => letters.includes(joined))) return title
  const words = wordsOf(title)
  let rest = ''
  let done = 0
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    rest += title.slice(done, word.from)
    const count = Math.max(...forms.map((form) => nameInTitle(title, words, at, form)))
    if (count === 0) rest += withoutGlued(word, forms, firstName)
    else at += count - 1
    done = words[at]!.to
  }
  rest += title.slice(done)
  return rest === title ? title : tidied(rest)
}

/** A last name of one letter or ideograph is shown by nothing at all, so it must not stand in the title as a word. */
function nameInTitle(title: string, words: readonly Word[], at: number, form: PlainName): number {
  const { from, to } = words[at]!
  const isSign = form.joined.length === 1 && (/[&/-]$/.test(title.slice(0, from)) || /^[.&/-]/.test(title.slice(to)))
  return isSign ? 0 : wholeNameAt(words, at, form)
}

function withoutGlued(word: Word, forms: readonly PlainName[], firstName: string | null): string {
  const called = lettersOf(firstName ?? '')
  const isOwn = (part: string): boolean =>
    isDigits(part) || (called !== '' && [called, called[0]].includes(plainText(part)))
  for (const { joined } of forms) {
    const at = word.plain.indexOf(joined)
    if (at < 0 || joined.length < 3 || joined === word.plain) continue
    const [before, after] = word.around(at, joined.length)
    if (isOwn(before) && (isOwn(after) || isPossessive(after))) return ''
    const name = word.original.slice(before.length).normalize('NFKC')
    const startsAtCapital =
      before === '' || /^\p{Lu}\p{Ll}/u.test(name) || (/[\p{Ll}\d]$/u.test(before) && /^\p{Lu}/u.test(name))
    if (startsAtCapital && (after === '' || /^[\p{Lu}\d]/u.test(after))) return before + after
  }
  return word.original
}

/** Without the brackets, commas and dashes that stood around what was taken out. */
function tidied(text: string): string | null {
  const rest = text
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:|/&–—-]+/, '')
    .replace(/[\s,;:|/&–—-]+$/, '')
  return /[\p{L}\p{N}]/u.test(rest) ? rest : null
}
