import { problems } from '../base/problems.ts'
import { findList, keepList, type Viewer } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'

/** News can only be added to a list that the caller sees and that holds what the watch tells of. */
export async function checkTargetList(
  db: Db,
  viewer: Viewer,
  listId: string | null,
  kind: 'contacts' | 'stores',
  /** In whose name news is added. */
  makerId = viewer.userId,
): Promise<void> {
  if (listId === null) return
  const list = await findList(db, viewer, listId)
  if (!list) throw problems.resourceNotFound('add_to_list_id')
  if (list.kind !== kind)
    throw problems.invalidRequest('add_to_list_id', `This watch tells of ${kind}, the list holds ${list.kind}.`)
  if (!(await findList(db, { ...viewer, userId: makerId }, listId)))
    throw problems.invalidRequest('add_to_list_id', 'Whoever made the watch does not see this list. Share it first.')
}

/** Holds a list that was checked, so that it is not deleted before the transaction ends. */
export async function keepTargetList(tx: Db, viewer: Viewer, listId: string | null): Promise<void> {
  if (listId !== null && !(await keepList(tx, viewer, listId))) throw problems.resourceNotFound('add_to_list_id')
}
