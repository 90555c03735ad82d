import { deletePrivateLists, lockPrivateLists } from '../collections/delete-collections.ts'
import type { DeletePrivate } from '../members/members.ts'
import { deleteWatchesHeldTo } from './watch-rows.ts'

/**
 * What nobody else in an account could see, of somebody who leaves it: their private lists, with the watches of these and of searches that
 * are held to one. Nobody could ever delete it, and it would count towards what the account may have.
 */
export const deletePrivate: DeletePrivate = async (tx, accountId, userId) => {
  const listIds = await lockPrivateLists(tx, accountId, userId)
  await deleteWatchesHeldTo(tx, { accountId, createdBy: userId }, listIds)
  await deletePrivateLists(tx, accountId, userId)
}
