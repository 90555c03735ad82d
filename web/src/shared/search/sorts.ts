import type { Body } from '../../api/call.ts'
import { firstOf, type SearchParams } from '../search-params.ts'

type SortsOf<Id extends 'searchContacts' | 'searchStores'> = Exclude<NonNullable<Body<Id>['sort']>, 'score'>

/** The orders that the server knows besides the usual one, by score, as people read them. */
export const sorts: {
  searchContacts: Record<SortsOf<'searchContacts'>, string>
  searchStores: Record<SortsOf<'searchStores'>, string>
} = {
  searchContacts: { newest: 'Newest contacts', updated: 'Last updated' },
  searchStores: {
    name: 'Name, A to Z',
    visits: 'Most visits',
    revenue: 'Highest revenue',
    contacts: 'Most contacts',
    newest: 'Newest stores',
    last_change: 'Latest change',
  },
}

/** The sort in the address; null for the usual one, and for what is none. */
export function sortOf(id: keyof typeof sorts, search: SearchParams): string | null {
  const sort = firstOf(search.sort)
  return sort !== undefined && Object.hasOwn(sorts[id], sort) ? sort : null
}
