import { setImmediate as giveWay } from 'node:timers/promises'
import { newContactId, newStoreId } from '../../base/ids.ts'
import type { ChannelKeys, SealedChannels } from '../channel-keys.ts'
import type { KnownStore } from './known-rows.ts'
import { type KnownContact, matchPeople, type Person, toPerson } from './match-people.ts'
import { mergeRepeats } from './merge-repeats.ts'
import type { ContactRecord } from './read-contact.ts'
import type { StoreRecord } from './read-store.ts'

/** The lines of one write, by domain. Of two lines with one domain the last is here, with the people of the earlier ones. */
export type Batch = Map<string, BatchStore>
type BatchStore = { record: StoreRecord; superseded: ContactRecord[] }

export type StoreWrite = { storeId: string; record: StoreRecord; fingerprint: string }
export type ContactWrite = {
  contactId: string
  storeId: string
  person: Person
  /** Null when there is nothing to seal. */
  sealed: SealedChannels | null
}

export type BatchPlan = {
  newStores: StoreWrite[]
  changedStores: StoreWrite[]
  newContacts: ContactWrite[]
  changedContacts: ContactWrite[]
  /** Stores and contacts that are in the catalogue exactly as the line has them. */
  unchangedIds: string[]
  /** Contacts that only an earlier line of this import held: the last line of a store is right. */
  supersededIds: string[]
  /** Stores and contacts that this import had not met before. */
  storesMet: number
  contactsMet: number
}

/** While this runs, the previous batch is being written: every few stores it lets the connection work. */
const storesBetweenTurns = 20

export async function planBatch(batch: Batch, known: Map<string, KnownStore>, keys: ChannelKeys): Promise<BatchPlan> {
  const plan: BatchPlan = {
    newStores: [],
    changedStores: [],
    newContacts: [],
    changedContacts: [],
    unchangedIds: [],
    supersededIds: [],
    storesMet: 0,
    contactsMet: 0,
  }
  let planned = 0
  for (const store of batch.values()) {
    planStore(plan, store, known.get(store.record.domain), keys)
    planned += 1
    if (planned % storesBetweenTurns === 0) await giveWay()
  }
  return plan
}

function planStore(plan: BatchPlan, store: BatchStore, known: KnownStore | undefined, keys: ChannelKeys): void {
  const { record } = store
  const write: StoreWrite = {
    storeId: known?.storeId ?? newStoreId(),
    record,
    fingerprint: fingerprintOf(record, keys),
  }
  if (!known) plan.newStores.push(write)
  else if (known.retired || known.fingerprint !== write.fingerprint) plan.changedStores.push(write)
  else plan.unchangedIds.push(known.storeId)
  if (!known?.seen) plan.storesMet += 1

  const people = mergeRepeats(record.contacts).map((contact) => toPerson(contact, keys))
  const matches = matchPeople(people, known?.contacts ?? [])
  people.forEach((person, at) => {
    planContact(plan, person, write.storeId, matches[at] ?? null, keys)
  })
  if (known) planSuperseded(plan, known, new Set(matches), store.superseded, keys)
}

function fingerprintOf(record: StoreRecord, keys: ChannelKeys): string {
  return keys.hashHex('content', JSON.stringify({ ...record, contacts: null }))
}

function planContact(
  plan: BatchPlan,
  person: Person,
  storeId: string,
  known: KnownContact | null,
  keys: ChannelKeys,
): void {
  if (!known?.seen) plan.contactsMet += 1
  if (known && !known.retired && known.fingerprint === person.fingerprint) {
    plan.unchangedIds.push(known.contactId)
    return
  }
  const contactId = known?.contactId ?? newContactId()
  const { channels, in_full } = person.record
  const isReachable = channels.emails.length > 0 || channels.phones.length > 0 || channels.linkedin_url !== null
  const sealed = isReachable || in_full ? keys.seal(contactId, in_full ? { ...channels, in_full } : channels) : null
  const writes = known ? plan.changedContacts : plan.newContacts
  writes.push({ contactId, storeId, person, sealed })
}

/**
 * The same contacts leave whether the earlier line stood in this batch, in one before, or in a run that was interrupted;
 * so the outcome does not depend on where batches end.
 */
function planSuperseded(
  plan: BatchPlan,
  known: KnownStore,
  matched: ReadonlySet<KnownContact | null>,
  superseded: ContactRecord[],
  keys: ChannelKeys,
): void {
  const unmatched = known.contacts.filter((contact) => !matched.has(contact))
  const people = superseded.map((contact) => toPerson(contact, keys))
  const heldEarlier = new Set(matchPeople(people, unmatched))
  for (const contact of unmatched) {
    if (contact.retired || !(contact.seen || heldEarlier.has(contact))) continue
    plan.supersededIds.push(contact.contactId)
    if (contact.seen) plan.contactsMet -= 1
  }
}
