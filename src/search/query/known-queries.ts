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
    const text = JSON.stringify(query)
    const found = known.get(text)
    if (found !== undefined) return found
    const outcome = work()
    if (known.size >= knownMax) known.clear()
    if (text.length <= textLengthMax) known.set(text, outcome)
    return outcome
  }
}
