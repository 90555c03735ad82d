import { type ContactWish, pairedTerm } from '../build/store-contacts.ts'
import { findDomain } from '../columns/lookup-tables.ts'
import { findTerm, nearestSpelling, type Vocabulary } from '../columns/vocabulary.ts'
import { allFilters, type ContactQuery, type Filter, pathOf, personPath, type StoreQuery } from '../filters.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import { wordsOf } from '../words.ts'

/** A value that the taxonomy does not list. Operations turn it into the reply a caller sees. */
export class UnknownFilterValue extends Error {
  override readonly name = 'UnknownFilterValue'
  /** The dotted path, for example `store.apps.any[0]`. */
  readonly param: string
  readonly value: string
  readonly nearest: string | null

  constructor(param: string, value: string, nearest: string | null) {
    super(`"${value}" is not a known value${nearest === null ? '.' : `; the nearest is "${nearest}".`}`)
    this.param = param
    this.value = value
    this.nearest = nearest
  }
}

/** A filter that no document could be asked, although its shape is right. */
export class InvalidFilter extends Error {
  override readonly name = 'InvalidFilter'
  readonly param: string

  constructor(param: string, message: string) {
    super(message)
    this.param = param
  }
}

/** Keep the documents that carry any of the terms, or those that carry none. */
export type Clause = { path: string; keep: 'any' | 'none'; terms: readonly number[] }

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
}

type Asked = { filter: Filter; value: unknown }

export function compileQuery(index: IndexBuffers, query: ContactQuery & StoreQuery): CompiledQuery {
  const compiled: CompiledQuery = {
    contactClauses: [],
    storeClauses: [],
    oneContact: [],
    storesWith: [],
    stores: { from: 0, to: index.scores.length },
    onlyStores: null,
    revealed: null,
  }
  const asked = allFilters.flatMap((filter): Asked[] => {
    const value = (query[filter.block] as Record<string, unknown> | undefined)?.[filter.name]
    return value === undefined ? [] : [{ filter, value }]
  })
  for (const { filter, value } of asked) {
    if (filter.block !== 'contacts') compileFilter(index, compiled, filter, value)
  }
  compileContacts(index, compiled, asked)
  return compiled
}

/**
 * "Without" is said of the store: `verified_email: false` alone asks for stores of which no contact has a verified
 * email. Beside a list of roles the flag is said of the same contact: somebody in the role, without a verified email.
 */
function compileContacts(index: IndexBuffers, compiled: CompiledQuery, asked: Asked[]): void {
  const pairedFlags = asked.flatMap(({ filter }) => (filter.kind === 'contact_any_of' ? [filter.pairedWith] : []))
  for (const { filter, value } of asked) {
    const path = pathOf(filter)
    if (filter.kind === 'has_contact' || (filter.kind === 'contact_flag' && !pairedFlags.includes(filter.person))) {
      compiled.storesWith.push({ path, wanted: value as boolean })
    } else if (filter.kind === 'contact_any_of') {
      const terms = termsOf(index, personPath(filter), path, value as string[])
      const flag = pairedFlagOf(asked, filter.pairedWith)
      const pairs = flag === null ? [false, true] : [flag]
      const paired = terms.flatMap((term) => pairs.map((pair) => pairedTerm(term, pair)))
      compiled.storeClauses.push({ path, keep: 'any', terms: paired })
      compiled.oneContact.push({ filter, terms, flag })
    }
  }
}

function pairedFlagOf(asked: Asked[], person: string): boolean | null {
  const flag = asked.find(({ filter }) => filter.kind === 'contact_flag' && filter.person === person)
  return flag === undefined ? null : (flag.value as boolean)
}

/** The schema of the request has checked that what is asked has the shape that the filter's kind wants. */
function compileFilter(index: IndexBuffers, compiled: CompiledQuery, filter: Filter, asked: unknown): void {
  const path = pathOf(filter)
  const clauses = filter.block === 'store' ? compiled.storeClauses : compiled.contactClauses
  switch (filter.kind) {
    case 'any_of':
      clauses.push({ path, keep: 'any', terms: termsOf(index, path, path, asked as string[]) })
      return
    case 'any_all_none': {
      const { any, all, none } = asked as { any?: string[]; all?: string[]; none?: string[] }
      if (any) clauses.push({ path, keep: 'any', terms: termsOf(index, path, `${path}.any`, any) })
      if (all)
        for (const term of termsOf(index, path, `${path}.all`, all)) clauses.push({ path, keep: 'any', terms: [term] })
      if (none) clauses.push({ path, keep: 'none', terms: termsOf(index, path, `${path}.none`, none) })
      return
    }
    case 'flag':
      clauses.push({ path, keep: asked ? 'any' : 'none', terms: [0] })
      return
    case 'words':
      clauses.push(...wordClauses(index, path, asked as string))
      return
    case 'score_range':
      compiled.stores = storesInRange(index.scores, path, asked as { min?: number; max?: number })
      return
    case 'domains':
      compiled.onlyStores = storesOf(index, asked as string[])
      return
    case 'revealed':
      compiled.revealed = asked as boolean
  }
}

function termsOf(index: IndexBuffers, path: string, param: string, values: readonly string[]): number[] {
  const vocabulary = index.fields[path]!.vocabulary!
  return [...new Set(values.map((value, at) => termOf(vocabulary, value, `${param}[${at}]`)))]
}

function termOf(vocabulary: Vocabulary, value: string, param: string): number {
  const term = findTerm(vocabulary, value)
  if (term === -1) throw new UnknownFilterValue(param, value, nearestSpelling(vocabulary, value))
  return term
}

/** Every word is a clause of its own. A word that no title holds is a clause without terms, which nothing fits. */
function wordClauses(index: IndexBuffers, path: string, text: string): Clause[] {
  const words = wordsOf(text)
  if (words.length === 0) throw new InvalidFilter(path, 'must hold at least one word')
  return words.map((word) => {
    const term = findTerm(index.fields[path]!.vocabulary!, word)
    return { path, keep: 'any', terms: term === -1 ? [] : [term] }
  })
}

/** Scores descend, so a range of scores is a range of stores. `noScore` is below every bound, hence outside of it. */
function storesInRange(scores: Float64Array, param: string, range: { min?: number; max?: number }) {
  const { min = 0, max = Number.POSITIVE_INFINITY } = range
  if (min > max) throw new InvalidFilter(param, 'min must not be over max')
  return {
    from: firstStoreBelow(scores, (score) => score <= max),
    to: firstStoreBelow(scores, (score) => score < min),
  }
}

function firstStoreBelow(scores: Float64Array, isBelow: (score: number) => boolean): number {
  let low = 0
  let high = scores.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBelow(scores[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

function storesOf(index: IndexBuffers, domains: readonly string[]): Uint32Array {
  const found = domains.map((domain) => findDomain(index.domains, domain.toLowerCase()))
  return Uint32Array.from(new Set(found.filter((store) => store !== -1))).sort()
}
