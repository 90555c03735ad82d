import { problems } from '../../base/problems.ts'
import { firstWhere } from '../columns/binary-search.ts'
import { compareIds, contactIdPrefix, packId, shuffleKeyOf, storeIdPrefix, unpackId } from '../columns/opaque-ids.ts'
import { noScore } from './result-order.ts'
import type { Segment } from './segment.ts'
import type { SortKey } from './sort-orders.ts'

/**
 * Where in the result order a document stands, in terms that do not change when the index is rebuilt. The document
 * need not exist any more: "what comes after it" is still well defined.
 */
export type StorePosition = {
  /** Matches by a typo come after all others. */
  byTypo: boolean
  score: number | null
  storeId: string
  /** Its sort key, unless the sort is by score. */
  key?: SortKey
}
export type ContactPosition = StorePosition & { contactId: string }

export function positionOfStore(index: Segment, store: number, byTypo: boolean): StorePosition {
  const score = index.scores[store]!
  return { byTypo, score: score === noScore ? null : score, storeId: unpackId(storeIdPrefix, index.storeIds, store) }
}

export function positionOfContact(index: Segment, contact: number, byTypo: boolean): ContactPosition {
  const contactId = unpackId(contactIdPrefix, index.contactIds, contact)
  return { ...positionOfStore(index, index.storeOf[contact]!, byTypo), contactId }
}

/** Orders two stores of any segments: negative when the left one comes first. */
export function compareStores(left: Segment, leftStore: number, right: Segment, rightStore: number): number {
  return (
    right.scores[rightStore]! - left.scores[leftStore]! ||
    shuffleKeyOf(left.storeIds, leftStore) - shuffleKeyOf(right.storeIds, rightStore) ||
    compareIds(left.storeIds, leftStore, right.storeIds, rightStore)
  )
}

/** A store lies in one segment only, so contacts of different segments are ordered by their stores. */
export const compareContacts = (left: Segment, leftContact: number, right: Segment, rightContact: number): number =>
  compareStores(left, left.storeOf[leftContact]!, right, right.storeOf[rightContact]!)

/** Pages list all exact matches first. A page that ended among matches by a typo goes on with these only. */
export const isPastExactMatches = (after: StorePosition | null): boolean => after?.byTypo === true

/** The position that the next page comes after: that of the last row shown, or null when nothing follows it. */
export const endOfPage = <Hit, Position>(
  /** One more than a page shows, if there is one. */
  found: readonly Hit[],
  rows: number,
  positionOf: (hit: Hit) => Position,
): Position | null => (rows > 0 && rows < found.length ? positionOf(found[rows - 1]!) : null)

/** The first store document behind the position. */
export function storeAfter(index: Segment, position: StorePosition): number {
  const { found, store } = placeOfStore(index, position)
  return found ? store + 1 : store
}

/** The first contact document behind the position. */
export function contactAfter(index: Segment, position: ContactPosition): number {
  const { found, store } = placeOfStore(index, position)
  const from = index.contactsFrom[store]!
  if (!found) return from
  const wanted = packed(position.contactId, contactIdPrefix)
  const key = shuffleKeyOf(wanted, 0)
  let contact = from
  while (contact < index.contactsFrom[store + 1]! && !isBehind(index.contactIds, contact, wanted, key)) contact++
  return contact
}

function placeOfStore(index: Segment, position: StorePosition): { found: boolean; store: number } {
  const score = position.score ?? noScore
  const wanted = packed(position.storeId, storeIdPrefix)
  const key = shuffleKeyOf(wanted, 0)
  const store = firstWhere(0, index.scores.length, (place) => {
    const difference = index.scores[place]! - score
    return difference < 0 || (difference === 0 && compareShuffled(index.storeIds, place, wanted, key) >= 0)
  })
  const found = index.scores[store] === score && compareIds(index.storeIds, store, wanted, 0) === 0
  return { found, store }
}

