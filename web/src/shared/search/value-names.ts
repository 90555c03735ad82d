/** What people call the values of a filter, and which slips of the finger still mean one. */
import type { TaxonomyList } from '../labels.tsx'

export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.&+]+/gu, ' ')
    .trim()

/** The label, the value as words, and for countries what else they are called. */
export function namesOf(list: TaxonomyList, value: string, label: string): string[] {
  const names = [folded(label), folded(value.replaceAll('_', ' '))]
  // Two letters are a country's code only where nobody could mean a word: "us" and "in" are words.
  if (list === 'countries') {
    return value.length > 2 || isSpokenCode(value) ? names : [folded(label), ...(others[value] ?? []), ...abroad(value)]
  }
  return names
}

/** What a country is called by those who live there, or next to it. Read once: somebody is typing. */
function abroad(code: string): string[] {
  const before = namesAbroad.get(code)
  if (before) return before
  languages ??= ['de', 'fr', 'es', 'it', 'nl', 'pt', 'sv', 'pl'].map(
    (language) => new Intl.DisplayNames([language], { type: 'region' }),
  )
  const names = /^[A-Z]{2}$/.test(code) ? languages.map((language) => folded(language.of(code) ?? code)) : []
  namesAbroad.set(code, names)
  return names
}
const namesAbroad = new Map<string, string[]>()
let languages: Intl.DisplayNames[] | undefined

const isSpokenCode = (code: string): boolean => ['UK', 'USA', 'UAE'].includes(code.toUpperCase())
const others: Record<string, string[]> = {
  US: ['usa', 'america'],
  GB: ['uk', 'britain', 'england'],
  AE: ['uae'],
  NL: ['holland'],
}

/** As `isOneEdit` of the server, but for the first letter: one letter wrong, missing, too many, or two neighbours swapped. The first is hardly ever the wrong one. */
export function isOneSlip(typed: string, name: string): boolean {
  if (typed[0] !== name[0] || Math.abs(typed.length - name.length) > 1) return false
  let from = 0
  while (from < typed.length && typed[from] === name[from]) from++
  const [a, b] = [typed.slice(from), name.slice(from)]
  const isSwapped = a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}
