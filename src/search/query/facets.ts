import { setImmediate } from 'node:timers/promises'
import { lowestBit } from '../columns/bitset.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import { spellingOf } from '../columns/term-dictionary.ts'
import { fold } from '../columns/words.ts'
import { allFilters, pathOf } from '../schema/filters.ts'
import type { Field } from '../segments/field.ts'
import type { Segment } from '../segments/segment.ts'
import { countChanges } from './change-facet.ts'
import type { Result } from './evaluate.ts'
import type { FacetValue, ResultCopy } from './result-copy.ts'

/** A facet lists the most frequent values, at most this many: it bounds the reply, not the counting. */
const facetValuesMax = 1000

/** How long a count may hold the event loop before others have their turn. */
const sliceMilliseconds = 5

/**
 * Facets count the whole result set by walking its documents, segment by segment, or, when the result holds more than
 * half of a segment, by walking the others and taking them from the totals: never more than half of it is walked.
 * Documents pass in chunks that stay in the processor's cache while every asked field is counted over them. The walk begins
 * in a later turn of the event loop and gives way every few milliseconds, so the results are copied first.
 */
export async function countFacets(
  results: readonly ResultCopy[],
  over: 'contacts' | 'stores',
  facets: readonly string[],
  asOf: number,
): Promise<Record<string, FacetValue[]>> {
  if (facets.length === 0) return {}
  await setImmediate()
  const slice = { end: performance.now() + sliceMilliseconds }
  const counted: Record<string, FacetValue[]>[] = []
  const tallied = facets.filter((facet) => facet !== changeFacet)
  for (const result of results) {
    const ofSegment = await countSegment(result, over, tallied, slice)
    if (facets.includes(changeFacet)) {
      ofSegment[changeFacet] = await inTurns(countChanges(result, over, asOf), slice)
    }
    counted.push(ofSegment)
  }
  return Object.fromEntries(facets.map((facet) => [facet, mergeValues(counted.map((one) => one[facet]!))]))
}

/** Counted by what changed; the others by what the documents carry. */
const changeFacet = 'change'

type Slice = { end: number }

async function giveWay(slice: Slice): Promise<void> {
  if (performance.now() <= slice.end) return
  await setImmediate()
  slice.end = performance.now() + sliceMilliseconds
}

async function inTurns<Outcome>(steps: Generator<void, Outcome>, slice: Slice): Promise<Outcome> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await giveWay(slice)
  }
}

async function countSegment(
  result: ResultCopy,
  over: 'contacts' | 'stores',
  facets: readonly string[],
  slice: Slice,
): Promise<Record<string, FacetValue[]>> {
  const { segment } = result
  const documents = over === 'contacts' ? segment.storeOf.length : segment.scores.length
  const inverted = result.total * 2 > documents
  const tallies = facets.map((facet) => startTally(segment, over, facet))
  const chunk = newChunk(over)
  const lastWord = inverted ? (documents + 31) >>> 5 : result.window.to
  for (let word = inverted ? 0 : result.window.from; word < lastWord; word += chunkWords) {
    if (performance.now() > slice.end) await giveWay(slice)
    fillChunk(chunk, result, documents, inverted, word, Math.min(word + chunkWords, lastWord))
    if (chunk.documents.length === 0) continue
    if (over === 'contacts') groupByStore(chunk, segment.storeOf)
    for (const tally of tallies) addChunk(tally, chunk)
  }
  return Object.fromEntries(tallies.map((tally) => [tally.facet, valuesOf(tally, inverted)]))
}

/** The same value of several segments counts as one, in the spelling of the first. */
function mergeValues(lists: readonly FacetValue[][]): FacetValue[] {
  if (lists.length === 1) return lists[0]!.sort(mostFrequentFirst).slice(0, facetValuesMax)
  const merged = new Map<string, FacetValue>()
  for (const { value, count } of lists.flat()) {
    const known = merged.get(fold(value))
    if (known === undefined) merged.set(fold(value), { value, count })
    else known.count += count
  }
  return [...merged.values()].sort(mostFrequentFirst).slice(0, facetValuesMax)
}

