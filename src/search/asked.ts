import { allFilters, type ContactQuery, type Filter, type StoreQuery } from './filters.ts'
import { fold } from './words.ts'

export type Asked = { filter: Filter; value: unknown }

/** What a query asks. An empty list or object asks nothing. */
export function askedOf(query: ContactQuery & StoreQuery): Asked[] {
  return allFilters.flatMap((filter): Asked[] => {
    const value = (query[filter.block] as Record<string, unknown> | undefined)?.[filter.name]
    return asksNothing(value) ? [] : [{ filter, value }]
  })
}

const asksNothing = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && value !== null && Object.values(value).every(asksNothing))

/** The value that another name stands for. */
export const canonicalValue = (filter: Filter, value: string): string =>
  ('aliases' in filter && filter.aliases?.[fold(value)]) || value
