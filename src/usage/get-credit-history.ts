import { Type } from 'typebox'
import { doors } from '../base/doors.ts'
import { dayMs } from '../base/durations.ts'
import { count, nullableString, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { readSpentByDay } from '../credits/entries.ts'
import type { Database } from '../db/database.ts'

const daysDefault = 31

export const getCreditHistory = defineOperation({
  id: 'getCreditHistory',
  method: 'GET',
  path: '/credits/history',
  summary: 'Credits spent by day',
  description: 'Credits spent over the last days, including today, by UTC day, door and actor.',
  scope: 'usage:read',
  meter: 'own',
  openToPeople: true,
  request: {
    query: Type.Object(
      {
        days: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 92, default: daysDefault, description: 'How many days.' }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('credit_history'),
    data: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date', description: 'A day, UTC.' }),
        door: oneOf(doors, { description: 'How the requests came in.' }),
        actor: Type.Object(
          {
            type: nullableString({ description: 'What kind of actor it is.' }),
            id: nullableString({ description: 'The id of the actor.' }),
            name: nullableString({ description: 'The name of the actor.' }),
          },
          { description: 'Who spent them.' },
        ),
        spent: count({ description: 'Credits spent.' }),
      }),
      { description: 'One item for each day, door and actor with spending, the oldest day first.' },
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
    const since = new Date(admittedAt.getTime() - ((query.days ?? daysDefault) - 1) * dayMs)
    since.setUTCHours(0, 0, 0, 0)
    const rows = await readSpentByDay(database, account.id, since)
    const data = rows.map(({ date, door, type, id, name, spent }) => ({ date, door, actor: { type, id, name }, spent }))
    return { object: 'credit_history' as const, data }
  },
})
