import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { readListPage } from '../base/list-page.ts'
import {
  dateTime,
  listOf,
  nullableDateTime,
  nullableString,
  oneOf,
  pageQuery,
  requestIdExample,
} from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { defineOperation } from '../call/operation.ts'
import { ownedAmong } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { countErasures, type ErasureReport, readErasures } from './erasure-confirmations.ts'

const erasure = Type.Object(
  {
    contact_id: Type.String({ pattern: contactIdPattern }),
    object: Type.Literal('erasure'),
    revealed_at: nullableDateTime({ description: 'When this account revealed the contact.' }),
    told_at: dateTime({ description: 'When the account was told that the contact is erased.' }),
    confirmed_at: nullableDateTime({
      description: 'When somebody confirmed that your copies are deleted; null: nobody has.',
    }),
    confirmed_by: nullableString({ description: 'The person, key or connection that confirmed it.' }),
  },
  { title: 'Erasure' },
)

type Needs = { database: Database; cursors: CursorSealer }

export const listErasures = defineOperation({
  id: 'listErasures',
  method: 'GET',
  path: '/erasures',
  summary: 'List erased contacts',
  description:
    'Contacts that the account revealed and that were erased since, newest first, and whether somebody confirmed that your own copies are deleted.',
  scope: 'events:read',
  meter: 'session',
  request: {
    query: Type.Object(
      {
        ...pageQuery,
        state: Type.Optional(
          oneOf(['waiting', 'confirmed'], {
            description: 'Only those that wait for a confirmation, or only the others.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: listOf(erasure, { total: 'How many there are in all.' }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'One that waits',
    reply: {
      object: 'list',
      data: [
        {
          contact_id: 'ct_live_QmXvTzRbKwNpLdFs',
          object: 'erasure',
          revealed_at: '2026-10-02T09:00:00.000Z',
          told_at: '2026-11-15T09:00:00.000Z',
          confirmed_at: null,
          confirmed_by: null,
        },
      ],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database, cursors }: Needs) {
    const accountId = principal.account.id
    const { state } = query
    const page = await readListPage(
      query,
      { cursors, accountId, bound: `listErasures ${state}` },
      {
        read: (after: string | null, limit) => readErasures(database, accountId, { state, after, limit }),
        count: () => countErasures(database, accountId, state),
        positionOf: ({ contactId }: ErasureReport) => contactId,
        render: (row: ErasureReport) => row,
      },
    )
    const ids = page.data.map(({ contactId }) => contactId)
    const revealed = await ownedAmong(database, accountId, ids)
    return {
      ...page,
      data: page.data.map(({ contactId, toldAt, confirmedAt, confirmedBy }) => ({
        contact_id: contactId,
        object: 'erasure' as const,
        revealed_at: revealed.get(contactId)?.toISOString() ?? null,
        told_at: toldAt.toISOString(),
        confirmed_at: confirmedAt?.toISOString() ?? null,
        confirmed_by: confirmedBy,
      })),
    }
  },
})