const compareShuffled = (ids: Uint32Array, at: number, wanted: Uint32Array, key: number): number =>
  shuffleKeyOf(ids, at) - key || compareIds(ids, at, wanted, 0)

const isBehind = (ids: Uint32Array, at: number, wanted: Uint32Array, key: number): boolean =>
  compareShuffled(ids, at, wanted, key) > 0

function packed(id: string, prefix: string): Uint32Array {
  const words = packId(id, prefix)
  if (words === null) throw new Error('a position must hold ids that the index gave out')
  return words
}

const scoreBytes = 8
const idBytes = 12
/** At the end, and only when it is so: cursors that were given out before typos were forgiven stay valid. */
const typoMark = 1

/** Between the position in the order of scores, which is base64, and the key of another sort. */
const keyMark = '|'

/** Positions as text, for whoever seals cursors. */
export function encodePosition(position: StorePosition | ContactPosition): string {
  const place = encodePlace(position)
  return position.key === undefined ? place : `${place}${keyMark}${JSON.stringify(position.key)}`
}

function encodePlace(position: StorePosition | ContactPosition): string {
  const idCount = 'contactId' in position ? 2 : 1
  const bytes = Buffer.allocUnsafe(scoreBytes + idCount * idBytes + (position.byTypo ? 1 : 0))
  bytes.writeDoubleBE(position.score ?? noScore)
  writeId(bytes, scoreBytes, packed(position.storeId, storeIdPrefix))
  if ('contactId' in position) writeId(bytes, scoreBytes + idBytes, packed(position.contactId, contactIdPrefix))
  if (position.byTypo) bytes[bytes.length - 1] = typoMark
  return bytes.toString('base64')
}

function writeId(bytes: Buffer, from: number, words: Uint32Array): void {
  for (let word = 0; word < 3; word++) bytes.writeUInt32BE(words[word]!, from + word * 4)
}

/** Throws `invalid_cursor` for what is not a position of a store. */
export function decodeStorePosition(text: string): StorePosition {
  const { place, key } = splitKey(text)
  const bytes = readBytes(place, scoreBytes + idBytes)
  return { ...decodeScoreAndStore(bytes, bytes.length > scoreBytes + idBytes), ...key }
}

/** Throws `invalid_cursor` for what is not a position of a contact. */
export function decodeContactPosition(text: string): ContactPosition {
  const { place, key } = splitKey(text)
  const bytes = readBytes(place, scoreBytes + 2 * idBytes)
  const store = decodeScoreAndStore(bytes, bytes.length > scoreBytes + 2 * idBytes)
  return { ...store, contactId: decodeId(bytes, scoreBytes + idBytes, contactIdPrefix), ...key }
}

function splitKey(text: string): { place: string; key: { key?: SortKey } } {
  const mark = text.indexOf(keyMark)
  if (mark === -1) return { place: text, key: {} }
  try {
    return { place: text.slice(0, mark), key: { key: JSON.parse(text.slice(mark + 1)) as SortKey } }
  } catch {
    throw problems.invalidCursor()
  }
}

function readBytes(text: string, length: number): Buffer {
  const bytes = Buffer.from(text, 'base64')
  const isMarked = bytes.length === length + 1 && bytes.at(-1) === typoMark
  if (bytes.length !== length && !isMarked) throw problems.invalidCursor()
  return bytes
}

function decodeScoreAndStore(bytes: Uint8Array, byTypo: boolean): StorePosition {
  const score = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)
  return { byTypo, score: score === noScore ? null : score, storeId: decodeId(bytes, scoreBytes, storeIdPrefix) }
}

function decodeId(bytes: Uint8Array, at: number, prefix: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  const id = unpackId(prefix, Uint32Array.of(view.getUint32(0), view.getUint32(4), view.getUint32(8)), 0)
  if (packId(id, prefix) === null) throw problems.invalidCursor()
  return id
}
