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
 * Why this password can't be used, or null. Stolen passwords are mostly a common word dressed up, so the word is looked
 * for under its dress: without the digits and signs around it, with look-alikes read as letters, doubled or followed by
 * another one.
 */
export function weaknessOf(password: string, [email = '', name = '']: string[] = []): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if (new Set(plain).size < 5) return 'This password repeats too few characters.'
  if (isWalk(plain)) return 'This password follows the keyboard or the alphabet.'
  const [mailbox, domain = ''] = email.split('@')
  const own = [mailbox, domain.split('.')[0], name.replaceAll(' ', ''), 'prospector']
  const core = plain.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  if (own.some((word) => word && word.length >= 4 && [core, readLookalikes(core)].includes(word.toLowerCase()))) {
    return 'This password is made of your own name or email, or of the name of this service.'
  }
  const spellings = [plain, core, readLookalikes(core), readLookalikes(plain.replace(/[^a-z]+$/, ''))]
  if (spellings.some(isMadeOfCommonWords)) return 'This password is on the list of passwords that attackers try first.'
  return null
}

const readLookalikes = (text: string): string => [...text].map((sign) => lookalikes[sign] ?? sign).join('')

/** One common word, or two in a row. Three already make a passphrase. */
function isMadeOfCommonWords(text: string): boolean {
  const letters = text.replaceAll(/[\s._-]/g, '')
  if (isCommonWord(letters)) return true
  for (let cut = 3; cut <= letters.length - 3; cut += 1) {
    if (isCommonWord(letters.slice(0, cut)) && isCommonWord(letters.slice(cut))) return true
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
