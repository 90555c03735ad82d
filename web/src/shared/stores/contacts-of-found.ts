import { firstOf, type SearchParams, stringifySearch } from '../search-params.ts'

/** The same filters in both searches, but for these. */
const renamed: Record<string, string> = { q: 'store', 'contact-role': 'role', 'contact-email': 'email' }

const ofWork = ['status', 'owner', 'tag', 'untouched']

/**
 * The address of everybody who works at the stores that a search finds; null where no search of contacts says the same: the work
 * on a store is no work on its people, and stores without contacts have none to show.
 */
export function contactsOfFound(search: SearchParams): string | null {
  const { contacts, ...filters } = search
  const isWithout = [contacts, filters['contact-email']].some((flag) => firstOf(flag) === 'no')
  if (isWithout || ofWork.some((key) => filters[key] !== undefined)) return null
  const asked = Object.entries(filters).map(([key, value]) => [renamed[key] ?? key, value])
  return `/contacts${stringifySearch(Object.fromEntries(asked))}`
}
