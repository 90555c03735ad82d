import { feedOf, type StoreWithContacts } from '../src/search/indexing/row-feed.ts'
import type { OpenFeed, Table, WantedChanges } from '../src/search/schema/feed.ts'
import { changedWord } from './change-stores.ts'
import { repeatedRows } from './repeated-rows.ts'

/** A feed without a database: rows are made while they are read. With every version from the second on, 1,000 more stores have changed. */
export type RowsFeed = {
  contacts: number
  version: number
  /** On shared memory: how many milliseconds went into making rows, which is not the index's work. */
  makingMs: Float64Array
  changes?: WantedChanges
}

const storesPerVersion = 1_000
/** A state needs a name, or its index is not kept. */
export const stateId = '00000000-0000-4000-8000-000000000001'

export const openFeed: OpenFeed = async (options) => {
  const { contacts, version, makingMs, changes } = options as RowsFeed
  const whole = repeatedRows(contacts)
  const changed = changes === undefined ? null : [...changedStores(whole.first(), changes.version, version)]
  const feed = changed === null ? whole : feedOf([changed])
  return {
    stores: timed(feed.stores, makingMs),
    contacts: timed(feed.contacts, makingMs),
    changes: timed(feed.changes, makingMs),
    version,
    suppressionVersion: 0,
    erasures: 0,
    stateId,
    changedStoreIds: changed?.map(({ store }) => store.id) ?? null,
  }
}

function* changedStores(batches: Iterable<StoreWithContacts[]>, after: number, until: number) {
  let number = 0
  for (const batch of batches) {
    for (const { store, ...rest } of batch) {
      const version = Math.floor(number++ / storesPerVersion) + 2
      if (version > until) return
      if (version > after) yield { store: { ...store, name: `${changedWord(version)} ${store.name}` }, ...rest }
    }
  }
}

function timed({ columns, batches }: Table, makingMs: Float64Array): Table {
  async function* read() {
    let began = performance.now()
    for await (const rows of batches) {
      makingMs[0]! += performance.now() - began
      yield rows
      began = performance.now()
    }
  }
  return { columns, batches: { [Symbol.asyncIterator]: read } }
}
