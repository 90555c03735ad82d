import { Type } from 'typebox'
import { changeTypes, removedAfter } from '../base/change-types.ts'
import { readListPage } from '../base/list-page.ts'
import { problems } from '../base/problems.ts'
import { dateTime, listOf, nullableString, oneOf, pageQuery, requestIdExample, storeParams } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import { type ChangePosition, countChanges, findChanges, type StoreChangeRow } from '../catalog/find-changes.ts'
import type { Database } from '../db/database.ts'
import { findStore } from './get-store.ts'

const storeChange = Type.Object(
  {
    object: Type.Literal('store_change'),
    type: oneOf(changeTypes, { description: 'What changed.' }),
    value: nullableString({ description: 'The app or pixel; null for other types.' }),
    from: nullableString({ description: 'The tier or theme before; null for other types.' }),
    to: nullableString({ description: 'The tier or theme since; null for other types.' }),
    observed_at: dateTime({ description: 'When it was observed; of a removal, when it was confirmed.' }),
  },
  { title: 'StoreChange' },
)

export const listStoreChanges = defineOperation({
  id: 'listStoreChanges',
  method: 'GET',
  path: '/stores/{domain}/changes',
  summary: 'List what changed at a store',
  description:
    'Apps and pixels that came and went, tiers, theme, Shopify Plus, ads and new contacts, newest first. A technology counts as ' +
    `removed when ${removedAfter} lack it.`,
  scope: 'stores:read',
  meter: 'request',
  takesAnyText: true,
  request: {
    params: storeParams,
    query: Type.Object({ ...pageQuery }, { additionalProperties: false }),
  },
  reply: listOf(storeChange, { total: 'How many are recorded of this store in all.' }),
  problems: ['store_not_found', 'invalid_cursor'],
  example: {
    summary: 'An app that came, and the one before it',
    reply: {
      object: 'list',
      data: [
        {
          object: 'store_change',
          type: 'app_added',
          value: 'Klaviyo',
          from: null,
          to: null,
          observed_at: '2026-03-02T00:00:00.000Z',
        },
        {
          object: 'store_change',
          type: 'traffic_tier_up',
          value: null,
          from: '10k_50k',
          to: '50k_100k',
          observed_at: '2026-02-01T00:00:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
      total: 2,
      request_id: requestIdExample,
    },
  },

  async run({ principal, params, query }, { database, cursors }: { database: Database; cursors: CursorSealer }) {
    const store = await findStore(database, params.domain)
    if (!store) throw problems.storeNotFound()
    const { id } = store
    return readListPage(
      query,
      { cursors, accountId: principal.account.id, bound: `listStoreChanges ${id}` },
      {
        read: (after: ChangePosition | null, limit) => findChanges(database, id, { after, limit }),
        count: () => countChanges(database, id),
        positionOf,
        render: toChange,
      },
    )
  },
})

const positionOf = ({ observedAt, type, value }: StoreChangeRow): ChangePosition => ({
  observedAt: observedAt.toISOString(),
  type,
  value,
})

/** Flags need no value: the type says it all. */
const hasBothSides = (type: string): boolean => /tier|theme/.test(type)

const toChange = ({ type, value, from, to, observedAt }: StoreChangeRow) => ({
  object: 'store_change' as const,
  type,
  value: value === '' ? null : value,
  from: hasBothSides(type) ? from : null,
  to: hasBothSides(type) ? to : null,
  observed_at: observedAt.toISOString(),
})
