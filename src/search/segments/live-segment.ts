import { clearBit, hasBit, setBit, setRange, wordsFor } from '../columns/bitset.ts'
import { findDocument, findId } from '../columns/lookup-tables.ts'
import { contactIdPrefix } from '../columns/opaque-ids.ts'
import { carries } from '../columns/posting-lists.ts'
import { allFilters, pathOf, personPath } from '../schema/filters.ts'
import type { Segment } from './segment.ts'
import { type ContactWish, flagOf, ofContacts } from './store-contacts.ts'

/**
 * A segment, and what has happened to its documents since it was built. The segment is shared between threads and never
 * changes; the rest belongs to one thread, a few bits a document.
 */
export type LiveSegment = {
  segment: Segment
  /** Stores that no later segment replaces. */
  stores: Uint32Array
  /** Contacts of those stores that are not suppressed. */
  present: Uint32Array
  /** Those of them that a reveal could return something for: what searches list. */
  contacts: Uint32Array
  /** Stores with a live contact that fits a filter of the contacts block, by path. */
  storesWith: Record<string, Uint32Array>
  /** Stores that have lost or regained a contact since the build. */
  touched: Set<number>
  /** By the path of every field that the taxonomy lists: how many live documents carry each term. */
  counts: Record<string, Uint32Array>
  /** The same of the person fields over all present contacts. */
  presentCounts: Record<string, Uint32Array>
}

const listed = allFilters.filter((filter) => 'taxonomy' in filter)
const listedOfStores = listed.filter(({ block }) => block === 'store').map(pathOf)
const listedOfPeople = listed.filter(({ block }) => block === 'person').map(pathOf)

/** Everything is alive at first. The cost is a copy of a few bits a document, made an array at a time. */
export function* bringToLife(segment: Segment): Generator<void, LiveSegment> {
  const { fields, findable, findableCounts, storesWith } = segment
  const builtCounts = (paths: readonly string[]) => pick(paths, (path) => fields[path]!.postings.counts)
  const counts = { ...builtCounts(listedOfStores), ...pick(listedOfPeople, (path) => findableCounts[path]!) }
  const stores = everything(segment.scores.length)
  yield
  const present = everything(segment.storeOf.length)
  yield
  return {
    segment,
    stores,
    present,
    contacts: new Uint32Array(findable),
    storesWith: yield* copies(storesWith),
    touched: new Set(),
    counts: yield* copies(counts),
    presentCounts: yield* copies(builtCounts(listedOfPeople)),
  }
}

/** A copy that changes on its own, made an array at a time. */
export function* copyLive(live: LiveSegment): Generator<void, LiveSegment> {
  return {
    segment: live.segment,
    ...(yield* copies({ stores: live.stores, present: live.present, contacts: live.contacts })),
    storesWith: yield* copies(live.storesWith),
    touched: new Set(live.touched),
    counts: yield* copies(live.counts),
    presentCounts: yield* copies(live.presentCounts),
  }
}

function everything(count: number): Uint32Array {
  const set = new Uint32Array(wordsFor(count))
  setRange(set, 0, count)
  return set
}

const pick = (paths: readonly string[], arrayOf: (path: string) => Uint32Array): Record<string, Uint32Array> =>
  Object.fromEntries(paths.map((path) => [path, arrayOf(path)]))

function* copies<Arrays extends Record<string, Uint32Array>>(arrays: Arrays): Generator<void, Arrays> {
  const copied: [string, Uint32Array][] = []
  for (const [name, array] of Object.entries(arrays)) {
    copied.push([name, new Uint32Array(array)])
    yield
  }
  return Object.fromEntries(copied) as Arrays
}

/** Suppresses a contact, or takes that back. Contacts of stores that were replaced stay as they are: out. */
export function setSuppressed(live: LiveSegment, contactId: string, suppressed: boolean): void {
  const { segment } = live
  const contact = findDocument(segment.contactSlots, segment.contactIds, contactId, contactIdPrefix)
  if (contact === -1) return
  const store = segment.storeOf[contact]!
  if (!hasBit(live.stores, store) || hasBit(live.present, contact) === !suppressed) return
  setPresent(live, contact, !suppressed)
  live.touched.add(store)
  recountStore(live, store)
}

/** Whether it holds the contact, neither suppressed nor replaced. */
export function isPresent({ segment, present }: LiveSegment, contactId: string): boolean {
  const contact = findDocument(segment.contactSlots, segment.contactIds, contactId, contactIdPrefix)
  return contact !== -1 && hasBit(present, contact)
}

/** Takes the stores out that a later segment holds in a newer state, with all their contacts, a store at a time. */
export function* replaceStores(live: LiveSegment, packedIds: Uint32Array): Generator<void, void> {
  const { segment } = live
  for (let at = 0; at * 3 < packedIds.length; at++) {
    yield
    const store = findId(segment.storeSlots, segment.storeIds, packedIds, at)
    if (store === -1 || !hasBit(live.stores, store)) continue
    for (let contact = segment.contactsFrom[store]!; contact < segment.contactsFrom[store + 1]!; contact++) {
      if (hasBit(live.present, contact)) setPresent(live, contact, false)
    }
    clearBit(live.stores, store)
    live.touched.delete(store)
    recountStore(live, store)
    for (const path of listedOfStores) uncountStore(live, path, store)
  }
}

function setPresent(live: LiveSegment, contact: number, present: boolean): void {
  const { fields, findable } = live.segment
  const change = present ? 1 : -1
  const isFindable = hasBit(findable, contact)
  if (present) setBit(live.present, contact)
  else clearBit(live.present, contact)
  if (isFindable && present) setBit(live.contacts, contact)
  else clearBit(live.contacts, contact)
  for (const path of listedOfPeople) {
    const term = fields[path]!.docValues![contact]! - 1
    if (term === -1) continue
    live.presentCounts[path]![term]! += change
    if (isFindable) live.counts[path]![term]! += change
  }
}

function uncountStore(live: LiveSegment, path: string, store: number): void {
  const { docValues, lists } = live.segment.fields[path]!
  const counts = live.counts[path]!
  if (docValues !== undefined) {
    if (docValues[store] !== 0) counts[docValues[store]! - 1]!--
    return
  }
  for (let at = lists!.offsets[store]!; at < lists!.offsets[store + 1]!; at++) counts[lists!.terms[at]!]!--
}

/** Works out again, from the contacts that are live, what is kept ready about a store. */
function recountStore(live: LiveSegment, store: number): void {
  const { contactsFrom, fields } = live.segment
  for (const filter of ofContacts) {
    if (filter.kind === 'contact_any_of') continue
    const set = live.storesWith[pathOf(filter)]!
    clearBit(set, store)
    for (let contact = contactsFrom[store]!; contact < contactsFrom[store + 1]!; contact++) {
      if (!hasBit(live.contacts, contact)) continue
      if (filter.kind === 'has_contact' || carries(flagOf(fields, filter), 0, contact)) setBit(set, store)
    }
  }
}

/** For stores that have lost contacts since the build: whether one that is left still fits. */
export function hasFittingContact(live: LiveSegment, store: number, { filter, terms, flag }: ContactWish): boolean {
  const { contactsFrom, fields } = live.segment
  const { docValues } = fields[personPath(filter)]!
  const flags = flagOf(fields, { person: filter.pairedWith })
  for (let contact = contactsFrom[store]!; contact < contactsFrom[store + 1]!; contact++) {
    if (!hasBit(live.contacts, contact) || !terms.includes(docValues![contact]! - 1)) continue
    if (flag === null || carries(flags, 0, contact) === flag) return true
  }
  return false
}
