import { findStoresById } from '../catalog/find-stores.ts'
import { itemIdsOf } from '../collections/lists.ts'
import type { OwnedNeeds } from '../contacts/owned-contacts.ts'
import type { StoreSort } from '../search/schema/sorts.ts'
import { decodeStorePosition, encodePosition } from '../search/segments/positions.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { toStore } from '../stores/store.ts'
import { isWanted, type ListedProspect, type ListView } from './list-items.ts'

/** The place of a store in the order of a sort, as the cursors of searches have it. */
export type SortedPosition = { place: string }

/** The stores of a list in the order of a sort, from a place on. The index says the order, the catalogue what they are. */
export async function* showSorted(
  { database, searchIndex }: Pick<OwnedNeeds, 'database'> & { searchIndex: SearchIndex },
  look: ListView,
  sort: StoreSort,
  from: SortedPosition | null,
  atOnce: number,
): AsyncGenerator<ListedProspect<SortedPosition>> {
  const ids = (await itemIdsOf(database, look.accountId, look.list)).filter((id) => isWanted(look, id))
  const overlays = [{ ids, wanted: true }]
  for (let after = from && decodeStorePosition(from.place); ; ) {
    const page = searchIndex.reader().searchStores({ query: {}, sort, overlays, limit: atOnce, after })
    const stores = await findStoresById(database, page.ids)
    for (const [at, id] of page.ids.entries()) {
      const found = stores.get(id)
      const place = page.nextAfter(at + 1)
      // After the last one nothing goes on.
      if (found) yield { item: toStore(found), position: { place: place ? encodePosition(place) : '' } }
    }
    after = page.nextAfter(page.ids.length)
    if (after === null) return
  }
}
