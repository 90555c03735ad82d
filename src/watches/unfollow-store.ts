import { storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { removeItems } from '../collections/lists.ts'
import type { Database } from '../db/database.ts'
import { requireStore } from '../work/work-of.ts'
import { followExample, followReply, renderFollow } from './follow-schema.ts'
import { findFollowing } from './watch-rows.ts'
import { visitorOf } from './watch-schema.ts'

export const unfollowStore = defineOperation({
  id: 'unfollowStore',
  method: 'DELETE',
  path: '/stores/{domain}/follow',
  summary: 'Stop following a store',
  description: 'Takes the store out of the list of stores that the caller follows. Its past matches stay.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: { params: storeParams },
  reply: followReply,
  problems: ['store_not_found'],
  example: { summary: 'No longer followed', reply: { ...followExample, followed: false } },

  async run({ principal, params }, { database }: { database: Database }) {
    const storeId = await requireStore(database, params.domain)
    const { viewer, visitorId } = visitorOf(principal)
    const watch = await findFollowing(database, viewer.accountId, visitorId)
    if (watch) await removeItems(database, viewer.accountId, { id: watch.listId!, kind: 'stores' }, [storeId])
    return renderFollow(storeId, watch, false)
  },
})
