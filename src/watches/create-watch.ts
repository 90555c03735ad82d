import { type Static, Type } from 'typebox'
import type { Caller } from '../audit/record.ts'
import { defineOperation } from '../call/operation.ts'
import { checkTargetList } from './check-target-list.ts'
import { findWatchable } from './find-matches.ts'
import { type MakeNeeds, makeWatch } from './make-watch.ts'
import { refusePrivateEvents, requireSource } from './sources.ts'
import {
  exampleWatchReply,
  renderWatch,
  settingFields,
  sourceFields,
  visitorOf,
  type WatchNeeds,
  watchReply,
} from './watch-schema.ts'

const watchBody = Type.Object({ ...sourceFields, ...settingFields }, { additionalProperties: false })
type WatchBody = Static<typeof watchBody>

export const createWatch = defineOperation({
  id: 'createWatch',
  method: 'POST',
  path: '/watches',
  summary: 'Watch a saved search or a list',
  description:
    'From now on, after each change of the catalogue: a saved search tells each contact or store once when it begins to match, and again for each ' +
    'later change of its store that the search’s `store.changes` asks for. A list tells each recorded change of its stores, or of the stores of its ' +
    'contacts. News is reported as the event `watch.matched`, by mail, and by `GET /watches/{watch_id}/matches`. What matches already is not reported.',
  scope: 'lists:write',
  meter: 'own',
  creates: true,
  changes: true,
  request: { body: watchBody },
  reply: watchReply,
  problems: ['resource_not_found', 'too_many_watches', 'watch_too_broad'],
  example: {
    summary: 'A saved search, with a mail a day',
    request: { saved_search_id: exampleWatchReply.saved_search_id, mail: 'daily' },
    reply: { ...exampleWatchReply, new_matches: 0 },
  },

  async run(call, needs: WatchNeeds & MakeNeeds) {
    for (;;) {
      const { watch, source } = await tryToMake(call, needs)
      if (watch) return renderWatch(watch, source)
    }
  },
})

/** Without a watch when its search was changed meanwhile: what it found is not what the watch is made of. */
async function tryToMake(call: Caller & { body: WatchBody }, needs: WatchNeeds & MakeNeeds) {
  const { principal, body } = call
  const { database, searchIndex } = needs
  const visitor = visitorOf(principal)
  const { viewer, visitorId: createdBy } = visitor
  const source = await requireSource(database, visitor, body)
  refusePrivateEvents(source, body.events)
  const { mail = 'off', events = !source.isPrivate, add_to_list_id: addToListId = null } = body
  await checkTargetList(database, viewer, addToListId, source.kind)
  // Whatever changes from here on is judged.
  const judgedVersion = searchIndex.catalogueVersion()
  const watched =
    'query' in source
      ? { search: source, found: await findWatchable(database, needs, viewer, source) }
      : { list: source }
  const { name, isPrivate } = source
  const asked = { ...watched, name, isPrivate, mail, events, addToListId, createdBy, judgedVersion }
  return { watch: await database.transaction((tx) => makeWatch(tx, needs, call, asked)), source }
}
