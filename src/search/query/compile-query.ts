import { firstWhere } from '../columns/binary-search.ts'
import { findDomain } from '../columns/lookup-tables.ts'
import type { Terms } from '../columns/posting-lists.ts'
import { fold, wordsOf } from '../columns/words.ts'
import { type AskedChange, type ContactQuery, type Filter, personPath, type StoreQuery } from '../schema/filters.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Segment } from '../segments/segment.ts'
import { type ContactWish, pairedTerm } from '../segments/store-contacts.ts'
import { type AskedFilter, askedFilters, canonicalValue } from './asked-filters.ts'
import { type ChangeWish, compileChanges, compileEmails, type EmailWish } from './compile-timed.ts'
import { InvalidFilter, UnknownFilterValue } from './invalid-filters.ts'
import { createKnownQueries, type KnownQueries } from './known-queries.ts'
import { findValue, nearestValue } from './known-values.ts'
import { findWord, matchWord } from './match-words.ts'
import type { OnUnknown, UnknownValue } from './unknown-values.ts'

/** Keep the documents that carry any of the terms, or those that carry none. */
export type Clause = Terms & {
  path: string
  keep: 'any' | 'none'
  /** More terms, one typo away from what was asked. What only they match comes behind all else. */
  typos?: readonly number[]
}

/** A query as the index sees it: everything in it must hold. */
export type CompiledQuery = {
  contactClauses: Clause[]
  storeClauses: Clause[]
  /** What the store clauses over lists of contacts mean, for stores that have lost contacts since the build. */
  oneContact: ContactWish[]
  /** Stores with, or without, a live contact that fits a filter of the contacts block. */
  storesWith: { path: string; wanted: boolean }[]
  /** The stores `[from, to)` are those in the range of scores. */
  stores: { from: number; to: number }
  /** Only these stores, ascending. */
  onlyStores: Uint32Array | null
  revealed: boolean | null
  /** Conditions that depend on the time of the request: days before it. */
  firstSeenDays: number | null
  addedDays: number | null
  email: EmailWish | null
  /** Any of these. */
  changes: ChangeWish[] | null
}

/** For every page of a query the same, as a segment never changes. */
const compiledBySegment = new WeakMap<Segment, KnownQueries<{ compiled: CompiledQuery; unknown: UnknownValue[] }>>()

export function compileQuery(
  segment: Segment,
  query: ContactQuery & StoreQuery,
  onUnknown: OnUnknown = () => {},
): CompiledQuery {
  let known = compiledBySegment.get(segment)
  if (known === undefined) {
    known = createKnownQueries()
    compiledBySegment.set(segment, known)
  }
  const { compiled, unknown } = known(query, () => {
    const seen: UnknownValue[] = []
    return { compiled: compileAnew(segment, query, (value) => seen.push(value)), unknown: seen }
  })
  unknown.forEach(onUnknown)
  return compiled
}

function compileAnew(index: Segment, query: ContactQuery & StoreQuery, onUnknown: OnUnknown): CompiledQuery {
  const compiled: CompiledQuery = {
    contactClauses: [],
    storeClauses: [],
    oneContact: [],
    storesWith: [],
    stores: { from: 0, to: index.scores.length },
    onlyStores: null,
    revealed: null,
    firstSeenDays: null,
    addedDays: null,
    email: null,
    changes: null,
  }
  const context = { index, compiled, onUnknown }
  const asked = askedFilters(query)
  for (const one of asked) if (one.filter.block !== 'contacts') compileFilter(context, one)
  compileContacts(context, asked)
  const email = compileEmails(index, asked)
  // Without a time it is a clause like others.
  if (email?.days === null) compiled.contactClauses.push({ path: emailsPath, keep: 'any', terms: email.kinds })
  else compiled.email = email
  return compiled
}

type Context = { index: Segment; compiled: CompiledQuery; onUnknown: OnUnknown }

/**
 * "Without" is said of the store: `verified_email: false` alone asks for stores of which no contact has a verified
 * email. Next to a list of roles, the flag applies to the same contact: somebody in the role, without a verified email.
 */
function compileContacts(context: Context, asked: AskedFilter[]): void {
  const { compiled } = context
  const pairedFlags = asked.flatMap(({ filter }) => (filter.kind === 'contact_any_of' ? [filter.pairedWith] : []))
  for (const { filter, path, value } of asked) {
    if (filter.kind === 'has_contact' || (filter.kind === 'contact_flag' && !pairedFlags.includes(filter.person))) {
      compiled.storesWith.push({ path, wanted: value as boolean })
    } else if (filter.kind === 'contact_any_of') {
      const terms = termsOf(context, filter, personPath(filter), path, value as string[])
      const flag = pairedFlagOf(asked, filter.pairedWith)
      const pairs = flag === null ? [false, true] : [flag]
      const paired = terms.flatMap((term) => pairs.map((pair) => pairedTerm(term, pair)))
      compiled.storeClauses.push({ path, keep: 'any', terms: paired })
      compiled.oneContact.push({ filter, terms, flag })
    }
  }
}

