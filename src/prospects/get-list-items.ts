import { Type } from 'typebox'
import { readListPage } from '../base/list-page.ts'
import { problems } from '../base/problems.ts'
import { listOf, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreviewExample } from '../catalog/contact-preview.ts'
import { listParams, noList, viewerOf } from '../collections/list-schema.ts'
import { findList, type ItemPosition } from '../collections/lists.ts'
import type { OwnedNeeds } from '../contacts/owned-contacts.ts'
import { statusChoice } from '../contacts/revealed-choice.ts'
import { storeSorts } from '../search/schema/sorts.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { itemsByStatus } from '../work/work-rows.ts'
import { countShown, type ListedProspect, prospect, showItems } from './list-items.ts'
import { type SortedPosition, showSorted } from './sorted-stores.ts'

type Needs = OwnedNeeds & { searchIndex: SearchIndex }

const sortSchema = oneOf(storeSorts, {
  description:
    'The order of a list of stores, over all pages, as a search of stores has it: the highest or newest first, names from A to Z, ' +
    'unknown last. Left out: the latest that were added.',
})

export const getListItems = defineOperation({
  id: 'getListItems',
  method: 'GET',
  path: '/lists/{list_id}/items',
  summary: 'List the items of a list',
  description:
    'Contacts as masked previews, or in full where they are revealed and the caller has the scope `contacts:reveal`; stores as ' +
    'profiles. The latest that were added come first, those that were added together or by one job in the order given; or a list of ' +
    'stores in the order of `sort`. `work_status` narrows them down. Who opted out and what left the catalogue is not shown.',
  scope: 'lists:read',
  meter: 'own',
  request: {
    params: listParams,
    query: Type.Object(
      { work_status: statusChoice, sort: Type.Optional(sortSchema), ...pageQuery },
      { additionalProperties: false },
    ),
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

  async run({ principal, params, query }, needs: Needs) {
    const viewer = viewerOf(principal)
    const list = await findList(needs.database, viewer, params.list_id)
    if (!list) throw noList()
    const { accountId } = viewer
    const { work_status: status, sort } = query
    if (sort && list.kind !== 'stores') {
      throw problems.invalidRequest('sort', 'sort: only a list of stores can be sorted, and this one holds contacts.')
    }
    const prefix = list.kind === 'contacts' ? 'ct_' : 'st_'
    const byStatus = status ? await itemsByStatus(needs.database, accountId, prefix, status) : null
    const look = { list, accountId, showsChannels: principal.scopes.includes('contacts:reveal'), byStatus }
    const bound = ['getListItems', list.id, status, sort].join(' ').trimEnd()
    const pageOf = <Position extends object>(
      show: (from: Position | null, most: number) => AsyncIterable<ListedProspect<Position>>,
    ) =>
      readListPage(
        query,
        { cursors: needs.cursors, accountId, bound },
        {
          read: (from: (Position & { total: number }) | null, most) => firstOf(show(from, most), most),
          count: (from) => from?.total ?? countShown(needs, look),
          positionOf: ({ position }, total) => ({ ...position, total }),
          render: ({ item }) => item,
        },
      )
    return sort
      ? pageOf<SortedPosition>((from, most) => showSorted(needs, look, sort, from, most))
      : pageOf<ItemPosition>((from, most) => showItems(needs, look, from, most))
  },
})

async function firstOf<One>(all: AsyncIterable<One>, most: number): Promise<One[]> {
  const read: One[] = []
  for await (const one of all) {
    read.push(one)
    if (read.length === most) break
  }
  return read
}
