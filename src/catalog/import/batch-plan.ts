import type { SealedChannels } from '../channel-keys.ts'
import type { MovedHashes } from '../moved-emails.ts'
import { type Counts, emptyCounts } from './counts.ts'
import type { Person } from './person.ts'
import type { PartlyKnown } from './read-observation.ts'
import type { StoreFields } from './read-store.ts'
import type { Reject } from './reject.ts'
import type { Change, MissingTechnologies } from './store-changes.ts'

/** What one transaction of an import does. Times are in milliseconds. */
export type BatchPlan = {
  newStores: StoreWrite[]
  changedStores: StoreWrite[]
  newContacts: NewContact[]
  changedContacts: ContactWrite[]
  /** Stores of which a line brings nothing new but that they were seen, or that they are gone. */
  observedStores: { storeId: string; at: number }[]
  /** Contacts of which a line brings nothing new. */
  unchangedContactIds: string[]
  /** With `--replace`, which retires whoever is not in it: stores whose line holds the list of their people. */
  listedStoreIds: string[]
  /** Stores whose line names people. */
  peopledStoreIds: Set<string>
  /** People whom such a line does not name and the one before did; and people whom it names again. */
  missedContactIds: string[]
  foundContactIds: string[]
  /** Stores and contacts that leave because a line says so; the people of these stores leave with them. */
  retiredStoreIds: string[]
  retiredContactIds: string[]
  /** Rows about people of stores that nobody knows. */
  rejected: Reject[]
  /** What became of each line. */
  outcomes: Outcome[]
  changes: StoreChange[]
  retracted: StoreChange[]
  stores: Counts
  contacts: Counts
  /** Lines that are older than what is known of their store. */
  stale: number
}

export const outcomes = ['new', 'changed', 'unchanged', 'retired', 'stale'] as const

/** `changed`: something of the store or of its people. */
export type Outcome = {
  domain: string
  line: number
  result: (typeof outcomes)[number]
  /** What changed: fields of the store, or `contacts`. */
  fields?: string[]
  /** An earlier line of this import wrote the store, or made it. */
  isWrittenAgain?: boolean
}

export type StoreWrite = {
  storeId: string
  domain: string
  fields: StoreFields
  partly: PartlyKnown | null
  fingerprint: string
  at: number
  missing: MissingTechnologies | null
  /** False: what is written is nothing that anybody could see. */
  isUpdate: boolean
}

/** Sealed when it is encoded (`EncodeContacts`). */
export type NewContact = { contactId: string; storeId: string; person: Person; at: number }

export type ContactWrite = NewContact & {
  /** Null when there is nothing to seal. */
  sealed: SealedChannels | null
  moved: MovedHashes
  isUpdate: boolean
}

/** Changes are recorded at `at`; of those that are retracted, a held one may have another date. */
export type StoreChange = Change & { storeId: string; at: number }

export const emptyPlan = (): BatchPlan => ({
  newStores: [],
  changedStores: [],
  newContacts: [],
  changedContacts: [],
  observedStores: [],
  unchangedContactIds: [],
  listedStoreIds: [],
  peopledStoreIds: new Set(),
  missedContactIds: [],
  foundContactIds: [],
  retiredStoreIds: [],
  retiredContactIds: [],
  rejected: [],
  outcomes: [],
  changes: [],
  retracted: [],
  stores: emptyCounts(),
  contacts: emptyCounts(),
  stale: 0,
})
