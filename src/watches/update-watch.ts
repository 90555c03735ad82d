import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import { viewerOf } from '../collections/list-schema.ts'
import { checkTargetList, keepTargetList } from './check-target-list.ts'
import { auditTarget, refusePrivateEvents } from './sources.ts'
import { changeWatch } from './watch-rows.ts'
import {
  exampleWatchReply,
  noWatch,
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
  description: 'How often it mails, whether it tells events, and which list news is added to. What is left out stays.',
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
    const { mail, events } = body
    const viewer = viewerOf(principal)
    const addToListId = body.add_to_list_id === watch.addToListId ? undefined : body.add_to_list_id
    if (addToListId !== undefined) await checkTargetList(database, viewer, addToListId, source.kind, watch.createdBy)
    const changed = await database.transaction(async (tx) => {
      await keepTargetList(tx, viewer, addToListId ?? null)
      const after = await changeWatch(tx, watch, { mail, events, addToListId })
      if (!after) throw noWatch()
      await recordCall(tx, call, 'watch.changed', {
        target: auditTarget(watch, source),
        details: { mail: after.mail, mail_before: watch.mail },
      })
      return after
    })
    return renderWatch({ ...watch, ...changed }, source)
  },
})
