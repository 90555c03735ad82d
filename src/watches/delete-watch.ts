import { recordCall } from '../audit/record.ts'
import { deleted, deletedExample, deletedReply } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { auditTarget } from './sources.ts'
import { deleteWatch as removeWatch } from './watch-rows.ts'
import { exampleWatch, requireWatch, type WatchNeeds, watchParams } from './watch-schema.ts'

export const deleteWatch = defineOperation({
  id: 'deleteWatch',
  method: 'DELETE',
  path: '/watches/{watch_id}',
  summary: 'Stop watching',
  description: 'Its matches are gone with it; its events stay in the feed. The saved search or list stays.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: { params: watchParams },
  reply: deletedReply('watch', 'The id of the watch.'),
  problems: ['resource_not_found'],
  example: deletedExample('watch', exampleWatch.id),

  async run(call, { database }: WatchNeeds) {
    const { principal, params } = call
    const { watch, source } = await requireWatch(database, principal, params.watch_id)
    await database.transaction(async (tx) => {
      const gone = await removeWatch(tx, watch)
      if (gone) await recordCall(tx, call, 'watch.deleted', { target: auditTarget(watch, source) })
    })
    return deleted('watch', watch.id)
  },
})
