import { createHash } from 'node:crypto'
import { allFilters, type ContactQuery, type Filter, pathOf, type StoreQuery } from './filters.ts'
import { fold, wordsOf } from './words.ts'

/**
 * Tells whether two requests ask the same: what a cursor is bound to. The order, case and repetition of values do not
 * matter, nor do `limit`, `facets` and `cursor`.
 */
export function fingerprintOf(over: 'contacts' | 'stores', query: ContactQuery & StoreQuery): string {
  const asked = allFilters.flatMap((filter) => {
    const value = (query[filter.block] as Record<string, unknown> | undefined)?.[filter.name]
    return value === undefined ? [] : [[pathOf(filter), canonical(filter, value)]]
  })
  return createHash('sha256')
    .update(JSON.stringify([over, asked]))
    .digest('base64url')
}

function canonical(filter: Filter, value: unknown): unknown {
  switch (filter.kind) {
    case 'any_of':
    case 'contact_any_of':
    case 'domains':
      return canonicalList(value as string[])
    case 'any_all_none': {
      const { any = [], all = [], none = [] } = value as { any?: string[]; all?: string[]; none?: string[] }
      return [canonicalList(any), canonicalList(all), canonicalList(none)]
    }
    case 'words':
      return wordsOf(value as string).sort()
    case 'score_range': {
      const { min = null, max = null } = value as { min?: number; max?: number }
      return [min, max]
    }
    case 'flag':
    case 'revealed':
    case 'has_contact':
    case 'contact_flag':
      return value
  }
}

const canonicalList = (values: readonly string[]): string[] => [...new Set(values.map(fold))].sort()
