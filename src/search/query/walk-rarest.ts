import { lowerBound } from '../columns/binary-search.ts'
import { lowestBit } from '../columns/bitset.ts'
import { isDense, posting, type Terms } from '../columns/posting-lists.ts'
import type { Carries, Condition } from './conditions.ts'
import { keepCandidates, type Span, setsOf, type WalkMemory } from './keep-candidates.ts'

/** Up to this many documents are walked: more than one in 64 cost as much as a few passes over sets of all of them. */
export const candidatesMax = (documents: number): number => documents >>> 6

/** The largest intersection of two frequent terms that is walked: it has to be found in a pass over their sets first. */
const shareMax = 1 / 256

/** A beginning of more words than these is seldom rare, and adding up their documents would take long. */
const rangeTermsMax = 1_000

/**
 * Walks over the documents that fulfil the rarest condition, or two or three frequent ones that few fulfil together, and looks
 * each up in the others: what that costs depends on how many these are more than on the size of the catalogue. Leaves the
 * documents that fulfil all conditions in the set, and says how many they are; null when there is nothing rare to begin with.
 */
export function walkRarest(conditions: readonly Condition[], span: Span, memory: WalkMemory): number | null {
  const { candidates, set } = memory
  const started = startFromRarest(conditions, span, candidates) ?? startFromFrequent(conditions, span, candidates)
  if (started === null) return null
  let { count } = started
  for (const condition of conditions) {
    if (!started.fulfilled.includes(condition) && count > 0) count = keepCandidates(count, condition, span, memory)
  }
  set.fill(0, span.window.from, span.window.to)
  return mark(set, candidates, count)
}

/** How many candidates there are, and what they fulfil already. */
type WalkStart = { count: number; fulfilled: readonly Condition[] }

function startFromRarest(conditions: readonly Condition[], span: Span, candidates: Uint32Array): WalkStart | null {
  const rarest = rarestOf(conditions, candidates.length)
  return rarest && { count: gather(rarest, span, candidates), fulfilled: [rarest] }
}

function rarestOf(conditions: readonly Condition[], most: number): Condition | null {
  let rarest: Condition | null = null
  let fewest = most + 1
  for (const condition of conditions) {
    if (!condition.wanted || condition.kind === 'in_set' || condition.kind === 'timed') continue
    const count = condition.kind === 'listed' ? condition.documents.length : carriersOf(condition)
    if (count >= fewest) continue
    rarest = condition
    fewest = count
  }
  return rarest
}

/** The most documents that can carry one of the terms: a document that carries two counts twice. Infinite when one is frequent. */
function carriersOf({ postings, terms: { terms, range } }: Carries): number {
  if (range !== undefined && range.to - range.from > rangeTermsMax) return Number.POSITIVE_INFINITY
  let sum = 0
  for (const term of termsIn({ terms, range })) {
    if (isDense(postings, term)) return Number.POSITIVE_INFINITY
    sum += postings.counts[term]!
  }
  return sum
}

function* termsIn({ terms, range }: Terms): Generator<number> {
  yield* terms
  if (range !== undefined) for (let term = range.from; term < range.to; term++) yield term
}

/** Writes the documents of the span that fulfil the condition, some more than once, and says how many were written. */
function gather(condition: Condition, { from, to }: Span, into: Uint32Array): number {
  let count = 0
  if (condition.kind === 'listed') return addListed(condition.documents, from, to, into, count)
  const { postings, terms } = condition as Carries
  for (const term of termsIn(terms)) {
    const documents = posting(postings, term)
    if (postings.lengthBits === 0) count = addListed(documents, from, to, into, count)
    else count = addRuns(documents, postings.lengthBits, from, to, into, count)
  }
  return count
}

function addListed(documents: Uint32Array, from: number, to: number, into: Uint32Array, count: number): number {
  let length = count
  for (let at = lowerBound(documents, from); at < documents.length && documents[at]! < to; at++) {
    into[length++] = documents[at]!
  }
  return length
}

/** The contacts of a store: a span never ends within one. */
function addRuns(
  runs: Uint32Array,
  lengthBits: number,
  from: number,
  to: number,
  into: Uint32Array,
  count: number,
): number {
  const more = (1 << lengthBits) - 1
  let length = count
  for (let at = lowerBound(runs, from * (more + 1)); at < runs.length; at++) {
    const first = runs[at]! >>> lengthBits
    if (first >= to) break
    const last = first + (runs[at]! & more)
    for (let document = first; document <= last; document++) into[length++] = document
  }
  return length
}

/** A condition that one set says, with the share of documents in it. */
type FrequentTerm = { condition: Condition; set: Uint32Array; share: number }

/** From the sets of up to three frequent terms, if few documents are likely to carry all of them. */
function startFromFrequent(conditions: readonly Condition[], span: Span, candidates: Uint32Array): WalkStart | null {
  const frequent = conditions
    .flatMap((condition): FrequentTerm[] => {
      if (!condition.wanted || condition.kind !== 'carries') return []
      const { postings, terms } = condition
      const [set, ...others] = setsOf(condition) ?? []
      if (set === undefined || others.length > 0) return []
      return [{ condition, set, share: postings.counts[terms.terms[0]!]! / postings.documents }]
    })
    .sort((left, right) => left.share - right.share)
    .slice(0, 3)
  const [first, second, third = second] = frequent
  if (first === undefined || second === undefined || third === undefined) return null
  const share = frequent.reduce((product, one) => product * one.share, 1)
  if (share > shareMax) return null
  const count = gatherShared([first.set, second.set, third.set], span, candidates)
  return count === null ? null : { count, fulfilled: frequent.map(({ condition }) => condition) }
}

/** Writes the documents of the span that are in all three sets. Null as soon as they look like more than there is room for. */
function gatherShared(
  [first, second, third]: readonly [Uint32Array, Uint32Array, Uint32Array],
  { from, to, window }: Span,
  into: Uint32Array,
): number | null {
  const wordsAtOnce = (window.to - window.from + 7) >>> 3
  let count = 0
  for (let start = window.from; start < window.to; start += wordsAtOnce) {
    const end = Math.min(start + wordsAtOnce, window.to)
    for (let word = start; word < end; word++) {
      for (let bits = first[word]! & second[word]! & third[word]!; bits !== 0; bits &= bits - 1) {
        const document = (word << 5) + lowestBit(bits)
        if (document < from || document >= to) continue
        if (count === into.length) return null
        into[count++] = document
      }
    }
    if (count * (window.to - window.from) > into.length * (end - window.from)) return null
  }
  return count
}

/** Adds the candidates, and says how many are different. */
function mark(set: Uint32Array, candidates: Uint32Array, count: number): number {
  let different = 0
  for (let at = 0; at < count; at++) {
    const word = candidates[at]! >>> 5
    const bit = 1 << (candidates[at]! & 31)
    if ((set[word]! & bit) === 0) different++
    set[word]! |= bit
  }
  return different
}
