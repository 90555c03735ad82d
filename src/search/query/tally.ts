/** How documents are counted by what a facet says of them. */
import { lowestBit } from '../columns/bitset.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import { spellingOf } from '../columns/term-dictionary.ts'
import { allFilters, pathOf, weekFacet } from '../schema/filters.ts'
import { mondayOf, weekOf } from '../segments/changes.ts'
import type { Field } from '../segments/field.ts'
import type { Segment } from '../segments/segment.ts'
import type { FacetValue } from './result-copy.ts'

/** Documents, and how much each counts. */
export type WeightedDocuments = { documents: Uint32Array; weights: Uint32Array; length: number }

type Tally = {
  facet: string
  /** Whether stores are counted, each as often as documents of it are. */
  ofStores: boolean
  /** By value, how many documents of the segment have it. */
  totals: Uint32Array
  /** The same of those that were added, one place further: a column holds the value plus one, and zero for none. */
  counts: Uint32Array
  add(documents: WeightedDocuments): void
  /** Null: nobody asked for this one. */
  nameOf(value: number): string | null
}

export function startTally(segment: Segment, over: 'contacts' | 'stores', facet: string, asOf: number): Tally {
  if (facet === weekFacet) return tallyWeeks(segment, over, asOf)
  const filter = allFilters.find((candidate) => 'facet' in candidate && candidate.facet === facet)
  if (filter === undefined) throw new Error(`no filter declares the facet ${facet}`)
  const path = pathOf(filter)
  const field = segment.fields[path]!
  const ofStores = filter.block === 'store'
  const totals = ofStores && over === 'contacts' ? segment.spreads[path]!.counts : field.postings.counts
  const counts = new Uint32Array(totals.length + 1)
  const { docValues, lists } = field
  return {
    ...{ facet, ofStores, totals, counts },
    add: (documents) =>
      docValues === undefined ? addLists(counts, lists!, documents) : addColumn(counts, docValues, documents),
    nameOf: (term) => spellingOf(field.dictionary!, term),
  }
}

/** The week of the request and those before it. */
const weeksCounted = 26

function tallyWeeks({ changes }: Segment, over: 'contacts' | 'stores', asOf: number): Tally {
  const { latest, masks, counts: totals } = changes.weeks
  const counts = new Uint32Array(totals[over].length + 1)
  const thisWeek = weekOf(asOf)
  return {
    ...{ facet: weekFacet, ofStores: true, totals: totals[over], counts },
    add: (documents) => addMasks(counts, masks, documents),
    nameOf(age) {
      const week = latest - age
      return week <= thisWeek && week > thisWeek - weeksCounted ? mondayOf(week) : null
    },
  }
}

function addColumn(counts: Uint32Array, column: Codes, { documents, weights, length }: WeightedDocuments): void {
  for (let at = 0; at < length; at++) counts[column[documents[at]!]!]! += weights[at]!
}

function addLists(counts: Uint32Array, lists: NonNullable<Field['lists']>, counted: WeightedDocuments): void {
  const { offsets, terms } = lists
  const { documents, weights, length } = counted
  for (let at = 0; at < length; at++) {
    const weight = weights[at]!
    const end = offsets[documents[at]! + 1]!
    for (let place = offsets[documents[at]!]!; place < end; place++) counts[terms[place]! + 1]! += weight
  }
}

function addMasks(counts: Uint32Array, masks: Uint32Array, { documents, weights, length }: WeightedDocuments): void {
  for (let at = 0; at < length; at++) {
    for (let bits = masks[documents[at]!]!; bits !== 0; bits &= bits - 1) counts[lowestBit(bits) + 1]! += weights[at]!
  }
}

/** `inverted`: what was added are the documents that are not in the result. */
export function valuesOf({ counts, nameOf, totals }: Tally, inverted: boolean): FacetValue[] {
  const values: FacetValue[] = []
  for (let value = 0; value < totals.length; value++) {
    const count = inverted ? totals[value]! - counts[value + 1]! : counts[value + 1]!
    const name = count > 0 ? nameOf(value) : null
    if (name !== null) values.push({ value: name, count })
  }
  return values
}
