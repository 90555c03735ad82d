import { Type } from 'typebox'
import type { Database } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { defineOperation } from '../operation.ts'
import { count, nullableString, oneOf, requestId, requestIdExample } from '../schema.ts'
import { type Door, doors } from './ledger.ts'

type Row = { date: string; door: Door; type: string | null; id: string | null; name: string | null; spent: number }

export const getCreditHistory = defineOperation({
  id: 'getCreditHistory',
  method: 'GET',
  path: '/credits/history',
  summary: 'Credits spent by day',
  description:
    'Spends of the last days, today included, summed by UTC day, door and actor: what the charts of the usage page show.',
  scope: 'usage:read',
  meter: 'session',
  request: {
    query: Type.Object(
      { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 92, default: 31 })) },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('credit_history'),
    data: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        door: oneOf(doors),
        actor: Type.Object({ type: nullableString(), id: nullableString(), name: nullableString() }),
        spent: count(),
      }),
    ),
    request_id: requestId,
  }),
  problems: [],
  example: {
    summary: 'One day',
    reply: {
      object: 'credit_history',
      data: [
        {
          date: '2026-03-02',
          door: 'api_key',
          actor: { type: 'api_key', id: 'key_9sKf31LmZq8vTy2WcB6d', name: 'Production' },
          spent: 12,
        },
      ],
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, { database }: { database: Database }) {
    const { account, admittedAt } = principal
    const since = new Date(admittedAt.getTime() - ((query.days ?? 31) - 1) * 86_400_000)
    since.setUTCHours(0, 0, 0, 0)
    // An index by time would cost every spend something. Numbers follow time, but for spends that overtook one another
    // while they waited for the balance: older entries than that are not read.
    const rows = await database.query<Row>(sql`
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, door, actor_type AS type, actor_id AS id,
        max(actor_name) AS name, -sum(amount)::int AS spent
      FROM credit_entries
      WHERE account_id = ${account.id} AND kind = 'spend' AND created_at >= ${since} AND seq > coalesce((
        SELECT seq FROM credit_entries WHERE account_id = ${account.id} AND created_at < ${since}::timestamptz - interval '1 hour'
        ORDER BY seq DESC LIMIT 1), 0)
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`)
    const data = rows.map(({ date, door, type, id, name, spent }) => ({ date, door, actor: { type, id, name }, spent }))
    return { object: 'credit_history' as const, data }
  },
})
