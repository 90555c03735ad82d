import type { Db } from '../db/database.ts'
import type { ContactQuery } from '../search/schema/filters.ts'
import type { Overlay } from '../search/serve/segment-search.ts'
import { findList, itemIdsOf, type Viewer } from './lists.ts'

/** Whether a search is held to the stores of a list. */
export const asksForList = ({ store }: Pick<ContactQuery, 'store'>): boolean => store?.list_id !== undefined

/** The stores of the list that a search names. One that the viewer does not see holds none, like one that does not exist. */
export async function listOverlays(db: Db, viewer: Viewer, { store }: Pick<ContactQuery, 'store'>): Promise<Overlay[]> {
  if (store?.list_id === undefined) return []
  const list = await findList(db, viewer, store.list_id)
  const ids = list?.kind === 'stores' ? await itemIdsOf(db, viewer.accountId, list) : []
  return [{ ids, wanted: true, ofStores: true }]
}
