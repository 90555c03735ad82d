import type { IndexReader } from '../search/serve/index-reader.ts'
import { readContact, readStore } from '../search/serve/read-hit.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { Hit, Page } from '../search/serve/segment-search.ts'

export const sampleRows = 10

/** Facets of fewer matches than this would describe single stores and people. */
const facetsFrom = 10

/** The index as of now: nobody who has opted out is in it. */
export async function readIndex(searchIndex: SearchIndex): Promise<IndexReader> {
  await searchIndex.catchUp()
  return searchIndex.reader()
}

/**
 * One contact of each of the first stores, somebody with an email where there is one: the same whatever is filtered, so that
 * nobody reads the catalogue ten rows at a time.
 */
export function sampledContacts(reader: IndexReader) {
  const { hits } = reader.searchStores({ query: { contacts: { verified_email: true } }, limit: sampleRows })
  const reachable = hits.flatMap((hit) => {
    const query = { person: { has_verified_email: true }, store: { domains: [readStore(hit).domain] } }
    return reader.searchContacts({ query, limit: 1 }).hits.map(readContact)
  })
  if (reachable.length === sampleRows) return reachable
  const listed = new Set(reachable.map(({ id }) => id))
  const others = reader.searchContacts({ query: {}, limit: 2 * sampleRows }).hits.map(readContact)
  return [...reachable, ...others.filter(({ id }) => !listed.has(id))].slice(0, sampleRows)
}

export const sampledStores = (reader: IndexReader): Hit[] => reader.searchStores({ query: {}, limit: sampleRows }).hits

/** What a search says of all its matches. */
export async function summariseMatches<Position, Facet extends string>(
  { total, facets, warnings }: Page<Position, Facet>,
  wantsFacets: boolean,
) {
  const counted = await facets
  return {
    has_more: false,
    next_cursor: null,
    total,
    ...(wantsFacets && { facets: total < facetsFrom ? {} : counted }),
    warnings,
  }
}
