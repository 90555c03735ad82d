import type { Body } from '../../api/call.ts'
import { firstOf, type SearchParams } from '../search-params.ts'

type SortsOf<Id extends 'searchContacts' | 'searchStores'> = Exclude<NonNullable<Body<Id>['sort']>, 'score'>

const sortsOfStores: Record<SortsOf<'searchStores'>, string> = {
  name: 'Name, A to Z',
  visits: 'Most visits',
  revenue: 'Highest revenue',
  contacts: 'Most contacts',
  newest: 'Newest stores',
  last_change: 'Latest change',
}

/** The usual order, and the others that the server knows, as people read them. */
export const sorts: Record<'searchContacts' | 'searchStores' | 'storesOfList', { usual: string; others: object }> = {
  searchContacts: {
    usual: 'Best lead fit',
    others: { newest: 'Newest contacts', updated: 'Last updated' } satisfies Record<SortsOf<'searchContacts'>, string>,
  },
  searchStores: { usual: 'Best lead fit', others: sortsOfStores },
  storesOfList: { usual: 'Last added', others: { score: 'Best lead fit', ...sortsOfStores } },
}

/** The sort in the address; null for the usual one, and for what is none. */
export function sortOf(id: keyof typeof sorts, search: SearchParams): string | null {
  const sort = firstOf(search.sort)
  return sort !== undefined && Object.hasOwn(sorts[id].others, sort) ? sort : null
}
