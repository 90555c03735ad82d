import { spellingOf } from '../columns/vocabulary.ts'
import { allFilters, pathOf, type TaxonomyList } from '../filters.ts'
import type { IndexBuffers } from '../segments/index-buffers.ts'
import { mostFrequentFirst } from './facets.ts'

export type TaxonomyValue = { value: string; label: string; count: number }

/**
 * Every value a search may ask for. Store fields count stores, person fields count the contacts that are not
 * suppressed. Closed lists keep their natural order. Open ones begin with the most frequent value, and hold none that
 * only suppressed contacts carry.
 */
export function taxonomyOf(
  index: IndexBuffers,
  suppressed: ReadonlySet<number>,
): Record<TaxonomyList, TaxonomyValue[]> {
  const lists: Record<string, TaxonomyValue[]> = {}
  for (const filter of allFilters) {
    if (!('taxonomy' in filter)) continue
    const { vocabulary, postings, column } = index.fields[pathOf(filter)]!
    const counts = Uint32Array.from(postings.counts)
    if (filter.block === 'person') {
      for (const contact of suppressed) {
        const term = column![contact]! - 1
        if (term !== -1) counts[term]!--
      }
    }
    const values = Array.from(counts, (count, term) => {
      const value = spellingOf(vocabulary!, term)
      return { value, label: filter.labelOf?.(value) ?? value, count }
    })
    const isOpen = filter.closed === undefined
    lists[filter.taxonomy] = isOpen ? values.filter(({ count }) => count > 0).sort(mostFrequentFirst) : values
  }
  return lists
}
