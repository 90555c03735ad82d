import { Type } from 'typebox'
import { doors } from '../base/doors.ts'
import { readListPage } from '../base/list-page.ts'
import { problems } from '../base/problems.ts'
import { dateTime, listOf, nullableString, oneOf, pageQuery, requestIdExample } from '../base/schema.ts'
import type { CursorSealer } from '../base/seal.ts'
import { type Call, defineOperation } from '../call/operation.ts'
import type { Database } from '../db/database.ts'
import { type AuditAction, auditActionNames, auditActions } from './actions.ts'
import { type AuditEntry, type AuditFilter, allAuditEntries, countAuditEntries, readAuditEntries } from './entries.ts'
import { recordCall } from './record.ts'
import { auditDays } from './retention.ts'
import { sentenceOf } from './sentence.ts'

const named = Type.Unsafe<{ type: string; id: string; name: string | null } | null>({
  type: ['object', 'null'],
  properties: { type: { type: 'string' }, id: { type: 'string' }, name: { type: ['string', 'null'] } },
  required: ['type', 'id', 'name'],
})

const auditEntry = Type.Object({
  id: Type.String(),
  object: Type.Literal('audit_entry'),
  action: oneOf(auditActionNames),
  label: Type.String({ description: 'The action in words.' }),
  sentence: Type.String({ description: 'Who did what, in a sentence.' }),
  door: oneOf(doors, { description: 'How it came in.' }),
  actor: Type.Unsafe<{ type: string; id: string; name: string | null } | null>({
    ...named,
    description: 'The actor; null when unknown, as after a wrong password.',
  }),
  target: Type.Unsafe<{ type: string; id: string; name: string | null } | null>({
    ...named,
    description: 'What it was done to.',
  }),
  details: Type.Array(Type.Object({ name: Type.String(), value: nullableString() })),
  address: nullableString({ description: 'The network address it came from.' }),
  user_agent: nullableString(),
  request_id: nullableString({ description: 'The request that did it.' }),
  created_at: dateTime(),
})

type Query = { action?: AuditAction; actor_id?: string; since?: string; until?: string }
type Needs = { database: Database; cursors: CursorSealer }

export const listAuditEntries = defineOperation({
  id: 'listAuditEntries',
  method: 'GET',
  path: '/audit/entries',
  summary: 'List audit entries',
  description:
    'Who did what in this account, and from where, newest first: sign-ins, keys, members, limits, connections, billing, exports, and what the ' +
    `operator did. For owners. As a spreadsheet (\`Accept: text/csv\`) all that match. Entries are kept for ${auditDays} days.`,
  scope: 'audit:read',
  meter: 'session',
  request: {
    query: Type.Object(
      {
        ...pageQuery,
        action: Type.Optional(oneOf(auditActionNames, { description: 'Only this action.' })),
        actor_id: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: 'Only what this actor did.' })),
        since: Type.Optional(dateTime({ description: 'Not before this moment.' })),
        until: Type.Optional(dateTime({ description: 'Before this moment.' })),
      },
      { additionalProperties: false },
    ),
  },
  reply: listOf(auditEntry, { total: 'How many match in all.' }),
  problems: ['invalid_cursor'],
  example: {
    summary: 'A new key',
    reply: {
      object: 'list',
      data: [
        {
          id: 'aud_8Jd82mQpLx0aRt5VbN7c',
          object: 'audit_entry',
          action: 'key.created',
          label: auditActions['key.created'],
          sentence: 'Ada created the API key “Nightly sync”, with a limit of 100 credits a month.',
          door: 'web',
          actor: { type: 'member', id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
          target: { type: 'key', id: 'key_2MnB7vCx4ZaQ9wErT6yU', name: 'Nightly sync' },
          details: [{ name: 'credit_limit', value: '100' }],
          address: '203.0.113.7',
          user_agent: 'Mozilla/5.0',
          request_id: requestIdExample,
          created_at: '2026-11-15T09:00:00.000Z',
        },
      ],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: 'req_0aB1cD2eF3gH4iJ5kL6mN7oP',
    },
  },

  async run({ principal, query }, { database, cursors }: Needs) {
    const accountId = principal.account.id
    const bound = `listAuditEntries ${JSON.stringify([query.action, query.actor_id, query.since, query.until])}`
    const filter = filterOf(accountId, query)
    return readListPage(
      query,
      { cursors, accountId, bound },
      {
        read: (before: number | null, limit) => readAuditEntries(database, { ...filter, before, limit }),
        count: () => countAuditEntries(database, filter),
        positionOf: ({ seq }) => Number(seq),
        render: renderAuditEntry,
      },
    )
  },

  csv: {
    columns: [
      'time',
      'action',
      'actor',
      'actor_id',
      'door',
      'target',
      'target_id',
      'details',
      'address',
      'user_agent',
      'sentence',
    ],
    async *rows(call: Call<unknown, Query, unknown, unknown>, { database }: Needs) {
      const accountId = call.principal.account.id
      await recordCall(database, call, 'data.exported', { details: { what: 'audit log' } })
      for await (const row of allAuditEntries(database, filterOf(accountId, call.query))) yield toCells(row)
    },
  },
})

function filterOf(accountId: string, { action, actor_id, since, until }: Query): Omit<AuditFilter, 'limit'> {
  const moments = { since: since && new Date(since), until: until && new Date(until) }
  if (moments.since && moments.until && moments.since >= moments.until) {
    throw problems.invalidRequest('until', 'until must be after since.')
  }
  return { accountId, action, actorId: actor_id, since: moments.since || undefined, until: moments.until || undefined }
}

const idOf = (type: string | null, id: string | null, name: string | null) =>
  type === null ? null : { type, id: id ?? '', name }

export const renderAuditEntry = (row: AuditEntry) => ({
  id: row.id,
  object: 'audit_entry' as const,
  action: row.action,
  label: auditActions[row.action] ?? row.action,
  sentence: sentenceOf(row),
  door: row.door as (typeof doors)[number],
  actor: idOf(row.actorType, row.actorId, row.actorName),
  target: idOf(row.targetType, row.targetId, row.targetName),
  details: Object.entries(row.details).map(([name, value]) => ({ name, value: value === null ? null : String(value) })),
  address: row.address,
  user_agent: row.userAgent,
  request_id: row.requestId,
  created_at: row.createdAt.toISOString(),
})

const toCells = (row: AuditEntry): string[] => [
  row.createdAt.toISOString(),
  row.action,
  row.actorName ?? '',
  row.actorId ?? '',
  row.door,
  row.targetName ?? '',
  row.targetId ?? '',
  Object.entries(row.details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; '),
  row.address ?? '',
  row.userAgent ?? '',
  sentenceOf(row),
]
