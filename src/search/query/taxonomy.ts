import { spellingOf } from '../columns/term-dictionary.ts'
import { fold } from '../columns/words.ts'
import { allFilters, pathOf, type TaxonomyList } from '../schema/filters.ts'
import type { LiveSegment } from '../segments/live-segment.ts'
import { mostFrequentFirst } from './facets.ts'

export type TaxonomyValue = { value: string; label: string; count: number }

/**
 * Every value a search may ask for. Store fields count stores, person fields count the contacts that a search lists.
 * Closed lists keep their natural order. Open ones begin with the most frequent value; they hold the roles of contacts that
 * can't be revealed, counted zero, and none that only suppressed contacts carry.
 */
export function taxonomyOf(segments: readonly LiveSegment[]): Record<TaxonomyList, TaxonomyValue[]> {
  const lists: Record<string, TaxonomyValue[]> = {}
  for (const filter of allFilters) {
    if (!('taxonomy' in filter)) continue
    const isOpen = filter.closed === undefined
    const values = new Map<string, TaxonomyValue>()
    for (const live of segments) addValues(values, live, pathOf(filter), isOpen, filter.labelOf)
    lists[filter.taxonomy] = isOpen ? [...values.values()].sort(mostFrequentFirst) : [...values.values()]
  }
  return lists
}

function addValues(
  values: Map<string, TaxonomyValue>,
  { segment, counts, presentCounts }: LiveSegment,
  path: string,
  isOpen: boolean,
  labelOf: (value: string) => string = (value) => value,
): void {
  const { dictionary } = segment.fields[path]!
  const present = presentCounts[path] ?? counts[path]!
  for (let term = 0; term < present.length; term++) {
    if (isOpen && present[term] === 0) continue
    const value = spellingOf(dictionary!, term)
    const known = values.get(fold(value))
    if (known === undefined) values.set(fold(value), { value, label: labelOf(value), count: counts[path]![term]! })
    else known.count += counts[path]![term]!
  }
}
