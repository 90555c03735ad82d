import { Type } from 'typebox'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { contactPreviewExample } from '../catalog/contact-preview.ts'
import { listParams, noList, viewerOf } from '../collections/list-schema.ts'
import { findList, type ItemPosition } from '../collections/lists.ts'
import type { OwnedNeeds } from '../contacts/owned-contacts.ts'
import { countShown, prospect, type Shown, showItems } from './list-items.ts'

export const getListItems = defineOperation({
  id: 'getListItems',
  method: 'GET',
  path: '/lists/{list_id}/items',
  summary: 'List the items of a list',
  description:
    'Contacts as masked previews, or in full where they are revealed and the caller has the scope `contacts:reveal`; stores as ' +
    'profiles. The latest that were added come first. Who opted out and what left the catalogue is not shown.',
  scope: 'lists:read',
  meter: 'own',
  request: { params: listParams, query: Type.Object(pageQuery, { additionalProperties: false }) },
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
    const { limit = 25, cursor } = query
    const bound = `getListItems ${list.id}`
    const place: (ItemPosition & { total: number }) | null =
      cursor === undefined ? null : JSON.parse(needs.cursors.open(cursor, viewer.accountId, bound))
    const look = { list, accountId: viewer.accountId, showsChannels: principal.scopes.includes('contacts:reveal') }
    const [items, total] = await Promise.all([
      firstOf(showItems(needs, look, place, limit + 1), limit + 1),
      place?.total ?? countShown(needs, look),
    ])
    const shown = items.slice(0, limit)
    const hasMore = items.length > limit
    const next = { ...shown.at(-1)?.position, total }
    return {
      object: 'list' as const,
      data: shown.map(({ item }) => item),
      has_more: hasMore,
      next_cursor: hasMore ? needs.cursors.seal(JSON.stringify(next), viewer.accountId, bound) : null,
      total,
    }
  },
})

async function firstOf(all: AsyncIterable<Shown>, most: number): Promise<Shown[]> {
  const read: Shown[] = []
  for await (const one of all) {
    read.push(one)
    if (read.length === most) break
  }
  return read
}
