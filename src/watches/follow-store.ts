import { lockAccount } from '../accounts/accounts.ts'
import type { Caller } from '../audit/record.ts'
import { problems } from '../base/problems.ts'
import { storeParams } from '../base/schema.ts'
import { defineOperation, emptyBody } from '../call/operation.ts'
import { addItems, insertList, itemsMax, lockList } from '../collections/lists.ts'
import type { Db } from '../db/database.ts'
import { requireStore } from '../work/work-of.ts'
import { followExample, followReply, renderFollow } from './follow-schema.ts'
import { type MakeNeeds, makeWatch } from './make-watch.ts'
import { findFollowing, type Watch } from './watch-rows.ts'
import { visitorOf } from './watch-schema.ts'

const listName = 'Followed stores'

export const followStore = defineOperation({
  id: 'followStore',
  method: 'PUT',
  path: '/stores/{domain}/follow',
  summary: 'Follow a store',
  description:
    'Adds the store to the list of stores that the caller follows, which is watched: each recorded change of the store is reported from now on. List and ' +
    'watch are made with the first store; a member’s list is private. Following it again changes nothing.',
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  request: { params: storeParams, body: emptyBody },
  reply: followReply,
  problems: ['store_not_found', 'too_many_watches'],
  example: { summary: 'Followed', request: {}, reply: followExample },

  async run(call, needs: MakeNeeds) {
    const { database, searchIndex } = needs
    const storeId = await requireStore(database, call.params.domain)
    const { accountId } = visitorOf(call.principal).viewer
    const judgedVersion = searchIndex.catalogueVersion()
    const watch = await database.transaction(async (tx) => {
      await lockAccount(tx, accountId)
      // A member's list is private: nobody who has left meanwhile gets one.
      if (call.principal.member) await call.recheck(tx)
      const following = await openFollowing(tx, needs, call, judgedVersion)
      const added = await addItems(tx, accountId, { id: following.listId!, kind: 'stores' }, [storeId], itemsMax)
      if (!added) throw problems.invalidRequest('domain', `At most ${itemsMax} stores can be followed.`)
      return following
    })
    return renderFollow(storeId, watch, true)
  },
})

/** The watch of the stores that the caller follows, its list locked; made if this is the first. The caller holds `lockAccount`. */
async function openFollowing(tx: Db, needs: MakeNeeds, call: Caller, judgedVersion: number): Promise<Watch> {
  const { viewer, visitorId: createdBy } = visitorOf(call.principal)
  const { accountId, userId } = viewer
  const known = await findFollowing(tx, accountId, createdBy)
  // Whoever deletes the list in between takes the watch along.
  if (known && (await lockList(tx, viewer, known.listId!))) return known
  // Only people can have private lists.
  const draft = { kind: 'stores' as const, name: listName, shared: userId === null, createdBy }
  const list = await insertList(tx, accountId, draft)
  const settings = { mail: 'off' as const, events: list.shared, addToListId: null, createdBy, judgedVersion }
  const asked = { ...settings, name: list.name, isPrivate: !list.shared, list, followsStores: true }
  return (await makeWatch(tx, needs, call, asked))!
}
