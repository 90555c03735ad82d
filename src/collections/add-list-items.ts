import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { count } from '../base/schema.ts'
import { count as written } from '../base/words.ts'
import { defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { exampleListReply, itemIds, listParams, listReply, noList, renderList, viewerOf } from './list-schema.ts'
import { resolveItems } from './listed-ids.ts'
import { addItems, findList, itemsMax, lockList } from './lists.ts'

export const addListItems = defineOperation({
  id: 'addListItems',
  method: 'POST',
  path: '/lists/{list_id}/items',
  summary: 'Add to a list',
  description:
    'Contacts need not be revealed; stores may be given by id or domain. What is in the list already stays. All that fit are added, or ' +
    `none: a list holds at most ${written(itemsMax)} items.`,
  scope: 'lists:write',
  meter: 'own',
  changes: true,
  openToPeople: true,
  takesLargeBody: true,
  request: { params: listParams, body: Type.Object({ ids: itemIds }, { additionalProperties: false }) },
  reply: Type.Object({
    ...listReply.properties,
    added: count({ description: 'How many were added.' }),
    unavailable_ids: Type.Array(Type.String(), {
      description: 'Those that nothing can be shown for: unknown, opted out, or no longer in the catalogue.',
    }),
  }),
  problems: ['invalid_contact_id', 'resource_not_found'],
  example: {
    summary: 'One contact',
    request: { ids: ['ct_live_QwErTyUiOpAsDfGh'] },
    reply: { ...exampleListReply, added: 1, unavailable_ids: [] },
  },

  async run({ principal, params, body }, { database }: { database: Database }) {
    const viewer = viewerOf(principal)
    const { accountId } = viewer
    const list = await findList(database, viewer, params.list_id)
    if (!list) throw noList()
    const resolved = await resolveItems(database, accountId, list.kind, body.ids)
    const items = [...new Set([...resolved.values()].filter((id) => id !== null))]
    const [filled, added] = await database.transaction(async (tx) => {
      if (!(await lockList(tx, viewer, list.id))) throw noList()
      const outcome = await addItems(tx, accountId, list, items, itemsMax)
      if (!outcome) throw problems.invalidRequest('ids', `A list holds at most ${itemsMax} ${list.kind}.`)
      return [(await findList(tx, viewer, list.id))!, outcome.added] as const
    })
    const unavailable = body.ids.filter((text) => resolved.get(text) === null)
    return { ...renderList(filled), added, unavailable_ids: [...new Set(unavailable)] }
  },
})