function pairedFlagOf(asked: AskedFilter[], person: string): boolean | null {
  const flag = asked.find(({ filter }) => filter.kind === 'contact_flag' && filter.person === person)
  return flag === undefined ? null : (flag.value as boolean)
}

/** The schema of the request has checked that what is asked has the shape that the filter's kind wants. */
function compileFilter(context: Context, { filter, path, value: asked }: AskedFilter): void {
  const { index, compiled } = context
  const clauses = filter.block === 'store' ? compiled.storeClauses : compiled.contactClauses
  switch (filter.kind) {
    case 'any_of':
      clauses.push({ path, keep: 'any', terms: termsOf(context, filter, path, path, asked as string[]) })
      return
    case 'any_all_none': {
      const { any, all, none } = asked as { any?: string[]; all?: string[]; none?: string[] }
      const termsIn = (list: string, values: string[]) => termsOf(context, filter, path, `${path}.${list}`, values)
      if (any?.length) clauses.push({ path, keep: 'any', terms: termsIn('any', any) })
      if (none?.length) clauses.push({ path, keep: 'none', terms: termsIn('none', none) })
      if (all?.length) {
        const terms = termsIn('all', all)
        const areAllKnown = terms.length === new Set(all.map(fold)).size
        // A value that no document here carries is carried by none together with the others.
        if (!areAllKnown) clauses.push({ path, keep: 'any', terms: [] })
        for (const term of terms) clauses.push({ path, keep: 'any', terms: [term] })
      }
      return
    }
    case 'flag':
      clauses.push({ path, keep: asked ? 'any' : 'none', terms: [0] })
      return
    case 'words':
      clauses.push(...wordClauses(index, path, asked as string))
      return
    case 'text':
      clauses.push(...textClauses(index, path, asked as string))
      return
    case 'score_range':
      compiled.stores = storesInRange(index.scores, path, asked as { min?: number; max?: number })
      return
    case 'domains':
      compiled.onlyStores = storesOf(index, asked as string[])
      return
    case 'within_days':
      compiled[filter.block === 'store' ? 'firstSeenDays' : 'addedDays'] = asked as number
      return
    case 'changes':
      compiled.changes = compileChanges(index, path, (asked as { any: AskedChange[] }).any, context.onUnknown)
      return
    case 'revealed':
      compiled.revealed = asked as boolean
      return
    // What only the account knows comes along with the search (`Overlay`).
    case 'list':
    case 'work_status':
    case 'work_values':
    case 'work_days':
  }
}

function termsOf(context: Context, filter: Filter, path: string, param: string, values: readonly string[]): number[] {
  const dictionary = context.index.fields[path]!.dictionary!
  const terms = new Set<number>()
  for (const [at, value] of values.entries()) {
    const term = findValue(dictionary, path, canonicalValue(filter, value))
    if (term !== -1) terms.add(term)
    else if (isClosed(filter)) {
      throw new UnknownFilterValue(`${param}[${at}]`, value, nearestValue([dictionary], path, value))
    } else context.onUnknown({ path, param: `${param}[${at}]`, value })
  }
  return [...terms]
}

/** A closed list is known beforehand; a value that is not in it is an error of the caller. */
const isClosed = (filter: Filter): boolean => 'closed' in filter && filter.closed !== undefined

function askedWords(path: string, text: string): string[] {
  const words = wordsOf(text)
  if (words.length === 0) throw new InvalidFilter(path, 'must hold at least one letter or digit')
  return words
}

/** Every word is a clause of its own. A word that no title holds is a clause without terms, which nothing fits. */
function wordClauses(index: Segment, path: string, text: string): Clause[] {
  return askedWords(path, text).map((word) => {
    const term = findWord(index.fields[path]!.words!, word)
    return { path, keep: 'any', terms: term === -1 ? [] : [term] }
  })
}

function textClauses(index: Segment, path: string, text: string): Clause[] {
  return askedWords(path, text).map((word) => {
    const { range, typos } = matchWord(index.fields[path]!.words!, word)
    return { path, keep: 'any', terms: [], range, typos }
  })
}

/** Scores descend, so a range of scores is a range of stores. `noScore` is below every bound, hence outside of it. */
function storesInRange(scores: Float64Array, param: string, range: { min?: number; max?: number }) {
  const { min = 0, max = Number.POSITIVE_INFINITY } = range
  if (min > max) throw new InvalidFilter(param, 'min must not be over max')
  return {
    from: firstWhere(0, scores.length, (store) => scores[store]! <= max),
    to: firstWhere(0, scores.length, (store) => scores[store]! < min),
  }
}

function storesOf(index: Segment, domains: readonly string[]): Uint32Array {
  const found = domains.map((domain) => findDomain(index.domains, domain.toLowerCase()))
  return Uint32Array.from(new Set(found.filter((store) => store !== -1))).sort()
}
