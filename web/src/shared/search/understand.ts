import { limits } from '../../api/limits.ts'
import { holdsDomain } from '../domains.ts'
import type { TaxonomyList } from '../labels.tsx'
import type { SearchParams } from '../search-params.ts'
import { daysOf, lastDays, usualDays, writeChange } from './change-params.ts'
import { filtersOf, modeKey } from './filter-params.ts'
import type { Filter, FilterGroup } from './filters.ts'
import { folded, isOneSlip, namesOf } from './value-names.ts'

type Value = { value: string; label: string }
type Values = Partial<Record<TaxonomyList, readonly Value[]>>

/** What a typed text means: filters that it names, and the words that are left for the search by name. */
type Meaning = {
  /** The values that were recognised, in the order of the text, each with the parameter of the address that it belongs to. */
  found: Choice[]
  rest: string
  /** Words after "at": the name of a store, where people are searched. */
  store: string
}
type Choice = { key: string; value: string; label: string; isFlag?: boolean }
/** `negation`: what it is called, and where it stands, when it is not wanted. `changed`: when it came or went a number of days ago. */
type Phrase = Choice & { negation?: Choice; changed?: (how: Change, days: number) => Choice }
type Change = 'added' | 'removed'

/** The longest phrase, in words: "head of customer experience". */
const phraseWordsMax = 5

/**
 * Reads roles, seniorities, countries, categories, technologies and channels out of what somebody types ("founders germany klaviyo",
 * "anna at tea house", "shopify plus without yotpo", "dropped klaviyo in the last 30 days"). The longest phrase counts, in any case,
 * in the singular or plural, and with one wrong letter where nothing fits exactly.
 */
export function understand(text: string, groups: readonly FilterGroup[], taxonomy: Values): Meaning {
  const known = knownPhrases(groups, taxonomy)
  const canBeAt = filtersOf(groups).some(({ key }) => key === storeKey)
  const { days, others } = periodIn(text)
  const meaning = days === null ? null : readWords(others, known, canBeAt, days)
  // Without a change, the days are words like others.
  if (meaning?.found.some(({ key }) => key === changesKey)) return meaning
  return readWords(text, known, canBeAt, usualDays)
}

function readWords(text: string, known: ReadonlyMap<string, Phrase>, canBeAt: boolean, days: number): Meaning {
  const words = text
    .trim()
    .split(/[\s,;]+/)
    .filter(Boolean)
  const found: Choice[] = []
  const rest: string[] = []
  const store: string[] = []
  let isAt = false
  for (let at = 0; at < words.length; ) {
    const match = longestPhrase(words, at, known)
    const word = words[at]!.toLowerCase()
    const verb = verbBefore(words, at)
    const change = verb && match?.phrase.changed?.(verb.how, days)
    const choice = change ?? (match && (isNegation(words[at - 1]) ? match.phrase.negation : match.phrase))
    if (change && rest.at(-1) === verb?.word) rest.pop()
    if (choice) found.push(choice)
    // There is no filter for what is not wanted here: the words stay, so that nothing else is found instead.
    else if (match) rest.push(...words.slice(at - 1, at + match.words))
    else if (word === 'at' && canBeAt) isAt = true
    else if (!isFiller(word)) (isAt ? store : rest).push(words[at]!)
    at += match?.words ?? 1
  }
  const isSomebodyAt = store.length > 0 && rest.length + found.length > 0
  // "in" and "with" join what was recognised; in a name they are part of it.
  if (found.length === 0 && !isSomebodyAt) return { found, rest: words.join(' '), store: '' }
  return { found, rest: rest.join(' '), store: store.join(' ') }
}

/** "In the last 30 days", "last month", "2 weeks": how many days, and the text without it. */
function periodIn(text: string): { days: number | null; others: string } {
  const [said, count = '1', unit] = periodPattern.exec(text) ?? []
  if (!said) return { days: null, others: text }
  const days = Number(count) * unitDays[unit!.toLowerCase() as keyof typeof unitDays]
  return { days: daysOf(String(days)), others: text.replace(said, ' ') }
}
const unitDays = { day: 1, week: 7, month: 30 }
const periodPattern =
  /(?<=^|\s)(?:(?:in|within|over|during)\s+)?(?:the\s+)?(?:(?:last|past|this)\s+)?(?:(\d{1,3})\s+)?(day|week|month)s?(?=\s|$)/i

/** "Dropped klaviyo", "stopped using klaviyo": what happened to it. */
function verbBefore(words: readonly string[], at: number): { how: Change; word: string } | null {
  let before = at - 1
  while (before >= 0 && isFiller(words[before]!.toLowerCase()) && !isNegation(words[before])) before--
  const word = words[before] ?? ''
  if (/^(dropped|drop|dropping|removed|uninstalled|lost|left|stopped)$/i.test(word)) return { how: 'removed', word }
  return /^(added|adding|installed|adopted|started)$/i.test(word) ? { how: 'added', word } : null
}

