import { technologyKinds } from '../../base/change-types.ts'
import { newStoreId } from '../../base/ids.ts'
import type { Db } from '../../db/database.ts'
import type { ChannelKeys } from '../channel-keys.ts'
import { type BatchPlan, emptyPlan, type Outcome } from './batch-plan.ts'
import { noteOutcome } from './counts.ts'
import { giveWay, isTurnOver } from './give-way.ts'
import type { KnownStore } from './known-rows.ts'
import { type KnownContact, matchPeople } from './match-people.ts'
import { mergeFields } from './merge-records.ts'
import { mergeRepeats } from './merge-repeats.ts'
import { fingerprintOf, isOldFingerprint, type Person, toPerson } from './person.ts'
import { planContact, planLeavers, planSightings } from './plan-contacts.ts'
import type { ContactRecord } from './read-contact.ts'
import { applyLine, type PartlyKnown } from './read-observation.ts'
import type { StoreFields, StoreRecord } from './read-store.ts'
import type { Reject } from './reject.ts'
import { diffStore, type StoreHistory } from './store-changes.ts'
import { loadContacts, loadStores, type StoredContact } from './stored-rows.ts'

/** The lines of one write, by domain: two lines of one domain are one here, with the people that only the earlier one held. */
export type Batch = Map<string, BatchStore>
type BatchStore = {
  record: StoreRecord
  superseded: ContactRecord[]
  /** Its people are the list of them, not some that rows of a table name. */
  isList: boolean
  /** The last line about it. */
  line: number
  /** Rows of a file of contacts, as they are rejected if there is no such store; null: the store has a line of its own. */
  rows: Reject[] | null
}

type PlanOptions = { keys: ChannelKeys; replace: boolean; observedAt: number; isBaseline: boolean }

/** A store of the batch next to what the catalogue has of it. */
type Pair = {
  store: BatchStore
  at: number
  known: KnownStore | undefined
  fingerprint: string
  people: Person[]
  matches: (KnownContact | null)[]
}

type StoredRows = { stores: Map<string, StoreHistory>; contacts: Map<string, StoredContact> }

export async function planBatch(
  db: Db,
  batch: Batch,
  known: Map<string, KnownStore>,
  options: PlanOptions,
): Promise<BatchPlan> {
  const plan = emptyPlan()
  const pairs: Pair[] = []
  for (const store of batch.values()) {
    const pair = pairUp(store, known.get(store.record.domain), options)
    if (store.rows && (!pair.known || pair.known.retired)) plan.rejected.push(...store.rows)
    else if (isStale(pair)) planStale(plan, pair)
    else pairs.push(pair)
    if (isTurnOver()) await giveWay()
  }
  const stored = await loadStored(db, pairs, options.keys)
  for (const pair of pairs) {
    const before = lengthsOf(plan)
    if (pair.store.record.retired) planRetiredStore(plan, pair)
    else planStore(plan, pair, stored, options)
    plan.outcomes.push(outcomeOf(plan, pair, before, stored))
    if (isTurnOver()) await giveWay()
  }
  return plan
}

/** What the plan holds before a store is added to it. */
const lengthsOf = (plan: BatchPlan) => ({
  stores: plan.changedStores.length,
  changed: plan.changedContacts.length,
  others: plan.newContacts.length + plan.retiredContactIds.length,
})

function outcomeOf(
  plan: BatchPlan,
  { store, known }: Pair,
  before: ReturnType<typeof lengthsOf>,
  stored: StoredRows,
): Outcome {
  const { domain, retired } = store.record
  const { line } = store
  if (!known) return { domain, line, result: retired ? 'unchanged' : 'new' }
  if (retired) return { domain, line, result: known.retired ? 'unchanged' : 'retired' }
  const written = plan.changedStores.slice(before.stores).find(({ isUpdate }) => isUpdate)
  const hasPeople =
    lengthsOf(plan).others > before.others ||
    plan.changedContacts.slice(before.changed).some(({ isUpdate }) => isUpdate)
  if (!written && !hasPeople) return { domain, line, result: 'unchanged' }
  const old = stored.stores.get(known.storeId)?.fields
  const fields = written && old ? changedFields(old, written.fields) : []
  const isWrittenAgain = known.seen === 'written'
  return { domain, line, result: 'changed', fields: hasPeople ? [...fields, 'contacts'] : fields, isWrittenAgain }
}

const changedFields = (old: StoreFields, now: StoreFields): string[] =>
  (Object.keys(now) as (keyof StoreFields)[]).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]))

function pairUp(store: BatchStore, known: KnownStore | undefined, { keys, observedAt }: PlanOptions): Pair {
  const { fields, absent, contacts, observed } = store.record
  const people = mergeRepeats((contacts ?? []).filter(({ retired }) => !retired)).map((contact) =>
    toPerson(contact, keys),
  )
  // Rows of a file of contacts are of the date that the line of their store says. An observation of ingestion has one of its own.
  const isOfStoreLine = store.rows !== null && !observed && known?.seen
  return {
    store,
    at: store.record.observedAt ?? (isOfStoreLine ? known.observedAt : null) ?? observedAt,
    known,
    fingerprint: fingerprintOf(keys, JSON.stringify({ fields, absent, observed })),
    people,
    matches: matchPeople(people, known?.contacts ?? []),
  }
}

