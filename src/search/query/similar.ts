import { technologyKinds } from '../../base/change-types.ts'
import { lowestBit } from '../columns/bitset.ts'
import { isDense, type PostingLists, posting } from '../columns/posting-lists.ts'
import { findTerm, spellingOf } from '../columns/term-dictionary.ts'
import { fold } from '../columns/words.ts'
import { allFilters, pathOf } from '../schema/filters.ts'
import type { LiveSegment } from '../segments/live-segment.ts'
import { compareStores } from '../segments/positions.ts'

/** What both stores have: the facet that counts it, its value, and its share of the similarity. */
type SimilarityReason = { field: string; value: string; weight: number }

export type SimilarStore = { live: LiveSegment; document: number; similarity: number; reasons: SimilarityReason[] }

type StoreHit = { live: LiveSegment; document: number }

/** Something that describes the store, and how much it says. */
type Trait = { path: string; facet: string; value: string; weight: number; isTechnology: boolean; stores: number }

/**
 * The largest weight of each field. A technology says more the fewer stores have it, so it has a weight of its own. The next
 * higher or lower tier counts half.
 */
const fieldWeights: Record<string, number> = {
  'store.categories': 3,
  'store.countries': 1.5,
  'store.traffic_tiers': 1.5,
  'store.revenue_tiers': 1.5,
}
const technologies = technologyKinds.map((kind) => `store.${kind}`)
const tiers = ['store.traffic_tiers', 'store.revenue_tiers']
const described = allFilters.flatMap((filter) =>
  'facet' in filter && (pathOf(filter) in fieldWeights || technologies.includes(pathOf(filter)))
    ? [{ path: pathOf(filter), facet: filter.facet }]
    : [],
)

/**
 * The stores most like this one, the most similar first. Similarity is the share of all that describes this store, by
 * weight, that the other store has too: 1 for a store that has everything.
 */
export function similarStores(segments: readonly LiveSegment[], store: StoreHit, limit: number): SimilarStore[] {
  const traits = traitsOf(segments, store)
  const whole = traits.reduce((sum, { weight }) => sum + weight, 0)
  if (whole === 0) return []
  return mostSimilar(segments, traits, store, limit).map(({ live, document, points }) => ({
    live,
    document,
    similarity: round(points / whole),
    reasons: reasonsOf(live, document, traits, whole),
  }))
}

const round = (share: number): number => Math.round(share * 1000) / 1000

function traitsOf(segments: readonly LiveSegment[], { live, document }: StoreHit): Trait[] {
  const stores = segments.reduce((sum, { segment }) => sum + segment.scores.length, 0)
  return described.flatMap(({ path, facet }) => {
    const isTechnology = technologies.includes(path)
    return termsOf(live, path, document).map((term) => {
      const value = spellingOf(live.segment.fields[path]!.dictionary!, term)
      const carriers = segments.reduce((sum, other) => sum + countOf(other, path, value), 0)
      const weight = isTechnology ? Math.log10(1 + stores / Math.max(1, carriers)) : fieldWeights[path]!
      return { path, facet, value, weight, isTechnology, stores: carriers }
    })
  })
}

function termsOf({ segment }: LiveSegment, path: string, store: number): number[] {
  const { docValues, lists } = segment.fields[path]!
  if (docValues !== undefined) return docValues[store] === 0 ? [] : [docValues[store]! - 1]
  return Array.from(lists!.terms.subarray(lists!.offsets[store]!, lists!.offsets[store + 1]!))
}

function countOf({ segment, counts }: LiveSegment, path: string, value: string): number {
  const term = findTerm(segment.fields[path]!.dictionary!, value)
  return term === -1 ? 0 : counts[path]![term]!
}

/** The points that a term of a segment's field is worth, by term. */
function pointsByTerm({ segment }: LiveSegment, path: string, traits: readonly Trait[]): Float64Array {
  const { dictionary, postings } = segment.fields[path]!
  const points = new Float64Array(postings.counts.length)
  for (const trait of traits) {
    if (trait.path !== path) continue
    const term = findTerm(dictionary!, trait.value)
    if (term === -1) continue
    points[term] = trait.weight
    if (!tiers.includes(path)) continue
    // Tiers are numbered in their natural order.
    if (term > 0) points[term - 1] = trait.weight / 2
    if (term + 1 < points.length) points[term + 1] = trait.weight / 2
  }
  return points
}

