import { problems } from '../../problems.ts'
import { contactIdPrefix, packId, shuffleKeyOf, storeIdPrefix, unpackId } from '../columns/opaque-ids.ts'
import type { IndexBuffers } from './index-buffers.ts'
import { compareIds, noScore } from './result-order.ts'

/**
 * Where in the result order a document stands, in terms that do not change when the index is rebuilt. The document
 * need not exist any more: "what comes after it" is still well defined.
 */
export type StorePosition = { score: number | null; storeId: string }
export type ContactPosition = StorePosition & { contactId: string }

export function positionOfStore(index: IndexBuffers, store: number): StorePosition {
  const score = index.scores[store]!
  return { score: score === noScore ? null : score, storeId: unpackId(storeIdPrefix, index.storeIds, store) }
}

export function positionOfContact(index: IndexBuffers, contact: number): ContactPosition {
  const contactId = unpackId(contactIdPrefix, index.contactIds, contact)
  return { ...positionOfStore(index, index.storeOf[contact]!), contactId }
}

/** The first store document behind the position. */
export function storeAfter(index: IndexBuffers, position: StorePosition): number {
  const { found, store } = placeOfStore(index, position)
  return found ? store + 1 : store
}

/** The first contact document behind the position. */
export function contactAfter(index: IndexBuffers, position: ContactPosition): number {
  const { found, store } = placeOfStore(index, position)
  const from = index.contactsFrom[store]!
  if (!found) return from
  const wanted = packed(position.contactId, contactIdPrefix)
  const key = shuffleKeyOf(wanted, 0)
  let contact = from
  while (contact < index.contactsFrom[store + 1]! && !isBehind(index.contactIds, contact, wanted, key)) contact++
  return contact
}

function placeOfStore(index: IndexBuffers, position: StorePosition): { found: boolean; store: number } {
  const score = position.score ?? noScore
  const wanted = packed(position.storeId, storeIdPrefix)
  const key = shuffleKeyOf(wanted, 0)
  let low = 0
  let high = index.scores.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const difference = index.scores[middle]! - score
    const isBefore = difference > 0 || (difference === 0 && compareShuffled(index.storeIds, middle, wanted, key) < 0)
    if (isBefore) low = middle + 1
    else high = middle
  }
  const found = index.scores[low] === score && compareIds(index.storeIds, low, wanted, 0) === 0
  return { found, store: low }
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

/** Positions as text, for whoever seals cursors. */
export function encodePosition(position: StorePosition | ContactPosition): string {
  const ids = [packed(position.storeId, storeIdPrefix)]
  if ('contactId' in position) ids.push(packed(position.contactId, contactIdPrefix))
  const bytes = new DataView(new ArrayBuffer(scoreBytes + ids.length * idBytes))
  bytes.setFloat64(0, position.score ?? noScore)
  for (const [at, words] of ids.entries()) {
    for (let word = 0; word < 3; word++) bytes.setUint32(scoreBytes + at * idBytes + word * 4, words[word]!)
  }
  return Buffer.from(bytes.buffer).toString('base64')
}

/** Throws `invalid_cursor` for what is no position of a store. */
export function decodeStorePosition(text: string): StorePosition {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== scoreBytes + idBytes) throw problems.invalidCursor()
  return decodeScoreAndStore(bytes)
}

/** Throws `invalid_cursor` for what is no position of a contact. */
export function decodeContactPosition(text: string): ContactPosition {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== scoreBytes + 2 * idBytes) throw problems.invalidCursor()
  return { ...decodeScoreAndStore(bytes), contactId: decodeId(bytes, scoreBytes + idBytes, contactIdPrefix) }
}

function decodeScoreAndStore(bytes: Uint8Array): StorePosition {
  const score = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0)
  return { score: score === noScore ? null : score, storeId: decodeId(bytes, scoreBytes, storeIdPrefix) }
}

function decodeId(bytes: Uint8Array, at: number, prefix: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at)
  const id = unpackId(prefix, Uint32Array.of(view.getUint32(0), view.getUint32(4), view.getUint32(8)), 0)
  if (packId(id, prefix) === null) throw problems.invalidCursor()
  return id
}
