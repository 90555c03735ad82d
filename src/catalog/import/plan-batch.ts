import { setImmediate as giveWay } from 'node:timers/promises'
import { newContactId, newStoreId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys, SealedChannels } from '../channel-keys.ts'
import { addCounts, type Counts, emptyCounts, noteOutcome } from './counts.ts'
import type { KnownStore } from './known-rows.ts'
import {
  fingerprintOf,
  isOldFingerprint,
  type KnownContact,
  matchPeople,
  type Person,
  toPerson,
} from './match-people.ts'
import { mergeContact, mergeFields } from './merge-records.ts'
import { mergeRepeats } from './merge-repeats.ts'
import type { ContactRecord } from './read-contact.ts'
import type { StoreFields, StoreRecord } from './read-store.ts'
import { loadContacts, loadStores, type StoredContact } from './stored-rows.ts'

/** The lines of one write, by domain: two lines of one domain are one here, with the people that only the earlier one held. */
export type Batch = Map<string, BatchStore>
type BatchStore = { record: StoreRecord; superseded: ContactRecord[] }

export type StoreWrite = { storeId: string; domain: string; fields: StoreFields; fingerprint: string }
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
  /** Stores and contacts of which a line brings nothing new. */
  unchangedIds: string[]
  /** Stores whose line holds the list of their people. */
  listedStoreIds: string[]
  /** Stores and contacts that leave because a line says so; the people of these stores leave with them. */
  retiredStoreIds: string[]
  retiredContactIds: string[]
  stores: Counts
  contacts: Counts
}

/** While this runs, the previous batch is being written: every few stores it lets the connection work. */
const storesBetweenTurns = 20

/** A store of the batch next to what the catalogue has of it. */
type Pair = {
  store: BatchStore
  known: KnownStore | undefined
  fingerprint: string
  people: Person[]
  matches: (KnownContact | null)[]
}

type Stored = { stores: Map<string, StoreFields>; contacts: Map<string, StoredContact> }

export async function planBatch(
  db: Db,
  batch: Batch,
  known: Map<string, KnownStore>,
  { keys, replace }: { keys: ChannelKeys; replace: boolean },
): Promise<BatchPlan> {
  const pairs: Pair[] = []
  for (const store of batch.values()) {
    pairs.push(pairUp(store, known.get(store.record.domain), keys))
    if (pairs.length % storesBetweenTurns === 0) await giveWay()
  }
  const stored = await loadStored(db, pairs, keys)
  const plan = emptyPlan()
  let planned = 0
  for (const pair of pairs) {
    planStore(plan, pair, stored, keys)
    if (pair.known && !pair.store.record.retired) planLeavers(plan, pair, keys, replace)
    planned += 1
    if (planned % storesBetweenTurns === 0) await giveWay()
  }
  return plan
}

const emptyPlan = (): BatchPlan => ({
  newStores: [],
  changedStores: [],
  newContacts: [],
  changedContacts: [],
  unchangedIds: [],
  listedStoreIds: [],
  retiredStoreIds: [],
  retiredContactIds: [],
  stores: emptyCounts(),
  contacts: emptyCounts(),
})

function pairUp(store: BatchStore, known: KnownStore | undefined, keys: ChannelKeys): Pair {
  const { fields, absent, contacts } = store.record
  const people = mergeRepeats((contacts ?? []).filter(({ retired }) => !retired)).map((contact) =>
    toPerson(contact, keys),
  )
  return {
    store,
    known,
    fingerprint: fingerprintOf(keys, JSON.stringify({ fields, absent })),
    people,
    matches: matchPeople(people, known?.contacts ?? []),
  }
}

/** The rows that a line may change. The usual line brings what was there, or what is new. */
async function loadStored(db: Db, pairs: readonly Pair[], keys: ChannelKeys): Promise<Stored> {
  const storeIds = pairs.flatMap(({ known, fingerprint }) =>
    known && known.fingerprint !== fingerprint ? [known.storeId] : [],
  )
  const contactIds = pairs.flatMap(({ people, matches }) =>
    people.flatMap((person, at) => {
      const match = matches[at]
      return match && match.fingerprint !== person.fingerprint ? [match.contactId] : []
    }),
  )
  return { stores: await loadStores(db, storeIds), contacts: await loadContacts(db, keys, contactIds) }
}

