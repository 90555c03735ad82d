import { defineOperation } from '../call/operation.ts'
import {
  exampleWatchReply,
  renderWatch,
  requireWatch,
  type WatchNeeds,
  watchParams,
  watchReply,
} from './watch-schema.ts'

export const getWatch = defineOperation({
  id: 'getWatch',
  method: 'GET',
  path: '/watches/{watch_id}',
  summary: 'Get a watch',
  description: 'A watch, with how many matches are new to the caller.',
  scope: 'lists:read',
  meter: 'own',
  request: { params: watchParams },
  reply: watchReply,
  problems: ['resource_not_found'],
  example: { summary: 'A watch', reply: exampleWatchReply },

  async run({ principal, params }, { database }: WatchNeeds) {
    const { watch, source } = await requireWatch(database, principal, params.watch_id)
    return renderWatch(watch, source)
  },
})
