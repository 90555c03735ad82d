import { excludedByAll, readExcluded, readExclusionVersion } from '../catalog/exclusions/excluded.ts'
import type { Database } from '../db/database.ts'
import type { OwnEmails } from '../search/query/own-emails.ts'
import type { IdList } from '../search/serve/id-lists.ts'

/** What an account excludes, and what it knows of emails by its own reports: one version counts changes of both. */
type AccountExclusions = { version: number; contacts: IdList; stores: IdList; ownEmails: OwnEmails }

/** What accounts exclude, and what they know of emails by their own reports, as this node last read it. A page proves that it was found with the version that holds. */
export type KnownExclusions = {
  of(accountId: string): AccountExclusions
  refresh(accountId: string): Promise<void>
}

/** Over all accounts; those that were not asked for longest are forgotten, and read again when they are. */
const idsMax = 2_000_000

export function createKnownExclusions(database: Database): KnownExclusions {
  const known = new Map<string, AccountExclusions>()
  /** Most accounts have no list, and nothing here. */
  const withoutList: AccountExclusions = {
    version: 0,
    contacts: { ids: new Set(excludedByAll(database)) },
    stores: { ids: new Set() },
    ownEmails: new Map(),
  }
  let held = 0

  const forget = (accountId: string): void => {
    const forgotten = known.get(accountId)
    if (forgotten) held -= sizeOf(forgotten)
    known.delete(accountId)
  }

  return {
    of(accountId) {
      const found = known.get(accountId)
      if (!found) return withoutList
      known.delete(accountId)
      known.set(accountId, found)
      return found
    },
    async refresh(accountId) {
      const version = await readExclusionVersion(database, accountId)
      if (version === (known.get(accountId) ?? withoutList).version) return
      const { contactIds, storeIds, ...read } = await readExcluded(database, accountId)
      forget(accountId)
      const excluded = { ...read, contacts: { ids: new Set(contactIds) }, stores: { ids: new Set(storeIds) } }
      known.set(accountId, excluded)
      held += sizeOf(excluded)
      for (const oldest of known.keys()) {
        if (held <= idsMax || oldest === accountId) break
        forget(oldest)
      }
    },
  }
}

const sizeOf = ({ contacts, stores, ownEmails }: AccountExclusions): number =>
  contacts.ids.size + stores.ids.size + ownEmails.size
