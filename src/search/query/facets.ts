import { setImmediate } from 'node:timers/promises'
import { lowestBit } from '../columns/bitset.ts'
import { fold } from '../columns/words.ts'
import { weekFacet } from '../schema/filters.ts'
import { countChanges } from './change-facet.ts'
import type { Result } from './evaluate.ts'
import type { FacetValue, ResultCopy } from './result-copy.ts'
import { startTally, valuesOf, type WeightedDocuments } from './tally.ts'

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
    const ofSegment = await countSegment(result, over, tallied, asOf, slice)
    if (facets.includes(changeFacet)) {
      ofSegment[changeFacet] = await inTurns(countChanges(result, over, asOf), slice)
    }
    counted.push(ofSegment)
  }
  return Object.fromEntries(facets.map((facet) => [facet, mergeValues(facet, counted)]))
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
  asOf: number,
  slice: Slice,
): Promise<Record<string, FacetValue[]>> {
  const { segment } = result
  const documents = over === 'contacts' ? segment.storeOf.length : segment.scores.length
  const inverted = result.total * 2 > documents
  const tallies = facets.map((facet) => startTally(segment, over, facet, asOf))
  const chunk = newChunk(over)
  const lastWord = inverted ? (documents + 31) >>> 5 : result.window.to
  for (let word = inverted ? 0 : result.window.from; word < lastWord; word += chunkWords) {
    if (performance.now() > slice.end) await giveWay(slice)
    fillChunk(chunk, result, documents, inverted, word, Math.min(word + chunkWords, lastWord))
    if (chunk.documents.length === 0) continue
    if (over === 'contacts') groupByStore(chunk, segment.storeOf)
    for (const tally of tallies) tally.add(tally.ofStores ? chunk.stores : chunk.documents)
  }
  return Object.fromEntries(tallies.map((tally) => [tally.facet, valuesOf(tally, inverted)]))
}

/** The same value of several segments counts as one, in the spelling of the first. */
function mergeValues(facet: string, counted: readonly Record<string, FacetValue[]>[]): FacetValue[] {
  const order = facet === weekFacet ? latestFirst : mostFrequentFirst
  const lists = counted.map((ofSegment) => ofSegment[facet]!)
  if (lists.length === 1) return lists[0]!.sort(order).slice(0, facetValuesMax)
  const merged = new Map<string, FacetValue>()
  for (const { value, count } of lists.flat()) {
    const known = merged.get(fold(value))
    if (known === undefined) merged.set(fold(value), { value, count })
    else known.count += count
  }
  return [...merged.values()].sort(order).slice(0, facetValuesMax)
}

const chunkWords = 128
const chunkLength = chunkWords * 32

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

export const mostFrequentFirst = (left: FacetValue, right: FacetValue): number =>
  right.count - left.count || (left.value < right.value ? -1 : 1)

/** Dates are compared as texts. */
const latestFirst = (left: FacetValue, right: FacetValue): number => (left.value < right.value ? 1 : -1)
