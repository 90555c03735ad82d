import { firstWhere } from '../columns/binary-search.ts'
import { countRange, lowestBit, setBits } from '../columns/bitset.ts'
import { codeAfter } from '../columns/times.ts'
import { storesChangedAfter } from '../segments/changes.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Segment, SortOrder } from '../segments/segment.ts'
import type { CompiledQuery } from './compile-query.ts'
import type { EmailWish } from './compile-timed.ts'
import type { Condition } from './conditions.ts'
import type { Span } from './keep-candidates.ts'
import { candidatesMax } from './walk-rarest.ts'

/** What documents must fulfil at a time: at every request, "within n days" begins at another. */

const dayMilliseconds = 24 * 60 * 60 * 1000
export const daysBefore = (asOf: number, days: number): number => asOf - days * dayMilliseconds

export const hasTimedStores = ({ firstSeenDays, changes }: CompiledQuery): boolean =>
  firstSeenDays !== null || changes !== null

/** The stores that fulfil each of the query's wishes, as sets. */
export function timedStoreSets(
  segment: Segment,
  { firstSeenDays, changes }: CompiledQuery,
  asOf: number,
  newSet: () => Uint32Array,
): Uint32Array[] {
  const sets: Uint32Array[] = []
  if (firstSeenDays !== null) {
    const lowest = codeAfter(segment.times.firstSeen, daysBefore(asOf, firstSeenDays))
    sets.push(unite(newSet(), [highest(segment.sorts.stores.newest, lowest)]))
  }
  if (changes !== null) {
    const after = ({ terms, days }: (typeof changes)[number]) =>
      storesChangedAfter(segment.changes, terms, daysBefore(asOf, days))
    sets.push(unite(newSet(), changes.flatMap(after)))
  }
  return sets
}

/** What contacts must fulfil by themselves. */
export function timedContacts(
  segment: Segment,
  { addedDays, email }: CompiledQuery,
  asOf: number,
  span: Span,
  newSet: () => Uint32Array,
): Condition[] {
  const conditions: Condition[] = []
  if (addedDays !== null) {
    const lowest = codeAfter(segment.times.added, daysBefore(asOf, addedDays))
    const set = unite(newSet(), [highest(segment.sorts.contacts.newest, lowest)])
    conditions.push(asCondition(set, span, segment.storeOf.length))
  }
  if (email !== null) {
    const set = newSet()
    markVerified(set, segment, email, daysBefore(asOf, email.days!), span)
    conditions.push(asCondition(set, span, segment.storeOf.length))
  }
  return conditions
}

/** The documents whose code is not below: the beginning of the order. */
const highest = ({ codes, order }: SortOrder, lowest: number): Uint32Array =>
  order.subarray(
    0,
    firstWhere(0, order.length, (place) => codes[order[place]!]! < lowest),
  )

function unite(set: Uint32Array, lists: readonly Uint32Array[]): Uint32Array {
  for (const list of lists) setBits(set, list, 0, list.length)
  return set
}

/** Few documents are listed, so that a walk can begin with them. */
export function asCondition(set: Uint32Array, { from, to, window }: Span, documents: number): Condition {
  const count = countRange(set, from, to)
  if (count > candidatesMax(documents)) return { kind: 'in_set', set, wanted: true }
  const listed = new Uint32Array(count)
  let length = 0
  for (let word = window.from; word < window.to && length < count; word++) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) {
      const document = (word << 5) + lowestBit(bits)
      if (document >= from && document < to) listed[length++] = document
    }
  }
  return { kind: 'listed', documents: listed, wanted: true }
}

/** Adds the contacts of the span that have an email of any of the kinds which was verified after the time. */
function markVerified(set: Uint32Array, segment: Segment, email: EmailWish, time: number, span: Span): void {
  const { kinds, verified, more } = segment.emails
  // A place for every kind: a read beyond the end would take many times as long.
  const isWanted = new Uint8Array(segment.fields[emailsPath]!.postings.counts.length + 1)
  for (const kind of email.kinds) isWanted[kind + 1] = 1
  const lowest = codeAfter(verified, time)
  const { codes } = verified
  const { from, to } = span.window
  const end = kinds.length
  for (let word = from; word < to; word++) {
    const last = Math.min((word + 1) * 32, end)
    let bits = 0
    for (let contact = word * 32; contact < last; contact++) {
      // Whether it is later can't be predicted, so there is no branch on it: the sign says it.
      const isLater = (lowest - 1 - codes[contact]!) >>> 31
      bits |= (isLater & isWanted[kinds[contact]!]!) << (contact & 31)
    }
    set[word] = bits
  }
  const lowestOfMore = codeAfter(more.verified, time)
  for (let at = 0; at < more.contacts.length; at++) {
    if (more.verified.codes[at]! < lowestOfMore || isWanted[more.kinds[at]!] !== 1) continue
    set[more.contacts[at]! >>> 5]! |= 1 << (more.contacts[at]! & 31)
  }
}
