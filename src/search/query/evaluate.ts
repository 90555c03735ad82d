import { clearBit, clearRange, countBits, hasBit, intersectAll, subtract, wordsFor } from '../columns/bitset.ts'
import { isDense, type Terms, type Window } from '../columns/posting-lists.ts'
import { hasFittingContact, type LiveSegment } from '../segments/live-segment.ts'
import type { Segment } from '../segments/segment.ts'
import type { Clause, CompiledQuery } from './compile-query.ts'
import { type Condition, type NewUnion, setFor } from './conditions.ts'
import { contactsOf, contactsOfSet } from './contacts-of-stores.ts'
import type { Span, WalkMemory } from './keep-candidates.ts'
import { asksForNoEmail, lacksEmail, type OwnDocuments } from './own-emails.ts'
import { timedContacts, timedStores, timedThroughStores } from './timed-conditions.ts'
import { candidatesMax, walkRarest } from './walk-rarest.ts'

/** The documents that fit a query. The set lies in scratch memory: it is valid until the next evaluation. */
export type Result = { set: Uint32Array; window: Window; total: number }

/** Memory for the sets of one evaluation, reused by all: an evaluation never waits, so no two overlap. */
export type Scratch = { contacts: ScratchSets; stores: ScratchSets }

type ScratchSets = {
  /** Documents that match, and those of them that match without a typo. */
  all: Uint32Array
  exact: Uint32Array
  /** One for every condition that has to unite something; as many as a query ever needed. */
  unions: Uint32Array[]
  /** Documents that may match, where these are few. */
  candidates: Uint32Array
}

export function scratchFor({ segment }: LiveSegment): Scratch {
  return { contacts: scratchSetsFor(segment.storeOf.length), stores: scratchSetsFor(segment.scores.length) }
}

const scratchSetsFor = (documents: number): ScratchSets => ({
  all: new Uint32Array(wordsFor(documents)),
  exact: new Uint32Array(wordsFor(documents)),
  unions: [],
  candidates: new Uint32Array(candidatesMax(documents)),
})

const spanOf = (from: number, to: number): Span => ({
  from,
  to,
  window: { from: from >>> 5, to: from < to ? wordsFor(to) : from >>> 5 },
})

/** Whether to count matches by a typo in. */
type Matches = 'all' | 'exact'

/** `asOf`: the time of the request, in milliseconds. `overlays`: what the account itself knows of documents. */
export type EvaluationOptions = {
  matches: Matches
  asOf: number
  overlays?: readonly ListedDocuments[]
  /** What the account's own reports make of the emails of contacts. */
  own?: OwnDocuments | null
}

/** Documents in ascending order: only these, or all but these. */
type ListedDocuments = Extract<Condition, { kind: 'listed' }>

function memoryIn(sets: ScratchSets, matches: Matches, { window }: Span): WalkMemory {
  let used = 0
  return {
    set: sets[matches],
    candidates: sets.candidates,
    newUnion() {
      sets.unions[used] ??= new Uint32Array(sets.all.length)
      return sets.unions[used++]!.fill(0, window.from, window.to)
    },
  }
}

const termsFor = (clause: Clause, matches: Matches): Terms =>
  matches === 'all' && clause.typos !== undefined && clause.typos.length > 0
    ? { terms: [...clause.terms, ...clause.typos], range: clause.range }
    : clause

export const hasTypos = (query: CompiledQuery): boolean =>
  [...query.contactClauses, ...query.storeClauses].some(({ typos }) => typos !== undefined && typos.length > 0)

/** `revealed` holds the contacts that this account has revealed, if the query asks about them. */
export function evaluateContacts(
  live: LiveSegment,
  scratch: Scratch,
  query: CompiledQuery,
  revealed: Uint32Array,
  { matches, asOf, overlays = [], own = null }: EvaluationOptions,
): Result {
  const { segment } = live
  const span = spanOf(segment.contactsFrom[query.stores.from]!, segment.contactsFrom[query.stores.to]!)
  const memory = memoryIn(scratch.contacts, matches, span)
  const { set } = memory
  const { window } = span
  const ofOwn = own === null ? null : { ...own, window, newUnion: memory.newUnion }
  const ofContacts = [...contactConditions(live, query, revealed, matches, ofOwn), ...overlays]
  // Last, when few candidates are left to look at.
  const timed = timedContacts(segment, query, asOf)
  const ofStores = spreadConditions(segment, query)
  if (ofStores !== null) {
    const { newUnion } = memoryIn(scratch.stores, 'all', spanOf(query.stores.from, query.stores.to))
    const conditions = [...ofContacts, ...ofStores, ...timed, ...timedThroughStores(segment, query, asOf, newUnion)]
    const walked = walkRarest(conditions, span, memory)
    if (walked !== null) return { set, window, total: walked }
    if (!isHeavy(segment, query)) return { set, window, total: combine(conditions, span, memory) }
  }
  const stores = evaluateStores(live, scratch, query, { matches, asOf })
  const carriedOver: Condition = {
    kind: 'in_set',
    set: contactsOfSet(segment, stores.set, query.stores, memory.newUnion()),
    wanted: true,
  }
  return { set, window, total: combine([...ofContacts, ...timed, carriedOver], span, memory) }
}