type Tally = { facet: string; ofStores: boolean; field: Field; totals: Uint32Array; counts: Uint32Array }

function startTally(index: Segment, over: 'contacts' | 'stores', facet: string): Tally {
  const filter = allFilters.find((candidate) => 'facet' in candidate && candidate.facet === facet)
  if (filter === undefined) throw new Error(`no filter declares the facet ${facet}`)
  const path = pathOf(filter)
  const field = index.fields[path]!
  const ofStores = filter.block === 'store'
  const totals = ofStores && over === 'contacts' ? index.spreads[path]!.counts : field.postings.counts
  // One place more than there are terms, because a column holds term + 1 and zero for none.
  return { facet, ofStores, field, totals, counts: new Uint32Array(totals.length + 1) }
}

const chunkWords = 128
const chunkLength = chunkWords * 32

/** Documents, and how much each counts. */
type WeightedDocuments = { documents: Uint32Array; weights: Uint32Array; length: number }

/** The stores are those of the documents, weighed by how many of the documents belong to each. */
type Chunk = { documents: WeightedDocuments; stores: WeightedDocuments }

const newWeightedDocuments = (): WeightedDocuments => ({
  documents: new Uint32Array(chunkLength),
  weights: new Uint32Array(chunkLength).fill(1),
  length: 0,
})

/** In a search of stores the documents are the stores. */
function newChunk(over: 'contacts' | 'stores'): Chunk {
  const documents = newWeightedDocuments()
  return { documents, stores: over === 'stores' ? documents : newWeightedDocuments() }
}

function fillChunk(chunk: Chunk, result: Result, documents: number, inverted: boolean, from: number, to: number): void {
  const { set, window } = result
  const out = chunk.documents.documents
  let length = 0
  for (let word = from; word < to; word++) {
    let bits = word >= window.from && word < window.to ? set[word - window.from]! : 0
    if (inverted) {
      bits = ~bits
      if ((word + 1) * 32 > documents) bits &= -1 >>> ((word + 1) * 32 - documents)
    }
    for (; bits !== 0; bits &= bits - 1) out[length++] = (word << 5) + lowestBit(bits)
  }
  chunk.documents.length = length
}

/**
 * Contacts of one store follow each other. Whether the next one belongs to the same store cannot be predicted, so
 * the loop has no branch on it: measured, more than twice as fast as one that has.
 */
function groupByStore(chunk: Chunk, storeOf: Uint32Array): void {
  const { documents, length } = chunk.documents
  const { documents: stores, weights: ends } = chunk.stores
  let group = 0
  let current = storeOf[documents[0]!]!
  for (let at = 0; at < length; at++) {
    const store = storeOf[documents[at]!]!
    const difference = store ^ current
    group += (difference | -difference) >>> 31
    current = store
    stores[group] = store
    ends[group] = at + 1
  }
  for (let at = group; at > 0; at--) ends[at]! -= ends[at - 1]!
  chunk.stores.length = group + 1
}

function addChunk({ counts, field, ofStores }: Tally, chunk: Chunk): void {
  const counted = ofStores ? chunk.stores : chunk.documents
  if (field.docValues !== undefined) addColumn(counts, field.docValues, counted)
  else addLists(counts, field.lists!, counted)
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

function valuesOf({ counts, field, totals }: Tally, inverted: boolean): FacetValue[] {
  const values: FacetValue[] = []
  for (let term = 0; term < totals.length; term++) {
    const walked = counts[term + 1]!
    const count = inverted ? totals[term]! - walked : walked
    if (count > 0) values.push({ value: spellingOf(field.dictionary!, term), count })
  }
  return values
}

export const mostFrequentFirst = (left: FacetValue, right: FacetValue): number =>
  right.count - left.count || (left.value < right.value ? -1 : 1)
