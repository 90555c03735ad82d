import { requireScopes } from '../admission/challenge.ts'
import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'
import type { Db } from '../db/database.ts'
import { noList, viewerOf } from './list-schema.ts'
import { findList, itemIdsOf } from './lists.ts'

/** The contacts of a list that the caller sees, the latest first; null where no list was asked for. */
export async function contactsOfList(
  { database: db, publicUrl }: { database: Db; publicUrl: string },
  principal: Principal,
  listId: string | undefined,
): Promise<Set<string> | null> {
  if (listId === undefined) return null
  requireScopes(principal, ['lists:read'], publicUrl)
  const viewer = viewerOf(principal)
  const list = await findList(db, viewer, listId)
  if (!list) throw noList()
  if (list.kind !== 'contacts') throw problems.invalidRequest('list_id', 'This is a list of stores, not of contacts.')
  return new Set(await itemIdsOf(db, viewer.accountId, list))
}
