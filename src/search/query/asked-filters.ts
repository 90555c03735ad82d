/** The filters of a query, and whether two queries ask the same. */
import { hash } from 'node:crypto'
import { fold, wordsOf } from '../columns/words.ts'
import { type ExcludedMode, excludedDefault } from '../schema/excluded-modes.ts'
import {
  type AskedChange,
  allFilters,
  type ContactQuery,
  type Filter,
  pathOf,
  type StoreQuery,
} from '../schema/filters.ts'
import type { Sort } from '../schema/sorts.ts'
import { createKnownQueries } from './known-queries.ts'

export type AskedFilter = { filter: Filter; path: string; value: unknown }

/** Objects of one shape, which are quicker to go through than the filters themselves. */
const declared = allFilters.map((filter) => ({ filter, block: filter.block, name: filter.name, path: pathOf(filter) }))

/** The filters that a query uses. An empty list or object asks nothing. */
export function askedFilters(query: ContactQuery & StoreQuery): AskedFilter[] {
  const asked: AskedFilter[] = []
  for (const { filter, block, name, path } of declared) {
    const value = (query[block] as Record<string, unknown> | undefined)?.[name]
    if (!asksNothing(value)) asked.push({ filter, path, value })
  }
  return asked
}

const asksNothing = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(asksNothing))

/** The value that another name stands for. */
export function canonicalValue(filter: Filter, value: string): string {
  const aliases = 'aliases' in filter ? filter.aliases : undefined
  const name = fold(value)
  return aliases && Object.hasOwn(aliases, name) ? aliases[name]! : value
}

/**
 * Tells whether two requests ask the same: what a cursor is bound to. The order, case and repetition of values do not
 * matter, nor do `limit`, `facets` and `cursor`; the sort does, and so does what becomes of those whom the account excludes.
 */
export function fingerprintOf(
  over: 'contacts' | 'stores',
  query: ContactQuery & StoreQuery,
  { sort = 'score', excluded = excludedDefault }: { sort?: Sort | undefined; excluded?: ExcludedMode | undefined } = {},
): string {
  const sorted = sort === 'score' ? query : { ...query, sort }
  const ofQuery = fingerprints[over](sorted, () => {
    const asked = askedFilters(query).map(({ filter, path, value }) => [path, canonical(filter, value)])
    return hash('sha256', JSON.stringify(sort === 'score' ? [over, asked] : [over, asked, sort]), 'base64url')
  })
  return excluded === excludedDefault ? ofQuery : `${ofQuery} ${excluded}`
}

const fingerprints = { contacts: createKnownQueries<string>(), stores: createKnownQueries<string>() }

function canonical(filter: Filter, value: unknown): unknown {
  switch (filter.kind) {
    case 'any_of':
    case 'contact_any_of':
    case 'email_any_of':
    case 'domains':
      return canonicalList(filter, value as string[])
    case 'any_all_none': {
      const { any = [], all = [], none = [] } = value as { any?: string[]; all?: string[]; none?: string[] }
      return [any, all, none].map((values) => canonicalList(filter, values))
    }
    case 'words':
    case 'text':
      return wordsOf(value as string).sort()
    case 'score_range': {
      const { min = null, max = null } = value as { min?: number; max?: number }
      return [min, max]
    }
    case 'changes': {
      const wanted = (value as { any: AskedChange[] }).any.map(({ type, value: of = null, within_days: days }) =>
        JSON.stringify([fold(type), of === null ? null : fold(of), days]),
      )
      return [...new Set(wanted)].sort()
    }
    case 'work_status':
    case 'work_values':
      return [...new Set((value as (string | null)[]).map((one) => one && fold(one)))].sort()
    case 'list':
    case 'work_days':
    case 'within_days':
    case 'email_within_days':
    case 'flag':
    case 'revealed':
    case 'has_contact':
    case 'contact_flag':
      return value
  }
}

function canonicalList(filter: Filter, values: readonly string[]): string[] {
  const folded = values.map((value) => fold(canonicalValue(filter, value)))
  return folded.length <= 1 ? folded : [...new Set(folded)].sort()
}