/** Older than what is known of the store: it changes nothing, and does not count as missing either. */
const isStale = ({ known, at }: Pair): boolean => known?.observedAt != null && at < known.observedAt

function planStale(plan: BatchPlan, { store, known, at }: Pair): void {
  plan.stale += 1
  plan.outcomes.push({ domain: store.record.domain, line: store.line, result: 'stale' })
  plan.observedStores.push({ storeId: known!.storeId, at })
  noteOutcome(plan.stores, known!.seen, 'unchanged')
}

/** The rows that a line may change. The usual line brings what was there, or what is new. */
async function loadStored(db: Db, pairs: readonly Pair[], keys: ChannelKeys): Promise<StoredRows> {
  const storeIds = pairs.flatMap(({ known, fingerprint }) =>
    known && (known.fingerprint !== fingerprint || known.hasMissing || known.retired) ? [known.storeId] : [],
  )
  const contactIds = pairs.flatMap(({ people, matches }) =>
    people.flatMap((person, at) => {
      const match = matches[at]
      return match && (match.fingerprint !== person.fingerprint() || match.retired) ? [match.contactId] : []
    }),
  )
  return { stores: await loadStores(db, storeIds), contacts: await loadContacts(db, keys, contactIds) }
}

function planStore(plan: BatchPlan, pair: Pair, stored: StoredRows, { keys, replace, isBaseline }: PlanOptions): void {
  const { store, at, known, people, matches } = pair
  const { record, superseded } = store
  const storeId = known?.storeId ?? newStoreId()
  if (known) planKnownStore(plan, pair, known, stored.stores.get(known.storeId))
  else {
    const { domain, fields } = record
    plan.newStores.push({
      ...{ storeId, domain, fields, partly: null, fingerprint: pair.fingerprint, at, missing: null, isUpdate: true },
    })
    noteOutcome(plan.stores, null, 'new')
    if (!isBaseline) plan.changes.push({ storeId, at, type: 'store_added', value: '', from: null, to: null })
  }

  if (replace && record.contacts !== null) plan.listedStoreIds.push(storeId)
  const newBefore = plan.newContacts.length
  people.forEach((given, place) => {
    const match = matches[place] ?? null
    planContact(
      plan,
      { given, known: match, before: match ? stored.contacts.get(match.contactId) : undefined },
      { storeId, at },
      keys,
    )
  })
  // The people of a new store are part of it.
  if (known && known.firstSeenAt !== at && plan.newContacts.length > newBefore) {
    plan.changes.push({ storeId, at, type: 'contact_added', value: '', from: null, to: null })
  }
  const leaving = { known: known?.contacts ?? [], matches, contacts: record.contacts, superseded }
  if (known) planSightings(plan, storeId, known.contacts, matches)
  if (known) planLeavers(plan, leaving, keys, replace && store.isList)
}

function planKnownStore(plan: BatchPlan, pair: Pair, known: KnownStore, before: StoreHistory | undefined): void {
  const { store, at, fingerprint } = pair
  const { record, partly } = before
    ? applyLine(store.record, before.fields, before.partly)
    : { record: store.record, partly: null }
  const { storeId } = known
  const fields = before ? mergeFields(before.fields, record) : record.fields
  const diff = before && diffStore(before, { fields, partly }, record, at)
  for (const change of diff?.changes ?? []) plan.changes.push({ ...change, storeId, at })
  for (const change of diff?.retracted ?? []) plan.retracted.push({ ...change, storeId, at })
  const isUpdate = known.retired || (before !== undefined && isShownOtherwise(before, { fields, partly }))
  const isNews = before !== undefined && !isSame([diff!.missing, partly], [before.missing, before.partly])
  const isWritten = isUpdate || isNews || (before !== undefined && isOldFingerprint(known.fingerprint))
  if (isWritten) {
    const missing = diff?.missing ?? null
    plan.changedStores.push({ storeId, domain: record.domain, fields, partly, fingerprint, at, missing, isUpdate })
  } else plan.observedStores.push({ storeId, at })
  noteOutcome(plan.stores, known.seen, isUpdate ? 'changed' : 'unchanged')
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

type StoreFacts = Pick<StoreHistory, 'fields' | 'partly'>

/** Whether people see another store: of a list that nobody has stated, what observations found in it. */
const isShownOtherwise = (before: StoreFacts, now: StoreFacts): boolean =>
  !isSame(before.fields, now.fields) || !isSame(foundIn(before.partly), foundIn(now.partly))
const foundIn = (partly: PartlyKnown | null): string[][] => technologyKinds.map((kind) => partly?.[kind]?.present ?? [])

/** That a store is gone is an observation, too: what is older does not bring it back. */
function planRetiredStore(plan: BatchPlan, { known, at }: Pair): void {
  if (known) plan.observedStores.push({ storeId: known.storeId, at })
  const isLive = known !== undefined && !known.retired
  if (isLive) plan.retiredStoreIds.push(known.storeId)
  noteOutcome(plan.stores, known?.seen ?? null, isLive ? 'retired' : 'unchanged')
}
