import { summarise, summariseEmails } from '../catalog/channels.ts'
import { maskSyntheticName } from '../catalog/masked-last-name.ts'
import { buildInWorker, type FeedSource } from '../search/indexing/build-in-worker.ts'
import { feedOf, type StoreWithContacts } from '../search/indexing/row-feed.ts'
import type { OpenFeed } from '../search/schema/feed.ts'
import { createSearchIndex, type SearchIndex } from '../search/serve/search-index.ts'
import { historyOf, type SyntheticContact, type SyntheticStore, toStoreFacts } from './synthetic-stores.ts'

/** No suppression is ever newer: settling a page knows this version by its sign. */
export const syntheticVersion = -1

/** The index over the catalogue of test mode: the one that is searched in live mode, over one segment that never changes. */
export async function indexSynthetic(source: FeedSource): Promise<SearchIndex> {
  const { segment: built } = await buildInWorker(source)
  const segment = { ...built, isTest: true }
  const index = createSearchIndex({ changesSince: async () => ({ version: syntheticVersion, changes: [] }) })
  await index.publish([{ number: 1, segment, suppressionVersion: syntheticVersion }])
  return index
}

/** The source of the index: one state that never changes. */
export const syntheticFeed = (stores: readonly SyntheticStore[]): Awaited<ReturnType<OpenFeed>> => ({
  ...feedOf([stores.map(toRows)]),
  version: 1,
  suppressionVersion: syntheticVersion,
  erasures: 0,
  stateId: null,
  changedStoreIds: null,
})

/** Segments keep the letters of ids alone, and are fed with live prefixes. */
const letters = (id: string): string => id.replace('_test_', '_live_')

const toRows = (store: SyntheticStore): StoreWithContacts => ({
  store: { ...toStoreFacts(store), id: letters(store.id), adsActive: store.ads_active ?? false },
  changes: historyOf(store).changes,
  contacts: store.contacts.map(toContactRow),
})

function toContactRow(contact: SyntheticContact): StoreWithContacts['contacts'][number] {
  const { has_email, has_phone, has_linkedin } = summarise(contact.channels)
  const { email_kinds, emails_verified_at } = summariseEmails(contact.channels)
  return {
    id: letters(contact.id),
    storeId: letters(contact.store.id),
    firstName: contact.first_name,
    maskedLastName: maskSyntheticName(contact.last_name),
    role: contact.role,
    seniority: contact.seniority,
    title: contact.title,
    hasEmail: has_email,
    hasPhone: has_phone,
    hasLinkedin: has_linkedin,
    addedAt: historyOf(contact.store).firstSeenAt,
    updatedAt: historyOf(contact.store).updatedAt,
    emailKinds: email_kinds,
    emailsVerifiedAt: emails_verified_at.map((time) => (time === null ? null : new Date(time))),
  }
}
