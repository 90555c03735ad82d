import type { ContactQuery, StoreQuery } from '../schema/filters.ts'

/** Longer queries are rare, and worked out each time. */
const textLengthMax = 2_000
const knownMax = 1_000

/**
 * Caches the evaluation of a query for its next page: whoever reads a long list asks the same query for every page.
 * Bounded: cleared after a thousand queries.
 */
export type KnownQueries<Outcome> = (query: ContactQuery & StoreQuery, work: () => Outcome) => Outcome

export function createKnownQueries<Outcome>(): KnownQueries<Outcome> {
  const known = new Map<string, Outcome>()
  return (query, work) => {
    const text = textOf(query)
    const found = known.get(text)
    if (found !== undefined) return found
    const outcome = work()
    if (known.size >= knownMax) known.clear()
    if (text.length <= textLengthMax) known.set(text, outcome)
    return outcome
  }
}

let latest: { query: object; text: string } = { query: {}, text: '{}' }

/** A search looks its query up several times in a row: for its cursor, and in each segment. */
function textOf(query: object): string {
  if (latest.query !== query) latest = { query, text: JSON.stringify(query) }
  return latest.text
}
