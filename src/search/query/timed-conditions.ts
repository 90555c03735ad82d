/** What documents must fulfil at a time: at every request, "within n days" begins at another. */
import { dayMs } from '../../base/durations.ts'
import { firstWhere } from '../columns/binary-search.ts'
import { setBits, wordsFor } from '../columns/bitset.ts'
import type { Codes } from '../columns/shared-arrays.ts'
import { codeAfter, type TimeColumn } from '../columns/times.ts'
import { storesChangedAfter } from '../segments/changes.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Segment, SortOrder } from '../segments/segment.ts'
import type { CompiledQuery } from './compile-query.ts'
import type { EmailWish } from './compile-timed.ts'
import type { Condition, NewUnion } from './conditions.ts'
import { contactsOf, contactsOfSet } from './contacts-of-stores.ts'
import { keepInSet } from './keep-candidates.ts'
import { timedSet } from './timed-sets.ts'
import { candidatesMax } from './walk-rarest.ts'

export const daysBefore = (asOf: number, days: number): number => asOf - days * dayMs

/**
 * The documents of some lists; if their times are in a column, the same said of one document: its code is not below. `key` is equal only for
 * the same lists with the same ends: as time passes, lists only become shorter.
 */
type Later = { lists: Uint32Array[]; column: { codes: Codes; lowest: number } | null; key: string }

export const timedStores = (segment: Segment, query: CompiledQuery, asOf: number): Condition[] =>
  laterStores(segment, query, asOf).map((later) => asCondition(later, segment.scores.length))

/** What contacts must fulfil by themselves. */
export function timedContacts(segment: Segment, { addedDays, email }: CompiledQuery, asOf: number): Condition[] {
  const conditions: Condition[] = []
  if (addedDays !== null) {
    const later = inOrder(segment.sorts.contacts.newest, segment.times.added, daysBefore(asOf, addedDays))
    conditions.push(asCondition(later, segment.storeOf.length))
  }
  if (email !== null) conditions.push(verifiedAfter(segment, email, daysBefore(asOf, email.days!)))
  return conditions
}

/** What contacts must fulfil through their stores. */
export function timedThroughStores(
  segment: Segment,
  query: CompiledQuery,
  asOf: number,
  newStoreUnion: NewUnion,
): Condition[] {
  const { storeOf, scores } = segment
  return laterStores(segment, query, asOf).map((later) => {
    const few = fewOf(later.lists, candidatesMax(scores.length))
    if (few !== null) return { kind: 'listed', documents: contactsOf(segment, few), wanted: true }
    return {
      kind: 'timed',
      wanted: true,
      keep: (candidates, count) =>
        later.column === null
          ? keepByStores(candidates, count, unite(newStoreUnion(), later.lists), storeOf)
          : keepLater(candidates, count, later.column, storeOf),
      toSet: () =>
        timedSet(segment, later.key, (set) => {
          const all = unite(new Uint32Array(wordsFor(scores.length)), later.lists)
          contactsOfSet(segment, all, { from: 0, to: scores.length }, set)
        }),
    }
  })
}

/** The stores that fulfil each of the query's wishes. */
function laterStores(segment: Segment, { firstSeenDays, changes }: CompiledQuery, asOf: number): Later[] {
  const wishes: Later[] = []
  if (firstSeenDays !== null) {
    wishes.push(inOrder(segment.sorts.stores.newest, segment.times.firstSeen, daysBefore(asOf, firstSeenDays)))
  }
  if (changes !== null) {
    const parts = changes.map(({ terms, days }) => {
      const lists = storesChangedAfter(segment.changes, terms, daysBefore(asOf, days))
      // A term belongs to one type: the first of some and their number say which they are.
      return { lists, key: `${terms[0]}+${terms.length}:${lengthOf(lists)}` }
    })
    wishes.push({
      lists: parts.flatMap(({ lists }) => lists),
      column: null,
      key: `changes ${parts.map(({ key }) => key).join(' ')}`,
    })
  }
  return wishes
}

/** The documents whose time is later: the beginning of the order. */
function inOrder({ codes, order }: SortOrder, times: TimeColumn, time: number): Later {
  const lowest = codeAfter(times, time)
  const end = firstWhere(0, order.length, (place) => codes[order[place]!]! < lowest)
  return { lists: [order.subarray(0, end)], column: { codes, lowest }, key: `first_seen ${end}` }
}