export function evaluateStores(
  live: LiveSegment,
  scratch: Scratch,
  query: CompiledQuery,
  { matches, asOf, overlays = [] }: EvaluationOptions,
): Result {
  const span = spanOf(query.stores.from, query.stores.to)
  const memory = memoryIn(scratch.stores, matches, span)
  const conditions = [...storeConditions(live, query, matches), ...overlays, ...timedStores(live.segment, query, asOf)]
  const total = walkRarest(conditions, span, memory) ?? combine(conditions, span, memory)
  return { set: memory.set, window: span.window, total: total - removeUnfit(live, query, span, memory.set) }
}

/** Makes a set of every condition and combines them: a few passes over all documents. Says how many are in the set then. */
function combine(conditions: readonly Condition[], { from, to, window }: Span, { set, newUnion }: WalkMemory): number {
  const within: Uint32Array[] = []
  const without: Uint32Array[] = []
  for (const condition of conditions) {
    const bounds = condition.wanted ? within : without
    bounds.push(setFor(condition, window, newUnion))
  }
  intersectAll(set, within, window.from, window.to)
  for (const other of without) subtract(set, other, window.from, window.to)
  clearRange(set, window.from * 32, from)
  clearRange(set, to, window.to * 32)
  return countBits(set, window.from, window.to)
}

function contactConditions(
  { contacts, segment }: LiveSegment,
  query: CompiledQuery,
  revealed: Uint32Array,
  matches: Matches,
  own: (OwnDocuments & { window: Window; newUnion: NewUnion }) | null,
): Condition[] {
  const conditions: Condition[] = [{ kind: 'in_set', set: contacts, wanted: true }]
  for (const clause of query.contactClauses) {
    const isOwn = own !== null && asksForNoEmail(clause)
    conditions.push(isOwn ? lacksEmail(segment, own, own.window, own.newUnion) : carries(segment, clause, matches))
  }
  if (own !== null) conditions.push({ kind: 'listed', documents: own.unfit, wanted: false })
  if (query.revealed !== null) conditions.push({ kind: 'listed', documents: revealed, wanted: query.revealed })
  return conditions
}

function storeConditions(
  { segment, stores, storesWith }: LiveSegment,
  query: CompiledQuery,
  matches: Matches,
): Condition[] {
  const conditions: Condition[] = [{ kind: 'in_set', set: stores, wanted: true }]
  if (query.onlyStores !== null) conditions.push({ kind: 'listed', documents: query.onlyStores, wanted: true })
  for (const clause of query.storeClauses) conditions.push(carries(segment, clause, matches))
  for (const { path, wanted } of query.storesWith) conditions.push({ kind: 'in_set', set: storesWith[path]!, wanted })
  return conditions
}

function carries({ fields }: Segment, clause: Clause, matches: Matches): Condition {
  const field = fields[clause.path]!
  const { postings } = field
  return {
    kind: 'carries',
    terms: termsFor(clause, matches),
    wanted: clause.keep === 'any',
    postings,
    field,
    storeOf: null,
  }
}

/** What contacts must carry through their stores; null when there is no spread of it. */
function spreadConditions(segment: Segment, { storeClauses, onlyStores }: CompiledQuery): Condition[] | null {
  const { fields, spreads, storeOf } = segment
  const conditions: Condition[] = []
  for (const clause of storeClauses) {
    const postings = spreads[clause.path]
    if (postings === undefined) return null
    const wanted = clause.keep === 'any'
    conditions.push({ kind: 'carries', terms: clause, wanted, postings, field: fields[clause.path]!, storeOf })
  }
  if (onlyStores !== null) {
    conditions.push({ kind: 'listed', documents: contactsOf(segment, onlyStores), wanted: true })
  }
  return conditions
}

/** Takes out the stores that have lost the contact for which the index lists them, and says how many these were. */
function removeUnfit(live: LiveSegment, { oneContact }: CompiledQuery, { from, to }: Span, set: Uint32Array): number {
  let removed = 0
  for (const wish of oneContact) {
    for (const store of live.touched) {
      if (store < from || store >= to || !hasBit(set, store) || hasFittingContact(live, store, wish)) continue
      clearBit(set, store)
      removed++
    }
  }
  return removed
}

/**
 * Above this share of all stores, the stores that a clause's rare terms list are united as stores and carried over
 * to the contacts once; below it, each is carried over directly. Carrying one over costs several times what
 * setting its bit costs.
 */
const heavyShare = 1 / 8

function isHeavy({ fields, spreads, scores }: Segment, query: CompiledQuery): boolean {
  return query.storeClauses.some(({ path, terms }) => {
    const { counts } = fields[path]!.postings
    let stores = 0
    for (const term of terms) if (!isDense(spreads[path]!, term)) stores += counts[term]!
    return stores > scores.length * heavyShare
  })
}
