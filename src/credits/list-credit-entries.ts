import { Type } from 'typebox'
import type { CursorSealer } from '../access/cursor.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'
import { defineOperation } from '../operation.ts'
import { dateTime, listOf, nullableString, oneOf, pageQuery, requestIdExample } from '../schema.ts'
import { doors, type EntryKind, entryKinds } from './ledger.ts'
import { currentBalance } from './periods.ts'

const creditEntry = Type.Object({
  id: Type.String({ pattern: '^ent_[A-Za-z0-9]{16,}$' }),
  object: Type.Literal('credit_entry'),
  kind: oneOf(entryKinds),
  amount: Type.Integer({ description: 'Signed: what the entry added or took.' }),
  balance_after: Type.Integer({ minimum: 0 }),
  door: oneOf(doors, { description: 'Through which door it came.' }),
  actor: Type.Unsafe<{ type: string; id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { type: Type.String(), id: Type.String(), name: Type.String() },
  }),
  reason: nullableString(),
  contact_ids: Type.Array(Type.String()),
  request_id: nullableString({ description: 'The request that made this entry.' }),
  created_at: dateTime(),
})

type EntryRow = {
  seq: number
  entry_id: string
  kind: EntryKind
  amount: number
  balance_after: number
  door: (typeof doors)[number]
  actor_type: string | null
  actor_id: string | null
  actor_name: string | null
  reason: string | null
  contact_ids: string[]
  request_id: string | null
  created_at: Date
}

type Needs = { database: Database; clock: Clock; cursors: CursorSealer }

export const listCreditEntries = defineOperation({
  id: 'listCreditEntries',
  method: 'GET',
  path: '/credits/entries',
  summary: 'List credit entries',
  description: 'The credit ledger of this account, newest first: every grant, spend, expiry, refund and adjustment.',
  scope: 'usage:read',
  meter: 'own',
  request: {
    query: Type.Object(
      { ...pageQuery, kind: Type.Optional(oneOf(entryKinds, { description: 'Only entries of this kind.' })) },
      { additionalProperties: false },
    ),
  },
  reply: listOf(creditEntry),
  problems: ['invalid_cursor'],
  example: {
    summary: 'A spend and the grant before it',
    reply: {
      object: 'list',
      data: [
        {
          id: 'ent_4Jd82mQpLx0aRt5VbN7c',
          object: 'credit_entry',
          kind: 'spend',
          amount: -1,
          balance_after: 999,
          door: 'api_key',
          actor: { type: 'api_key', id: 'key_9sKf31LmZq8vTy2WcB6d', name: 'Production' },
          reason: null,
          contact_ids: ['ct_live_QwErTyUiOpAsDfGh'],
          request_id: requestIdExample,
          created_at: '2026-03-02T09:30:00.000Z',
        },
        {
          id: 'ent_1Ab27cDeFg3hIj4kLm5n',
          object: 'credit_entry',
          kind: 'grant',
          amount: 1000,
          balance_after: 1000,
          door: 'system',
          actor: null,
          reason: 'Monthly credits of Pro',
          contact_ids: [],
          request_id: null,
          created_at: '2026-03-01T00:00:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
      request_id: 'req_0aB1cD2eF3gH4iJ5kL6mN7oP',
    },
  },

  async run({ principal, query }, { database, clock, cursors }: Needs) {
    const accountId = principal.account.id
    const limit = query.limit ?? 25
    const bound = `listCreditEntries ${query.kind ?? ''}`
    const before = query.cursor === undefined ? null : Number(cursors.open(query.cursor, accountId, bound))
    await currentBalance(database, clock, accountId, principal.period)
    const rows = await database.query<EntryRow>(sql`
      SELECT seq, entry_id, kind, amount, balance_after, door, actor_type, actor_id, actor_name, reason, contact_ids,
        request_id, created_at
      FROM credit_entries
      WHERE account_id = ${accountId}
        ${before === null ? sql`` : sql`AND seq < ${before}`} ${query.kind === undefined ? sql`` : isOfKind(query.kind)}
      ORDER BY seq DESC LIMIT ${limit + 1}`)
    const shown = rows.slice(0, limit)
    const hasMore = rows.length > limit
    return {
      object: 'list' as const,
      data: shown.map(toEntry),
      has_more: hasMore,
      next_cursor: hasMore ? cursors.seal(String(shown.at(-1)!.seq), accountId, bound) : null,
    }
  },
})

/** Said twice for the planner, which finds the few entries that are no spends in an index of their own. */
const isOfKind = (kind: EntryKind): Sql =>
  kind === 'spend' ? sql`AND kind = 'spend'` : sql`AND kind = ${kind} AND kind <> 'spend'`

function toEntry(row: EntryRow) {
  const { actor_type, actor_id, actor_name } = row
  return {
    id: row.entry_id,
    object: 'credit_entry' as const,
    kind: row.kind,
    amount: row.amount,
    balance_after: row.balance_after,
    door: row.door,
    actor: actor_type === null ? null : { type: actor_type, id: actor_id ?? '', name: actor_name ?? '' },
    reason: row.reason,
    contact_ids: row.contact_ids,
    request_id: row.request_id,
    created_at: row.created_at.toISOString(),
  }
}
