import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import { viewerOf } from '../collections/list-schema.ts'
import { checkTargetList } from './check-target-list.ts'
import { auditTarget, refusePrivateEvents } from './sources.ts'
import { changeWatch } from './watch-rows.ts'
import {
  exampleWatchReply,
  renderWatch,
  requireWatch,
  settingFields,
  type WatchNeeds,
  watchParams,
  watchReply,
} from './watch-schema.ts'

export const updateWatch = defineOperation({
  id: 'updateWatch',
  method: 'PATCH',
  path: '/watches/{watch_id}',
  summary: 'Change a watch',
  description: 'How often it mails, whether it tells events, and which list news are added to. What is left out stays.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: { params: watchParams, body: Type.Object(settingFields, { additionalProperties: false }) },
  reply: watchReply,
  problems: ['resource_not_found'],
  example: { summary: 'A mail a week', request: { mail: 'weekly' }, reply: { ...exampleWatchReply, mail: 'weekly' } },

  async run(call, { database }: WatchNeeds) {
    const { principal, params, body } = call
    const { watch, source } = await requireWatch(database, principal, params.watch_id)
    refusePrivateEvents(source, body.events)
    const { mail = watch.mail, events = watch.events, add_to_list_id: addToListId = watch.addToListId } = body
    if (addToListId !== watch.addToListId)
      await checkTargetList(database, viewerOf(principal), addToListId, source.kind)
    await database.transaction(async (tx) => {
      await changeWatch(tx, watch, { mail, events, addToListId })
      await recordCall(tx, call, 'watch.changed', { target: auditTarget(watch, source), details: { mail, mail_before: watch.mail } })
    })
    return renderWatch({ ...watch, mail, events, addToListId }, source)
  },
})