/** Few documents are listed, so that a walk can begin with them. */
function asCondition({ lists, column }: Later, documents: number): Condition {
  const few = fewOf(lists, candidatesMax(documents))
  if (few !== null) return { kind: 'listed', documents: few, wanted: true }
  const toSet = (newUnion: NewUnion) => unite(newUnion(), lists)
  return {
    kind: 'timed',
    wanted: true,
    keep: (candidates, count, newUnion) =>
      column === null ? keepInSet(candidates, count, toSet(newUnion), 0) : keepLater(candidates, count, column, null),
    toSet,
  }
}

/** All documents of the lists, ascending, each once; null when they may be more than `most`. */
function fewOf(lists: readonly Uint32Array[], most: number): Uint32Array | null {
  const count = lengthOf(lists)
  if (count > most) return null
  const documents = new Uint32Array(count)
  let length = 0
  for (const list of lists) {
    documents.set(list, length)
    length += list.length
  }
  documents.sort()
  return lists.length === 1 ? documents : documents.filter((document, at) => at === 0 || document !== documents[at - 1])
}

const lengthOf = (lists: readonly Uint32Array[]): number => lists.reduce((sum, { length }) => sum + length, 0)

function unite(set: Uint32Array, lists: readonly Uint32Array[]): Uint32Array {
  for (const list of lists) setBits(set, list, 0, list.length)
  return set
}

/** Whether a code is later can't be predicted, so loops have no branch on it: the sign says it. */
const isLater = (code: number, lowest: number): number => (lowest - 1 - code) >>> 31

function keepLater(
  candidates: Uint32Array,
  count: number,
  { codes, lowest }: NonNullable<Later['column']>,
  storeOf: Uint32Array | null,
): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    candidates[kept] = document
    kept += isLater(codes[storeOf === null ? document : storeOf[document]!]!, lowest)
  }
  return kept
}

function keepByStores(candidates: Uint32Array, count: number, stores: Uint32Array, storeOf: Uint32Array): number {
  let kept = 0
  for (let at = 0; at < count; at++) {
    const document = candidates[at]!
    const store = storeOf[document]!
    candidates[kept] = document
    kept += (stores[store >>> 5]! >>> (store & 31)) & 1
  }
  return kept
}

/** The contacts that have an email of any of the kinds which was verified after the time. */
function verifiedAfter(segment: Segment, email: EmailWish, time: number): Condition {
  const { kinds, verified, more } = segment.emails
  const { codes } = verified
  const lowest = codeAfter(verified, time)
  const lowestOfMore = codeAfter(more.verified, time)
  // A place for every kind: a read beyond the end would take many times as long.
  const isWanted = new Uint8Array(segment.fields[emailsPath]!.postings.counts.length + 1)
  for (const kind of email.kinds) isWanted[kind + 1] = 1

  /** Those whose first email does not say it: few have others. */
  function addByMore(set: Uint32Array): Uint32Array {
    for (let at = 0; at < more.contacts.length; at++) {
      if (more.verified.codes[at]! < lowestOfMore || isWanted[more.kinds[at]!] !== 1) continue
      set[more.contacts[at]! >>> 5]! |= 1 << (more.contacts[at]! & 31)
    }
    return set
  }

  function markAll(set: Uint32Array): void {
    const end = kinds.length
    for (let word = 0; word < set.length; word++) {
      const last = Math.min((word + 1) * 32, end)
      let bits = 0
      for (let contact = word * 32; contact < last; contact++) {
        bits |= (isLater(codes[contact]!, lowest) & isWanted[kinds[contact]!]!) << (contact & 31)
      }
      set[word] = bits
    }
    addByMore(set)
  }

  return {
    kind: 'timed',
    wanted: true,
    keep(candidates, count, newUnion) {
      const byMore = addByMore(newUnion())
      let kept = 0
      for (let at = 0; at < count; at++) {
        const contact = candidates[at]!
        const byFirst = isLater(codes[contact]!, lowest) & isWanted[kinds[contact]!]!
        candidates[kept] = contact
        kept += byFirst | ((byMore[contact >>> 5]! >>> (contact & 31)) & 1)
      }
      return kept
    },
    toSet: () => timedSet(segment, `verified ${lowest} ${lowestOfMore} ${email.kinds.join(' ')}`, markAll),
  }
}
