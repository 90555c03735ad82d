import { createRequire } from 'node:module'

export const passwordLength = { min: 10, max: 128 }

const require = createRequire(import.meta.url)
type Lists = { dictionary: { 'passwords-common': readonly string[] } }

let commonWords: Set<string> | undefined

/** The 49,000 passwords and words that attackers try first, read when somebody first sets a password. */
export function readCommonWords(): Set<string> {
  commonWords ??= new Set((require('@zxcvbn-ts/language-common') as Lists).dictionary['passwords-common'])
  return commonWords
}

const isCommonWord = (word: string): boolean => readCommonWords().has(word)

/** Who is to have a password, as far as it is known. */
export type PasswordOwner = { email?: string; name?: string }

const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const walks = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfv',
  '1qaz2wsx3edc4rfv',
]

/**
 * Why this person can't use this password, or null. Stolen passwords are mostly a common word or one's own dressed up, so the
 * word is looked for under its dress: without the digits and signs around it, with look-alikes read as letters, doubled or
 * followed by another one.
 */
export function weaknessOf(password: string, owner: PasswordOwner): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < 5) return 'This password repeats too few characters.'
  if (isWalk(plain)) return 'This password follows the keyboard or the alphabet.'
  const core = plain.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const spellings = [plain, core, readLookalikes(core), readLookalikes(plain.replace(/[^a-z]+$/, ''))].map(joined)
  const isMadeOf = (isKnown: (word: string) => boolean) => spellings.some((text) => isOneOrTwo(text, isKnown))
  if (isMadeOf(isCommonWord)) return 'This password is on the list of passwords that attackers try first.'
  const own = ownWords(owner)
  if (isMadeOf((word) => own.has(word) || isCommonWord(word))) {
    return 'This password is made of your own name or email, or of the name of this service.'
  }
  return null
}

const joined = (text: string): string => text.replaceAll(/[\s._-]/g, '')

/** What is known of a person who signs in, and the name of this service: of four letters or more. */
function ownWords({ email = '', name = '' }: PasswordOwner): Set<string> {
  const [mailbox = '', domain = ''] = email.split('@')
  const words = [mailbox, domain.split('.')[0]!, name, ...name.split(/\s+/), 'prospector']
  return new Set(words.map((word) => joined(word.normalize('NFKC').toLowerCase())).filter(({ length }) => length >= 4))
}

const readLookalikes = (text: string): string => [...text].map((sign) => lookalikes[sign] ?? sign).join('')

/** One known word, or two in a row. Three already make a passphrase. */
function isOneOrTwo(text: string, isKnown: (word: string) => boolean): boolean {
  if (isKnown(text)) return true
  for (let cut = 3; cut <= text.length - 3; cut += 1) {
    if (isKnown(text.slice(0, cut)) && isKnown(text.slice(cut))) return true
  }
  return false
}

/** At least three quarters of it are steps along a row of the keyboard, forwards or backwards. */
function isWalk(text: string): boolean {
  let steps = 0
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1)
    const back = pair[1]! + pair[0]!
    if (pair[0] === pair[1] || walks.some((walk) => walk.includes(pair) || walk.includes(back))) steps += 1
  }
  return steps >= (text.length - 1) * 0.75
}
