/** Previews mask last names. These functions remove them from the other texts that a preview shows. */

const plain = /^[a-z ]*$/

/** Without case, accents and apostrophes: `García’s` is `garcias`. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return plain.test(lower) ? lower : lower.normalize('NFKD').replace(/[\p{M}'’]/gu, '')
}

const partsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{N}]+/gu) ?? []

/** Between the words of a name. A hyphen is not: Seo-yeon is one name, also of somebody whose last name is Seo. */
const betweenNames = /[\s,;_/|()]+|\.(?=\p{L}{2})/u
const namesOf = (name: string): string[] => name.split(betweenNames).filter((word) => word !== '')

/** `Jane Doe` and `Doe, Jane` are Jane, as the first name of a Doe. Of one whose names are the same, it is the first. */
export function withoutLastName(firstName: string, lastName: string): string {
  if (!betweenNames.test(firstName)) return firstName
  const named = partsOf(lastName)
  // The mask tells one letter, so that much may stay. Ana de Jesus de Souza has a `de` of her own.
  const telling = named.filter((part) => part.length > (named.some(({ length }) => length > 3) ? 3 : 1))
  const names = namesOf(firstName)
  const left = names.filter((word) => {
    const parts = partsOf(word)
    return !(parts.every((part) => named.includes(part)) && parts.some((part) => telling.includes(part)))
  })
  if (left.length === names.length) return firstName
  return left.join(' ') || firstWordOf(firstName)
}

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
 * Only the whole last name counts here: a `van` or `de la` of it is an ordinary word in a title. It may be glued to a digit,
 * to the first name or its initial, or to a word that begins with a capital (`TeamDoe`); a Baker may still run a bakery.
 * Null: nothing is left.
 */
export function titleWithoutLastName(title: string, lastName: string, firstName: string | null = null): string | null {
  const named = partsOf(lastName)
  if (named.join('').length < 2) return /^\p{L}$/u.test(lastName) ? withoutLoneLetter(title, lastName) : title
  if (!fold(title).includes(named[0]!)) return title
  const words = [...title.matchAll(/[\p{L}\p{M}\p{N}'’]+/gu)].map(({ 0: word, index }) => ({
    word,
    folded: fold(word.replace(/['’]s$/i, '')),
    from: index,
    to: index + word.length,
  }))
  let rest = title
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const { word, from, to } = words[at]!
    const isWhole = named.every((part, offset) => words[at + offset]?.folded === part)
    if (isWhole) rest = rest.slice(0, from) + rest.slice(words[at + named.length - 1]!.to)
    else rest = rest.slice(0, from) + withoutGlued(word, named.join(''), firstName) + rest.slice(to)
  }
  return rest === title ? title : tidied(rest)
}

/** A last name of one letter or ideograph is shown by nothing at all, so it must not stand in the title as a word. */
const withoutLoneLetter = (title: string, letter: string): string | null => {
  const rest = title.replace(new RegExp(`(?<![\\p{L}\\p{M}\\p{N}&/-])${letter}(?![\\p{L}\\p{M}\\p{N}.&/-])`, 'giu'), '')
  return rest === title ? title : tidied(rest)
}

function withoutGlued(word: string, lastName: string, firstName: string | null): string {
  const folded = fold(word)
  const at = folded.indexOf(lastName)
  // Where folding changed the length, places in the two no longer agree.
  if (at < 0 || folded.length !== word.length || lastName.length < 3) return word
  const [before, after] = [word.slice(0, at), word.slice(at + lastName.length)]
  if (before === '' && after === '') return word
  const called = fold(firstName ?? '')
  const isOwn = (part: string): boolean =>
    part === '' || /^\d+$/.test(part) || (called !== '' && [called, called[0]].includes(fold(part)))
  if (isOwn(before) && isOwn(after)) return ''
  const startsAtCapital = before === '' || (/\p{Lu}/u.test(word[at]!) && /[\p{Ll}\d]$/u.test(before))
  const endsAtCapital = after === '' || /^[\p{Lu}\d]/u.test(after)
  return startsAtCapital && endsAtCapital ? before + after : word
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
