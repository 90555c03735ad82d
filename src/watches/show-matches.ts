import { type ContactPreview, toContactPreview } from '../catalog/contact-preview.ts'
import { findPreviewRows, previewContactId } from '../catalog/find-previews.ts'
import { findStoresById } from '../catalog/find-stores.ts'
import { isRevealedBy } from '../credits/reveals.ts'
import type { Db } from '../db/database.ts'
import { type Store, toStore } from '../stores/store.ts'
import type { Match, MatchedChange } from './match-rows.ts'

export type ShownMatch = {
  match: number
  matchedAt: Date
  changes: MatchedChange[]
  contact: ContactPreview | null
  store: Store | null
}

/** Facts are stored; what is shown is read from the catalogue now. Who opted out or left since is not shown. */
export async function showMatches(db: Db, accountId: string, matches: readonly Match[]): Promise<ShownMatch[]> {
  const ids = [...new Set(matches.map(({ itemId }) => itemId))]
  const contactIds = ids.filter((id) => id.startsWith('ct_'))
  const storeIds = ids.filter((id) => id.startsWith('st_'))
  const contacts =
    contactIds.length === 0
      ? new Map()
      : await findPreviewRows(db, contactIds, { accountId, revealed: isRevealedBy(accountId, previewContactId) })
  const stores = storeIds.length === 0 ? new Map() : await findStoresById(db, storeIds)
  return matches.flatMap(({ itemId, match, matchedAt, changes }) => {
    const contact = contacts.get(itemId)
    const store = stores.get(itemId)
    if (!contact && !store) return []
    return [
      {
        match,
        matchedAt,
        changes,
        contact: contact ? toContactPreview(contact) : null,
        store: store ? toStore(store) : null,
      },
    ]
  })
}
