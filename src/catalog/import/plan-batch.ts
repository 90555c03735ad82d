import { newContactId, newStoreId } from '../../ids.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { type ChannelSummary, summarise } from '../channels.ts'
import type { Seniority } from '../seniorities.ts'
import type { KnownStore } from './known-rows.ts'
import { type KnownContact, matchPeople, type Person, toPerson } from './match-people.ts'
import { mergeRepeats } from './merge-repeats.ts'
import type { ContactRecord } from './read-contact.ts'
import type { StoreRecord } from './read-store.ts'

/** The lines of one write, by domain. Of two lines with one domain the last is here, with the people of the earlier ones. */
export type Batch = Map<string, BatchStore>
export type BatchStore = { record: StoreRecord; superseded: ContactRecord[] }

/** Columns of `stores` that an import writes. Hashes are hexadecimal. */
export type StoreRow = Omit<StoreRecord, 'contacts'> & { store_id: string; fingerprint: string }

/** Columns of `contacts` that an import writes. `channels` are sealed; they and the hashes are hexadecimal. */
export type ContactRow = ChannelSummary & {
  contact_id: string
  store_id: string
  source_id: string | null
  first_name: string | null
  last_name: string | null
  full_name: string | null
  title: string | null
  role: string | null
  seniority: Seniority
  channels: string | null
  channels_key_id: string | null
  linkedin_hash: string | null
  email_hashes: string[]
  fingerprint: string
}

export type BatchPlan = {
  newStores: StoreRow[]
  changedStores: StoreRow[]
  newContacts: ContactRow[]
  changedContacts: ContactRow[]
  /** Stores and contacts that are in the catalogue exactly as the line has them. */
  unchangedIds: string[]
  /** Contacts that only an earlier line of this import held: the last line of a store is right. */
  supersededIds: string[]
  /** Stores and contacts that this import had not met before. */
  storesMet: number
  contactsMet: number
}

export function planBatch(batch: Batch, known: Map<string, KnownStore>, keys: ChannelKeys): BatchPlan {
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
  for (const store of batch.values()) planStore(plan, store, known.get(store.record.domain), keys)
  return plan
}

function planStore(plan: BatchPlan, store: BatchStore, known: KnownStore | undefined, keys: ChannelKeys): void {
  const { contacts, ...held } = store.record
  const fingerprint = keys.hashHex('content', JSON.stringify(held))
  const storeId = known?.storeId ?? newStoreId()
  if (!known) plan.newStores.push({ ...held, store_id: storeId, fingerprint })
  else if (known.retired || known.fingerprint !== fingerprint) {
    plan.changedStores.push({ ...held, store_id: storeId, fingerprint })
  } else plan.unchangedIds.push(storeId)
  if (!known?.seen) plan.storesMet += 1

  const people = mergeRepeats(contacts).map((contact) => toPerson(contact, keys))
  const matches = matchPeople(people, known?.contacts ?? [])
  people.forEach((person, at) => {
    planContact(plan, person, storeId, matches[at] ?? null, keys)
  })
  if (known) planSuperseded(plan, known, new Set(matches), store.superseded, keys)
}

function planContact(
  plan: BatchPlan,
  person: Person,
  storeId: string,
  known: KnownContact | null,
  keys: ChannelKeys,
): void {
  if (!known?.seen) plan.contactsMet += 1
  if (!known) plan.newContacts.push(toRow(person, newContactId(), storeId, keys))
  else if (known.retired || known.fingerprint !== person.fingerprint) {
    plan.changedContacts.push(toRow(person, known.contactId, storeId, keys))
  } else plan.unchangedIds.push(known.contactId)
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

function toRow(person: Person, contactId: string, storeId: string, keys: ChannelKeys): ContactRow {
  const { record } = person
  const { emails, phones, linkedin_url } = record.channels
  const isReachable = emails.length > 0 || phones.length > 0 || linkedin_url !== null
  const sealed = isReachable ? keys.seal(contactId, record.channels) : null
  return {
    contact_id: contactId,
    store_id: storeId,
    source_id: record.source_id,
    first_name: record.first_name,
    last_name: record.last_name,
    full_name: record.full_name,
    title: record.title,
    role: record.role,
    seniority: record.seniority,
    ...summarise(record.channels),
    channels: sealed ? sealed.sealed.toString('hex') : null,
    channels_key_id: sealed ? sealed.keyId : null,
    linkedin_hash: person.linkedinHash,
    email_hashes: person.emailHashes,
    fingerprint: person.fingerprint,
  }
}