/** The filter by the name of a store, where the box itself finds people. */
const storeKey = 'store'
const changesKey = 'changed'

const isNegation = (word: string | undefined): boolean => /^(without|not|no)$/i.test(word ?? '')

/** Read once for a taxonomy: somebody is typing, and there are thousands. */
function knownPhrases(groups: readonly FilterGroup[], taxonomy: Values): ReadonlyMap<string, Phrase> {
  const byGroups = phrases.get(taxonomy) ?? new WeakMap()
  const known = byGroups.get(groups) ?? phrasesOf(groups, taxonomy)
  phrases.set(taxonomy, byGroups.set(groups, known))
  return known
}
const phrases = new WeakMap<Values, WeakMap<readonly FilterGroup[], ReadonlyMap<string, Phrase>>>()

/** Every value under each of its names. The first filter that has a name keeps it. */
function phrasesOf(groups: readonly FilterGroup[], taxonomy: Values): Map<string, Phrase> {
  const known = new Map<string, Phrase>()
  const hasChanges = filtersOf(groups).some(({ key }) => key === changesKey)
  for (const filter of filtersOf(groups)) {
    if (filter.kind === 'flag') {
      const { key, label, without } = filter
      const negation = { key, value: 'no', label: without, isFlag: true }
      known.set(folded(label), { key, value: 'yes', label, isFlag: true, negation })
    }
    if (!('taxonomy' in filter) || filter.taxonomy.endsWith('tiers') || filter.taxonomy === 'theme_types') continue
    for (const { value, label } of taxonomy[filter.taxonomy] ?? []) {
      for (const name of namesOf(filter.taxonomy, value, label)) {
        if (!known.has(name) && !isEveryday(filter, name)) known.set(name, phraseOf(filter, value, label, hasChanges))
      }
    }
  }
  return known
}

/** Words of every second name: a shop called New Balance is not one whose status is "new". */
const isEveryday = ({ block, key }: Filter, name: string): boolean =>
  (block === 'work' || key === 'email-status' || key === 'email-type') &&
  ['new', 'lost', 'won', 'found', 'matched', 'work'].includes(name)

const phraseOf = (filter: Filter, value: string, label: string, hasChanges: boolean): Phrase => ({
  key: filter.key,
  value,
  label,
  ...(filter.kind === 'any_all_none' && {
    negation: { key: modeKey(filter, 'none'), value, label: `not ${label}` },
    ...(hasChanges && {
      changed: (how: Change, days: number) => ({
        key: changesKey,
        value: writeChange({ type: `${filter.key}_${how}`, within_days: days, value }),
        label: `${label} ${how}, ${lastDays(days)}`,
      }),
    }),
  }),
})

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
  if (text.length < limits.typoLettersMin) return undefined
  const near = [...known].filter(([name]) => isOneSlip(text, name)).map(([, phrase]) => phrase)
  const values = new Set(near.map(({ key, value }) => `${key} ${value}`))
  return values.size === 1 ? near[0] : undefined
}

const fillers = new Set(
  'in at with using use uses on from of the a and & without not no who that have has all stores shops brands companies contacts people shopify'.split(
    ' ',
  ),
)
const isFiller = (word: string): boolean => fillers.has(word)

/** What was understood, for people to read before they take it. */
export const labelsOf = ({ found, rest, store }: Meaning): string =>
  [...found.map(({ label }) => label), ...(rest ? [`“${rest}”`] : []), ...(store ? [`at “${store}”`] : [])].join(' · ')

/** The meaning as a change of the address: what was recognised is added to what is chosen already. */
export function changeOf({ found, rest, store }: Meaning, queryKey: string, search: SearchParams): SearchParams {
  const change: SearchParams = { [queryKey]: rest || undefined, ...(store && { [storeKey]: store }) }
  for (const { key, value, isFlag } of found) {
    if (isFlag) {
      change[key] = value
      continue
    }
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
  const domain = hostname.replace(/^www\./, '')
  return isProfile(domain) || !holdsDomain(domain) ? null : domain
}

/** The address of a person's profile says nothing about a store. */
const isProfile = (domain: string): boolean => /(^|\.)linkedin\.com$/.test(domain)

/** An email, a telephone number or a LinkedIn profile, as somebody has it in the clipboard; null for anything else. Only revealed contacts have them. */
export function channelIn(text: string): string | null {
  const typed = text
    .trim()
    .replace(/^(mailto|tel):/i, '')
    .replace(/^<(.*)>$/, '$1')
  if (/^[^\s@]+@[^\s@]*$/.test(typed) || /^(https?:\/\/)?([a-z]+\.)?linkedin\.com\/\S+$/i.test(typed)) return typed
  // As many digits as no year and no name of a shop has.
  return /^\+?[\d\s()./-]+$/.test(typed) && typed.replaceAll(/\D/g, '').length >= 6 ? typed : null
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
