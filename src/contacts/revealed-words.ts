import { numberWithoutExtension, phoneKey } from '../catalog/channel-values.ts'
import type { Channels } from '../catalog/channels.ts'
import type { ContactName } from '../catalog/find-names.ts'
import { withoutAccents, wordsOf } from '../search/columns/words.ts'
import { isNearBeginning } from '../search/query/near-words.ts'

type SearchableName = Omit<ContactName, 'id'>

/** What somebody types to find a contact that their account has revealed. */
type RevealedWords = {
  /** Whether all words that are no address, number or profile occur in the name, title, role or store. */
  matchesNames: (contact: SearchableName) => boolean
  /** The same for addresses, numbers and profiles, in the channels. Null when none were typed: then no channel need be opened. */
  matchesChannels: ((channels: Channels) => boolean) | null
}

/** A telephone number with whatever people write between its digits; at least five of them, or it could be a year. And its extension. */
const numbers = /\+?\d(?:[\s()./-]*\d){4,}(?:[\s,;]*(?:x|ext\.?|extension|#)[\s.:=]*\d{1,6}(?!\d))?/gi

/** `allowsTypos`: words of a name may have one, from `nearLettersMin` letters on. */
export function readWords(text = '', allowsTypos = false): RevealedWords {
  const profiles = (text.match(profilePattern) ?? []).map(pathOfProfile)
  const typed = text.replaceAll(profilePattern, ' ')
  const phones = (typed.match(numbers) ?? []).filter((found) => !isPartOfWord(typed, found)).map(numberWithoutExtension)
  const rest = phones.length > 0 ? typed.replaceAll(numbers, ' ') : typed
  const words = withoutAccents(rest).split(/\s+/).filter(Boolean)
  const addresses = words.filter((word) => word.includes('@'))
  return {
    matchesNames: containsAll(
      words.filter((word) => !word.includes('@')),
      allowsTypos ? isNearIn : () => false,
    ),
    matchesChannels:
      addresses.length + phones.length + profiles.length === 0
        ? null
        : (channels) =>
            addresses.every((address) => channels.emails.some(({ email }) => email.toLowerCase().includes(address))) &&
            phones.every((phone) => channels.phones.some((one) => isSameNumber(phoneKey(one.phone), phone))) &&
            profiles.every((path) => path === pathOfProfile(channels.linkedin_url ?? '')),
  }
}

/** A pasted LinkedIn profile. */
const profilePattern = /\S*\blinkedin\.com\/\S+/gi

/** The same for each country's subdomain, and without what a browser appends. */
const pathOfProfile = (url: string): string =>
  withoutAccents(url)
    .replace(/^.*linkedin\.com\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')

/** `shop24680.example` is a domain, not a number. */
const isPartOfWord = (text: string, found: string): boolean => {
  const at = text.indexOf(found)
  return /[\p{L}@.]/u.test(text.slice(at - 1, at) + text.slice(at + found.length, at + found.length + 1))
}

/** Nobody has to type the country's code: a national number begins with 0 where the international one has the code. */
const isSameNumber = (known: string, typed: string): boolean =>
  known.includes(typed) || known.includes(typed.replace(/^0+/, '') || typed)

/** Each word of `keen-bison` has to be near one. */
const isNearIn = (word: string, searched: string): boolean => {
  const known = wordsOf(searched)
  return wordsOf(word).every((part) => known.some((one) => one.startsWith(part) || isNearBeginning(part, one)))
}

function containsAll(
  words: readonly string[],
  isNear: (word: string, searched: string) => boolean,
): (contact: SearchableName) => boolean {
  if (words.length === 0) return () => true
  return ({ fullName, firstName, lastName, title, role, store }) => {
    const searched = withoutAccents([fullName, firstName, lastName, title, role, store.domain, store.name].join(' '))
    return words.every((word) => searched.includes(word) || isNear(word, searched))
  }
}
