import type { TaxonomyList } from '../labels.tsx'
import type { SearchParams } from '../search-params.ts'
import { filtersOf } from './filter-params.ts'
import type { FilterGroup } from './filters.ts'

type Value = { value: string; label: string }
type Values = Partial<Record<TaxonomyList, readonly Value[]>>

/** What a typed text means: filters that it names, and the words that are left for the search by name. */
type Meaning = {
  /** The values that were recognised, in the order of the text, each with the filter that it belongs to. */
  found: { key: string; value: string; label: string }[]
  rest: string
}

/** A phrase can have so many words: "head of customer experience". */
const phraseWordsMax = 5
/** Below this many letters a slip of the finger makes another word. */
const typoLettersMin = 5

/**
 * Reads roles, seniorities, countries, categories and technologies out of what somebody types ("founders germany klaviyo"). The
 * longest phrase counts, in any case, in the singular or plural, and with one wrong letter where nothing fits exactly.
 */
export function understand(text: string, groups: readonly FilterGroup[], taxonomy: Values): Meaning {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const known = phrasesOf(groups, taxonomy)
  const found: Meaning['found'] = []
  const rest: string[] = []
  for (let at = 0; at < words.length; ) {
    const match = longestPhrase(words, at, known)
    if (match) found.push(match.phrase)
    else if (!isFiller(words[at]!)) rest.push(words[at]!)
    at += match?.words ?? 1
  }
  // "in" and "with" join what was recognised; in a name they are part of it.
  return found.length > 0 ? { found, rest: rest.join(' ') } : { found, rest: words.join(' ') }
}

type Phrase = { key: string; value: string; label: string }

/** Every value under each of its names. The first filter that has a name keeps it. */
function phrasesOf(groups: readonly FilterGroup[], taxonomy: Values): Map<string, Phrase> {
  const known = new Map<string, Phrase>()
  for (const filter of filtersOf(groups)) {
    if (!('taxonomy' in filter) || filter.taxonomy.endsWith('tiers') || filter.taxonomy === 'theme_types') continue
    for (const { value, label } of taxonomy[filter.taxonomy] ?? []) {
      for (const name of namesOf(filter.taxonomy, value, label)) {
        if (!known.has(name)) known.set(name, { key: filter.key, value, label })
      }
    }
  }
  return known
}

function namesOf(list: TaxonomyList, value: string, label: string): string[] {
  const names = [folded(label), folded(value.replaceAll('_', ' '))]
  // Two letters are a country's code only where nobody could mean a word: "us" and "in" are words.
  if (list === 'countries')
    return value.length > 2 || isSpokenCode(value) ? names : [folded(label), ...(others[value] ?? [])]
  return names
}

const isSpokenCode = (code: string): boolean => ['UK', 'USA', 'UAE'].includes(code.toUpperCase())
const others: Record<string, string[]> = {
  US: ['usa', 'america'],
  GB: ['uk', 'britain', 'england'],
  AE: ['uae'],
  NL: ['holland'],
}

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.&+]+/gu, ' ')
    .trim()

/** Founders and agencies mean founder and agency. */
const singular = (text: string): string => text.replace(/ies$/, 'y').replace(/(?<=..[^s])s$/, '')

function longestPhrase(words: readonly string[], at: number, known: ReadonlyMap<string, Phrase>) {
  for (let length = Math.min(phraseWordsMax, words.length - at); length > 0; length--) {
    const text = folded(words.slice(at, at + length).join(' '))
    const phrase = known.get(text) ?? known.get(singular(text)) ?? closest(text, known)
    if (phrase) return { phrase, words: length }
  }
  return null
}

/** The one value that is a single slip away. With two of them, nobody knows which was meant. */
function closest(text: string, known: ReadonlyMap<string, Phrase>): Phrase | undefined {
  if (text.length < typoLettersMin) return undefined
  const near = [...known].filter(([name]) => isOneSlip(text, name)).map(([, phrase]) => phrase)
  const values = new Set(near.map(({ key, value }) => `${key} ${value}`))
  return values.size === 1 ? near[0] : undefined
}

/** One letter wrong, missing, too many, or two neighbours swapped. The first letter is hardly ever the wrong one. */
function isOneSlip(typed: string, name: string): boolean {
  if (typed[0] !== name[0] || Math.abs(typed.length - name.length) > 1) return false
  let from = 0
  while (from < typed.length && typed[from] === name[from]) from++
  const [a, b] = [typed.slice(from), name.slice(from)]
  const isSwapped = a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
  return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) || isSwapped
}

const isFiller = (word: string): boolean =>
  ['in', 'at', 'with', 'using', 'from', 'of', 'the', 'and', '&'].includes(word.toLowerCase())

/** The meaning as a change of the address: what was recognised is added to what is chosen already. */
export function changeOf({ found, rest }: Meaning, queryKey: string, search: SearchParams): SearchParams {
  const change: SearchParams = { [queryKey]: rest || undefined }
  for (const { key, value } of found) {
    const chosen = [change[key] ?? search[key] ?? []].flat()
    change[key] = chosen.includes(value) ? chosen : [...chosen, value]
  }
  return change
}

/** The domain of a pasted address: of a shop, a page of it, or a bare domain. Null for anything else. */
export function domainIn(text: string): string | null {
  const typed = text.trim()
  if (!/^(https?:\/\/)?([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?(\/\S*)?$/iu.test(typed)) return null
  const { hostname } = new URL(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  return hostname.replace(/^www\./, '')
}

/** Ways to read words as a person at a store: the person first, as most people write it. */
export function splitsOf(text: string): { person: string; store: string }[] {
  const words = text.trim().split(/\s+/)
  if (words.length < 2 || words.length > 6) return []
  const at = words.slice(1).map((_, index) => index + 1)
  return at.flatMap((place) => {
    const [first, last] = [words.slice(0, place).join(' '), words.slice(place).join(' ')]
    return [{ person: first, store: last }, ...(place === words.length - 1 ? [{ person: last, store: first }] : [])]
  })
}