function planStore(plan: BatchPlan, pair: Pair, stored: Stored, keys: ChannelKeys): void {
  const { store, known, fingerprint, people, matches } = pair
  const { record } = store
  if (record.retired) {
    planRetiredStore(plan, known)
    return
  }
  const storeId = known?.storeId ?? newStoreId()
  const before = known && stored.stores.get(known.storeId)
  const fields = before ? mergeFields(before, record) : record.fields
  const write: StoreWrite = { storeId, domain: record.domain, fields, fingerprint }
  const isChanged = known?.retired || (before !== undefined && JSON.stringify(fields) !== JSON.stringify(before))
  if (!known) plan.newStores.push(write)
  else if (isChanged || isOldFingerprint(known.fingerprint)) plan.changedStores.push(write)
  else plan.unchangedIds.push(known.storeId)
  noteOutcome(plan.stores, known?.seen ?? null, known ? (isChanged ? 'changed' : 'unchanged') : 'new')

  if (record.contacts !== null) plan.listedStoreIds.push(storeId)
  people.forEach((person, at) => {
    planContact(plan, person, storeId, matches[at] ?? null, stored, keys)
  })
}

function planRetiredStore(plan: BatchPlan, known: KnownStore | undefined): void {
  const isLive = known !== undefined && !known.retired
  if (isLive) plan.retiredStoreIds.push(known.storeId)
  noteOutcome(plan.stores, isLive ? null : (known?.seen ?? null), isLive ? 'retired' : 'unchanged')
}

function planContact(
  plan: BatchPlan,
  given: Person,
  storeId: string,
  known: KnownContact | null,
  stored: Stored,
  keys: ChannelKeys,
): void {
  if (known && !known.retired && known.fingerprint === given.fingerprint) {
    plan.unchangedIds.push(known.contactId)
    noteOutcome(plan.contacts, known.seen, 'unchanged')
    return
  }
  const before = known && stored.contacts.get(known.contactId)
  const person = before ? complete(given, before.record, known, keys) : given
  const isSame = known && before && !known.retired && isEqual(person, toPerson(before.record, keys))
  if (isSame && isUpToDate(before, known, keys)) {
    plan.unchangedIds.push(known.contactId)
    noteOutcome(plan.contacts, known.seen, 'unchanged')
    return
  }
  const contactId = known?.contactId ?? newContactId()
  const { channels, in_full } = person.record
  const isReachable = channels.emails.length > 0 || channels.phones.length > 0 || channels.linkedin_url !== null
  const sealed = isReachable || in_full ? keys.seal(contactId, in_full ? { ...channels, in_full } : channels) : null
  const writes = known ? plan.changedContacts : plan.newContacts
  writes.push({ contactId, storeId, person, sealed })
  noteOutcome(plan.contacts, known?.seen ?? null, known ? (isSame ? 'unchanged' : 'changed') : 'new')
}

/** Sealed under the key of today, and found by the line that it came from. */
const isUpToDate = ({ keyId }: StoredContact, { fingerprint }: KnownContact, { currentKeyId }: ChannelKeys): boolean =>
  (keyId === null || keyId === currentKeyId) && !isOldFingerprint(fingerprint)

/** What the line says of a contact, on top of what is stored; found again by the same line. */
function complete(given: Person, before: ContactRecord, known: KnownContact, keys: ChannelKeys): Person {
  const merged = toPerson(mergeContact(before, { ...given.record, ...given.record.in_full }), keys)
  const sourceHash = given.record.absent.includes('source_id') ? known.sourceHash : given.sourceHash
  return { ...merged, sourceHash, fingerprint: given.fingerprint }
}

/** Two states of one contact, but for the source's id. */
function isEqual(one: Person, other: Person): boolean {
  const content = ({ record: { source_id, absent, ...rest } }: Person) => JSON.stringify(rest)
  return content(one) === content(other)
}

/** A namesake must not leave in somebody's place. */
const withoutName = (contact: ContactRecord): ContactRecord => ({ ...contact, marks: { ...contact.marks, name: null } })

/**
 * People whom the line retires; and with `--replace`, people whom only an earlier line of this import held. The same contacts
 * leave whether that line stood in this batch, in one before, or in a run that was interrupted.
 */
function planLeavers(plan: BatchPlan, { store, known, matches }: Pair, keys: ChannelKeys, replace: boolean): void {
  const matched = new Set(matches)
  const others = known!.contacts.filter((contact) => !matched.has(contact))
  const find = (contacts: ContactRecord[]) =>
    new Set(
      matchPeople(
        contacts.map((contact) => toPerson(contact, keys)),
        others,
      ),
    )
  const { contacts } = store.record
  const retired = find(contacts?.filter((contact) => contact.retired).map(withoutName) ?? [])
  const heldEarlier = find(store.superseded)
  const isWholeList = replace && contacts !== null
  for (const contact of others) {
    const isSuperseded = heldEarlier.has(contact) || (isWholeList && contact.seen !== null)
    if (contact.retired || !(retired.has(contact) || isSuperseded)) continue
    plan.retiredContactIds.push(contact.contactId)
    addCounts(plan.contacts, { ...emptyCounts(), retired: 1 })
  }
}
