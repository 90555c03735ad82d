import { createHash } from 'node:crypto'
import { askedOf, canonicalValue } from './asked.ts'
import { type ContactQuery, type Filter, pathOf, type StoreQuery } from './filters.ts'
import { fold, wordsOf } from './words.ts'

/**
 * Tells whether two requests ask the same: what a cursor is bound to. The order, case and repetition of values do not
 * matter, nor do `limit`, `facets` and `cursor`.
 */
export function fingerprintOf(over: 'contacts' | 'stores', query: ContactQuery & StoreQuery): string {
  const asked = askedOf(query).map(({ filter, value }) => [pathOf(filter), canonical(filter, value)])
  return createHash('sha256')
    .update(JSON.stringify([over, asked]))
    .digest('base64url')
}

function canonical(filter: Filter, value: unknown): unknown {
  switch (filter.kind) {
    case 'any_of':
    case 'contact_any_of':
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
    case 'flag':
    case 'revealed':
    case 'has_contact':
    case 'contact_flag':
      return value
  }
}

const canonicalList = (filter: Filter, values: readonly string[]): string[] =>
  [...new Set(values.map((value) => fold(canonicalValue(filter, value))))].sort()
