import { type TSchema, Type } from 'typebox'
import { callerTypes } from '../base/doors.ts'
import {
  dateTime,
  nullableDateTime,
  nullableOneOf,
  nullableString,
  oneOf,
  requestId,
  requestIdExample,
} from '../base/schema.ts'
import { eitherOf } from '../base/words.ts'
import type { WorkField } from '../base/work-fields.ts'
import { workStatuses } from '../base/work-statuses.ts'
import { itemIds } from '../collections/list-schema.ts'
import { listKinds } from '../collections/lists.ts'
import { type HistoryRow, historyMax, type WorkRow } from './work-rows.ts'

export const tagsMax = 20
export const tagLengthMax = 40
export const noteLengthMax = 2_000
const tag = Type.String({ minLength: 1, maxLength: tagLengthMax, pattern: '^\\S(.*\\S)?$' })

/** The fields that can be changed. What is left out stays. */
export const workChange = Type.Object(
  {
    status: Type.Optional(nullableOneOf(workStatuses, { description: 'How far the work is; null: nothing to say.' })),
    owner_id: Type.Optional(
      nullableString({ maxLength: 100, description: 'The member who works on it; null: nobody.' }),
    ),
    tags: Type.Optional(
      Type.Array(tag, {
        maxItems: tagsMax,
        uniqueItems: true,
        description: `All tags, of 1 to ${tagLengthMax} characters each.`,
      }),
    ),
    note: Type.Optional(nullableString({ maxLength: noteLengthMax, description: 'A note; null: none.' })),
  } satisfies Record<WorkField, TSchema>,
  { additionalProperties: false },
)

/** Contacts or stores to read or to change together. */
export const workItems = {
  kind: oneOf(listKinds, { description: 'What the ids are of.' }),
  ids: itemIds,
}

export const workFields = {
  object: Type.Literal('work'),
  id: Type.String({ description: 'The contact or store.' }),
  status: nullableOneOf(workStatuses, { description: 'How far the work is.' }),
  owner_id: nullableString({ description: 'The member who works on it.' }),
  tags: Type.Array(Type.String(), { description: 'Its tags.' }),
  note: nullableString({ description: 'A note.' }),
  changed_at: nullableDateTime({ description: 'When something of it last changed; null: never.' }),
  changed_by: nullableString({ description: 'The member, connection or key that changed it last.' }),
}

export const workReply = Type.Object({ ...workFields, request_id: requestId })

const changed = Type.Object(
  {
    changed_at: dateTime({ description: 'When it was changed.' }),
    actor: Type.Object(
      {
        type: Type.String({ description: `${eitherOf(callerTypes)}.` }),
        id: Type.String({ description: 'Its id.' }),
      },
      { title: 'WorkActor', description: 'Who changed it.' },
    ),
    changes: Type.Object(
      {
        status: Type.Optional(nullableOneOf(workStatuses, { description: 'The new status.' })),
        owner_id: Type.Optional(nullableString({ description: 'The new owner.' })),
        tags: Type.Optional(Type.Array(Type.String(), { description: 'The new tags.' })),
        note: Type.Optional(nullableString({ description: 'The new note.' })),
      } satisfies Record<WorkField, TSchema>,
      { title: 'WorkChanges', description: 'What was changed, with what it became.' },
    ),
  },
  { title: 'WorkHistoryItem' },
)

export const workWithHistory = Type.Object({
  ...workFields,
  history: Type.Array(changed, { description: `The last ${historyMax} changes, the newest first.` }),
  request_id: requestId,
})

export const renderWork = (id: string, { changedAt, changedBy, ownerId, ...work }: WorkRow) => ({
  object: 'work' as const,
  id,
  status: work.status,
  owner_id: ownerId,
  tags: work.tags,
  note: work.note,
  changed_at: changedAt?.toISOString() ?? null,
  changed_by: changedBy,
})

export const renderHistory = ({ changedAt, actorType, actorId, changes }: HistoryRow) => ({
  changed_at: changedAt.toISOString(),
  actor: { type: actorType, id: actorId },
  changes,
})

export const exampleWork = {
  object: 'work' as const,
  id: 'ct_live_QwErTyUiOpAsDfGh',
  status: 'contacted' as const,
  owner_id: null,
  tags: ['spring'],
  note: 'Asked to call back in May.',
  changed_at: '2026-11-12T09:30:00.000Z',
  changed_by: 'usr_7Kd92nRqMy1bSu6WcP8d',
}
export const exampleWorkReply = { ...exampleWork, request_id: requestIdExample }
export const exampleWithHistory = {
  ...exampleWork,
  history: [
    {
      changed_at: exampleWork.changed_at,
      actor: { type: 'member', id: exampleWork.changed_by },
      changes: { status: 'contacted', tags: ['spring'] },
    },
  ],
  request_id: requestIdExample,
}
export const exampleChange = { status: 'contacted', tags: ['spring'], note: 'Asked to call back in May.' }
