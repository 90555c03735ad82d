import { storeParams } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { holdsItem } from '../collections/lists.ts'
import type { Database } from '../db/database.ts'
import { requireStore } from '../work/work-of.ts'
import { followExample, followReply, renderFollow } from './follow-schema.ts'
import { findFollowing } from './watch-rows.ts'
import { visitorOf } from './watch-schema.ts'

export const getStoreFollow = defineOperation({
  id: 'getStoreFollow',
  method: 'GET',
  path: '/stores/{domain}/follow',
  summary: 'See whether a store is followed',
  description: 'Whether the caller follows the store, and the watch that tells what changes there.',
  scope: 'lists:read',
  meter: 'own',
  request: { params: storeParams },
  reply: followReply,
  problems: ['store_not_found'],
  example: { summary: 'Followed', reply: followExample },

  async run({ principal, params }, { database }: { database: Database }) {
    const storeId = await requireStore(database, params.domain)
    const { viewer, visitorId } = visitorOf(principal)
    const watch = await findFollowing(database, viewer.accountId, visitorId)
    const list = watch && { id: watch.listId!, kind: 'stores' as const }
    return renderFollow(storeId, watch, list !== null && (await holdsItem(database, viewer.accountId, list, storeId)))
  },
})
