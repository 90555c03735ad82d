import { defineOperation, emptyBody } from '../call/operation.ts'
import { noteVisit } from './watch-rows.ts'
import {
  exampleWatchReply,
  renderWatch,
  requireWatch,
  visitorOf,
  type WatchNeeds,
  watchParams,
  watchReply,
} from './watch-schema.ts'

export const visitWatch = defineOperation({
  id: 'visitWatch',
  method: 'POST',
  path: '/watches/{watch_id}/visit',
  summary: 'Mark matches as seen',
  description:
    'The caller has seen all matches of the watch: `new_matches` counts from here. Each member and each key has a count of its own.',
  scope: 'lists:read',
  meter: 'own',
  changes: true,
  request: { params: watchParams, body: emptyBody },
  reply: watchReply,
  problems: ['resource_not_found'],
  example: { summary: 'Nothing is new any more', request: {}, reply: { ...exampleWatchReply, new_matches: 0 } },

  async run({ principal, params }, { database }: WatchNeeds) {
    const { watch, source } = await requireWatch(database, principal, params.watch_id)
    await noteVisit(database, watch, visitorOf(principal).visitorId)
    return renderWatch({ ...watch, newMatches: 0 }, source)
  },
})
