import { Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { callerTypes, doors } from '../base/doors.ts'
import { readListPage } from '../base/list-page.ts'
import { dateTime, listOf, nullableString, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { eitherOf, explain } from '../base/words.ts'
import { defineOperation } from '../call/operation.ts'
import { countEntries, type Entry, readEntries } from '../credits/entries.ts'
import { entryKinds, entryMeanings } from '../credits/ledger.ts'
import { lotSource } from '../credits/lot-schema.ts'
import { currentBalance } from '../credits/periods.ts'
import type { Database } from '../db/database.ts'

const creditEntry = Type.Object({
  id: Type.String({ pattern: '^ent_[A-Za-z0-9]{16,}$', description: 'The id of the entry.' }),
  object: Type.Literal('credit_entry'),
  kind: oneOf(entryKinds, { description: explain(entryMeanings) }),
  amount: Type.Integer({ description: 'Signed: positive for credits added, negative for credits taken.' }),
  balance_after: Type.Integer({ minimum: 0, description: 'Credits left after this entry.' }),
  door: oneOf(doors, { description: 'How it came in.' }),
  actor: Type.Unsafe<{ type: string; id: string; name: string } | null>({
    type: ['object', 'null'],
    description: 'Who caused it; null for what happened by itself, such as a monthly grant.',
    properties: {
      type: Type.String({ description: `What caused it: ${eitherOf([...callerTypes, 'operator'])}.` }),
      id: Type.String({ description: 'The id of the key, member or connection.' }),
      name: Type.String({ description: 'Its name at that time.' }),
    },
  }),
  reason: nullableString({ description: 'Why, in words, where there is something to say.' }),
  contact_ids: Type.Array(Type.String(), {
    description: 'The contacts that a spend paid for, or that a refund is about.',
  }),
  lots: Type.Array(
    Type.Object({
      id: nullableString({ description: 'The entry that granted these credits.' }),
      source: lotSource,
      amount: Type.Integer({ description: 'Signed: what the entry added to this lot or took from it.' }),
    }),
    { description: 'Which credits: those of the period, of a pack, given as goodwill, or returned.' },
  ),
  request_id: nullableString({ description: 'The request that made this entry.' }),
  job_id: nullableString({ description: 'The job that this spend is part of.' }),
  reference: nullableString({ description: 'The caller’s own words for this spend (`Prospector-Reference`).' }),
  spend_id: nullableString({ description: 'Of a refund: the entry of the spend that it gives back.' }),
  created_at: dateTime({ description: 'When it was written. Entries never change.' }),
})

type Needs = { database: Database; clock: Clock; cursors: CursorSealer }

export const listCreditEntries = defineOperation({
  id: 'listCreditEntries',
  method: 'GET',
  path: '/credits/entries',
  summary: 'List credit entries',
  description: 'The credit ledger of this account, newest first.',
  scope: 'usage:read',
  meter: 'own',
  request: {
    query: Type.Object(
      { ...pageQuery, kind: Type.Optional(oneOf(entryKinds, { description: 'Only entries of this kind.' })) },
      { additionalProperties: false },
    ),
  },
  reply: listOf(creditEntry, { total: 'How many entries there are in all, of this kind if one was asked for.' }),
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
          lots: [{ id: 'ent_1Ab27cDeFg3hIj4kLm5n', source: 'period', amount: -1 }],
          request_id: requestIdExample,
          job_id: null,
          reference: 'Autumn campaign',
          spend_id: null,
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
          lots: [{ id: 'ent_1Ab27cDeFg3hIj4kLm5n', source: 'period', amount: 1000 }],
          request_id: null,
          job_id: null,
          reference: null,
          spend_id: null,
          created_at: '2026-03-01T00:00:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
      total: 2,
      request_id: 'req_0aB1cD2eF3gH4iJ5kL6mN7oP',
    },
  },

  async run({ principal, query }, { database, clock, cursors }: Needs) {
    const accountId = principal.account.id
    const { kind } = query
    await currentBalance(database, clock, accountId, principal.period)
    return readListPage(
      query,
      { cursors, accountId, bound: `listCreditEntries ${kind ?? ''}` },
      {
        read: (before: number | null, limit) => readEntries(database, accountId, { before, kind, limit }),
        count: () => countEntries(database, accountId, kind),
        positionOf: ({ seq }) => Number(seq),
        render: toEntry,
      },
    )
  },
})

function toEntry(row: Entry) {
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
    lots: row.lots,
    request_id: row.request_id,
    job_id: row.job_id,
    reference: row.reference,
    spend_id: row.spend_id,
    created_at: row.created_at.toISOString(),
  }
}
