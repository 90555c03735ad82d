import { Type } from 'typebox'
import { lockAccount, planOf } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { problems } from '../base/problems.ts'
import { defineOperation } from '../call/operation.ts'
import { noList } from '../collections/list-schema.ts'
import { findList } from '../collections/lists.ts'
import { noSavedSearch } from '../collections/saved-search-schema.ts'
import { findSearch } from '../collections/saved-searches.ts'
import { asking } from '../search/search-problems.ts'
import { checkTargetList } from './check-target-list.ts'
import { findMatches, matchesMax, type WatchedSearch } from './find-matches.ts'
import { addUnknown } from './known-items.ts'
import { findSource } from './sources.ts'
import { countWatches, findWatch, insertWatch } from './watch-rows.ts'
import {
  exampleWatchReply,
  renderWatch,
  settingFields,
  sourceFields,
  visitorOf,
  type WatchNeeds,
  watchReply,
} from './watch-schema.ts'

export const createWatch = defineOperation({
  id: 'createWatch',
  method: 'POST',
  path: '/watches',
  summary: 'Watch a saved search or a list',
  description:
    'From now on, after each change of the catalogue: a saved search tells each contact or store once when it begins to match, and again for each ' +
    'later change of its store that the search’s `store.changes` asks for. A list tells each recorded change of its stores, or of the stores of its ' +
    'contacts. News are events (`watch.matched`), mails, and `GET /watches/{watch_id}/matches`. What matches already is not told.',
  scope: 'lists:write',
  meter: 'own',
  creates: true,
  changes: true,
  request: { body: Type.Object({ ...sourceFields, ...settingFields }, { additionalProperties: false }) },
  reply: watchReply,
  problems: ['resource_not_found', 'too_many_watches', 'watch_too_broad'],
  example: {
    summary: 'A saved search, with a mail a day',
    request: { saved_search_id: exampleWatchReply.saved_search_id, mail: 'daily' },
    reply: { ...exampleWatchReply, new_matches: 0 },
  },

  async run({ principal, body }, { database, clock, searchIndex, plans }: WatchNeeds & { plans: Plans }) {
    const { viewer, visitorId } = visitorOf(principal)
    const { accountId } = viewer
    const { saved_search_id: savedSearchId = null, list_id: listId = null, mail = 'off', events = true } = body
    if ((savedSearchId === null) === (listId === null)) {
      throw problems.invalidRequest(undefined, 'A watch needs `saved_search_id` or `list_id`, and only one of them.')
    }
    const search = savedSearchId === null ? null : await findSearch(database, accountId, savedSearchId)
    if (savedSearchId !== null && !search) throw noSavedSearch()
    const list = listId === null ? null : await findList(database, viewer, listId)
    if (listId !== null && !list) throw noList()
    const { kind } = (search ?? list)!
    const addToListId = body.add_to_list_id ?? null
    await checkTargetList(database, viewer, addToListId, kind)
    const watched: WatchedSearch | null = search && { kind: search.kind, query: search.query }
    // Whatever changes from here on is judged.
    const judgedVersion = searchIndex.catalogueVersion()
    const known = watched
      ? await findMatches(database, { searchIndex, clock }, accountId, watched, { most: matchesMax + 1 }).catch(
          (error: unknown) =>
            asking<string[]>(() => {
              throw error
            }),
        )
      : []
    if (known.length > matchesMax) throw problems.watchTooBroad(matchesMax)
    const most = planOf(plans, principal.account).watches
    const watch = await database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      if ((await countWatches(tx, accountId)) >= most) throw problems.tooManyWatches(most)
      const createdBy = visitorId
      const draft = {
        accountId,
        savedSearchId,
        listId,
        mail,
        events,
        addToListId,
        createdBy,
        judgedVersion,
        search: watched,
      }
      const made = await insertWatch(tx, draft)
      await addUnknown(tx, made, known)
      return findWatch(tx, made, visitorId)
    })
    return renderWatch(watch!, (await findSource(database, watch!, viewer))!)
  },
})
