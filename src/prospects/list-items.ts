import { type Static, Type } from 'typebox'
import { sql } from '../base/sql.ts'
import { contactPreview, toContactPreview } from '../catalog/contact-preview.ts'
import { findListable, findStoreIds } from '../catalog/find-listable.ts'
import { findPreviewRows, previewContactId } from '../catalog/find-previews.ts'
import { findStoresById } from '../catalog/find-stores.ts'
import { type ItemPosition, itemIdsOf, type List, readItems } from '../collections/lists.ts'
import { type OwnedNeeds, ownedContacts } from '../contacts/owned-contacts.ts'
import { revealedContact } from '../contacts/revealed-contact.ts'
import { isRevealedBy } from '../credits/reveals.ts'
import { store, toStore } from '../stores/store.ts'
import type { ItemsByStatus } from '../work/work-rows.ts'

/** An item as a list shows it; `object` is its kind. */
export const prospect = Type.Union([contactPreview, revealedContact, store])
type Prospect = Static<typeof prospect>

export type ListedProspect<Position> = { item: Prospect; position: Position }

export type ListView = {
  list: List
  accountId: string
  /** Revealed contacts are shown in full. */
  showsChannels: boolean
  /** Only those that have a status of work, or have none; null: all. */
  byStatus: ItemsByStatus | null
}

export const isWanted = ({ byStatus }: ListView, id: string): boolean =>
  byStatus === null || byStatus.ids.has(id) === byStatus.areWanted

/** Where only some are wanted, their ids are read many at a time. */
const idsAtOnce = 1_000

/** The items that can be shown, the latest first, from a place on. */
export async function* showItems(
  needs: OwnedNeeds,
  look: ListView,
  from: ItemPosition | null,
  atOnce: number,
): AsyncGenerator<ListedProspect<ItemPosition>> {
  const limit = look.byStatus ? Math.max(atOnce, idsAtOnce) : atOnce
  for (let after = from; ; ) {
    const rows = await readItems(needs.database, look.accountId, look.list, { after, limit })
    const wanted = rows.filter(({ id }) => isWanted(look, id))
    for (let at = 0; at < wanted.length; at += atOnce) {
      const part = wanted.slice(at, at + atOnce)
      const ids = part.map(({ id }) => id)
      const items = await findItems(needs, look, ids)
      for (const position of part) {
        const item = items.get(position.id)
        if (item) yield { item, position }
      }
    }
    if (rows.length < limit) return
    after = rows.at(-1)!
  }
}

async function findItems(
  needs: OwnedNeeds,
  { list, accountId, showsChannels }: ListView,
  ids: string[],
): Promise<Map<string, Prospect>> {
  if (list.kind === 'stores') {
    const stores = await findStoresById(needs.database, ids)
    return new Map([...stores].map(([id, found]) => [id, toStore(found)]))
  }
  const items = new Map<string, Prospect>()
  const previews = await findPreviewRows(needs.database, ids, {
    accountId,
    revealed: isRevealedBy(accountId, previewContactId),
  })
  for (const [id, row] of previews) items.set(id, toContactPreview(row))
  if (!showsChannels) return items
  for await (const { contact } of ownedContacts(needs, accountId, { among: new Set(ids) }))
    items.set(contact.id, contact)
  return items
}

export async function countShown({ database }: Pick<OwnedNeeds, 'database'>, look: ListView): Promise<number> {
  const { list, accountId, showsChannels } = look
  const ids = (await itemIdsOf(database, accountId, list)).filter((id) => isWanted(look, id))
  if (list.kind === 'stores') return (await findStoreIds(database, { ids, domains: [] })).ids.size
  const isOwned = (column: typeof previewContactId) => (showsChannels ? isRevealedBy(accountId, column) : sql`false`)
  return (await findListable(database, ids, { accountId, isOwned })).size
}
