import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreviewExample } from '../catalog/contact-preview.ts'
import { listParams, noList, viewerOf } from '../collections/list-schema.ts'
import { findList, type ItemPosition } from '../collections/lists.ts'
import type { OwnedNeeds } from '../contacts/owned-contacts.ts'
import { statusChoice } from '../contacts/revealed-choice.ts'
import { itemsByStatus } from '../work/work-rows.ts'
import { countShown, type ListedProspect, prospect, showItems } from './list-items.ts'

export const getListItems = defineOperation({
  id: 'getListItems',
  method: 'GET',
  path: '/lists/{list_id}/items',
  summary: 'List the items of a list',
  description:
    'Contacts as masked previews, or in full where they are revealed and the caller has the scope `contacts:reveal`; stores as ' +
    'profiles. The latest that were added come first; `work_status` narrows them down. Who opted out and what left the catalogue is not shown.',
  scope: 'lists:read',
  meter: 'own',
  request: {
    params: listParams,
    query: Type.Object({ work_status: statusChoice, ...pageQuery }, { additionalProperties: false }),
  },
  reply: listOf(prospect, { total: 'How many could be shown when the first page was read.' }),
  problems: ['invalid_cursor', 'resource_not_found'],
  example: {
    summary: 'One contact that is not revealed yet',
    reply: {
      object: 'list',
      data: [contactPreviewExample],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, needs: OwnedNeeds) {
    const viewer = viewerOf(principal)
    const list = await findList(needs.database, viewer, params.list_id)
    if (!list) throw noList()
    const { accountId } = viewer
    const { work_status: status } = query
    const prefix = list.kind === 'contacts' ? 'ct_' : 'st_'
    const byStatus = status ? await itemsByStatus(needs.database, accountId, prefix, status) : null
    const look = { list, accountId, showsChannels: principal.scopes.includes('contacts:reveal'), byStatus }
    return readListPage(
      query,
      { cursors: needs.cursors, accountId, bound: ['getListItems', list.id, status].join(' ').trimEnd() },
      {
        read: (from: (ItemPosition & { total: number }) | null, most) =>
          firstOf(showItems(needs, look, from, most), most),
        count: (from) => from?.total ?? countShown(needs, look),
        positionOf: ({ position }, total) => ({ ...position, total }),
        render: ({ item }) => item,
      },
    )
  },
})

async function firstOf(all: AsyncIterable<ListedProspect>, most: number): Promise<ListedProspect[]> {
  const read: ListedProspect[] = []
  for await (const one of all) {
    read.push(one)
    if (read.length === most) break
  }
  return read
}