type ScoredStore = { live: LiveSegment; document: number; points: number }

/**
 * Exact: stores are compared trait by trait, those with the rarest first, until what is left of the traits is worth less than
 * the last store of the list. A store that has not been compared by then has none of the others.
 */
function mostSimilar(
  segments: readonly LiveSegment[],
  traits: readonly Trait[],
  self: StoreHit,
  limit: number,
): ScoredStore[] {
  const best: ScoredStore[] = []
  const compared = segments.map((live) => {
    const columns = described.map(({ path }) => ({
      field: live.segment.fields[path]!,
      points: pointsByTerm(live, path, traits),
    }))
    return { live, columns, left: Uint32Array.from(live.stores) }
  })
  let worthOfRest = traits.reduce((sum, { weight }) => sum + weight, 0)
  for (const trait of traits.toSorted((left, right) => left.stores - right.stores)) {
    if (best.length === limit && best.at(-1)!.points > worthOfRest + rounding) break
    for (const { live, columns, left } of compared) {
      for (const document of takeCarriers(live, trait, left)) {
        if (live === self.live && document === self.document) continue
        keepBest(best, { live, document, points: pointsOf(columns, document) }, limit)
      }
    }
    worthOfRest -= trait.weight
  }
  return best
}

/** Sums of the same weights in another order may differ in the last digit. */
const rounding = 1e-9

type ScoredColumn = { field: LiveSegment['segment']['fields'][string]; points: Float64Array }

function pointsOf(columns: readonly ScoredColumn[], document: number): number {
  let points = 0
  for (const { field, points: byTerm } of columns) {
    if (field.docValues !== undefined) {
      if (field.docValues[document] !== 0) points += byTerm[field.docValues[document]! - 1]!
      continue
    }
    const { offsets, terms } = field.lists!
    for (let at = offsets[document]!; at < offsets[document + 1]!; at++) points += byTerm[terms[at]!]!
  }
  return points
}

function keepBest(best: ScoredStore[], next: ScoredStore, limit: number): void {
  if (best.length === limit && moreSimilar(best.at(-1)!, next) <= 0) return
  let place = best.length
  while (place > 0 && moreSimilar(best[place - 1]!, next) > 0) place--
  best.splice(place, 0, next)
  if (best.length > limit) best.pop()
}

const moreSimilar = (left: ScoredStore, right: ScoredStore): number => {
  const difference = right.points - left.points
  if (Math.abs(difference) > rounding) return difference
  return compareStores(left.live.segment, left.document, right.live.segment, right.document)
}

/** The stores with a trait, or with a tier next to it, that are left; they are taken out of `left`. */
function takeCarriers(live: LiveSegment, { path, value }: Trait, left: Uint32Array): number[] {
  const { postings, dictionary } = live.segment.fields[path]!
  const term = findTerm(dictionary!, value)
  if (term === -1) return []
  const set = new Uint32Array(left.length)
  const terms = tiers.includes(path) ? [term - 1, term, term + 1] : [term]
  for (const one of terms) if (one >= 0 && one < postings.counts.length) addPosting(set, postings, one)
  const found: number[] = []
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word]! & left[word]!; bits !== 0; bits &= bits - 1) found.push((word << 5) + lowestBit(bits))
    left[word]! &= ~set[word]!
  }
  return found
}

function addPosting(set: Uint32Array, postings: PostingLists, term: number): void {
  const stores = posting(postings, term)
  if (isDense(postings, term)) for (let word = 0; word < set.length; word++) set[word]! |= stores[word]!
  else for (let at = 0; at < stores.length; at++) set[stores[at]! >>> 5]! |= 1 << (stores[at]! & 31)
}

/** Only what both have; a neighbouring tier counts towards the similarity, but is nothing that both have. */
function reasonsOf(live: LiveSegment, document: number, traits: readonly Trait[], whole: number): SimilarityReason[] {
  const values = new Map(
    described.map(({ path }) => {
      const { dictionary } = live.segment.fields[path]!
      return [path, new Set(termsOf(live, path, document).map((term) => fold(spellingOf(dictionary!, term))))]
    }),
  )
  return traits
    .filter(({ path, value }) => values.get(path)!.has(fold(value)))
    .map(({ facet, value, weight }) => ({ field: facet, value, weight: round(weight / whole) }))
    .sort((left, right) => right.weight - left.weight)
}
