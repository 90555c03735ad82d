import { Type } from 'typebox'
import { type Problem, problems } from '../base/problems.ts'
import { count, dateTime, givenName, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { Principal } from '../call/principal.ts'
import { type List, listKinds, type Viewer } from './lists.ts'

const fields = {
  id: Type.String({ pattern: '^lst_[A-Za-z0-9]{20}$', description: 'The id of the list.' }),
  object: Type.Literal('saved_list'),
  kind: oneOf(listKinds, { description: 'What it holds.' }),
  name: Type.String({ description: 'Its name.' }),
  private: Type.Boolean({ description: 'Only its maker sees it.' }),
  items: count({ description: 'How many items it holds, also those that can’t be shown at the moment.' }),
  created_by: Type.String({ description: 'The member or the key that made it.' }),
  created_at: dateTime({ description: 'When it was made.' }),
}

export const listFields = Type.Object(fields, { title: 'SavedList' })
export const listReply = Type.Object({ ...fields, request_id: requestId })

export const listParams = Type.Object({
  list_id: Type.String({ maxLength: 100, description: 'The id of the list.' }),
})

export const listName = () => ({ ...givenName(), description: 'A name, on one line.' })

export const privateField = Type.Boolean({
  description: 'Only its maker sees it. Only people can have private lists; a key can’t.',
})

export const itemsPerRequestMax = 1_000

export const itemIds = Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
  minItems: 1,
  maxItems: itemsPerRequestMax,
  description: 'Ids of contacts; for a list of stores ids or domains of stores.',
})

export const viewerOf = ({ account, member }: Principal): Viewer => ({
  accountId: account.id,
  userId: member?.userId ?? null,
})

export const noList = (param = 'list_id'): Problem => problems.resourceNotFound(param)

export const renderList = ({ id, kind, name, shared, items, createdBy, createdAt }: List) => ({
  id,
  object: 'saved_list' as const,
  kind,
  name,
  private: !shared,
  items,
  created_by: createdBy,
  created_at: createdAt.toISOString(),
})

export const exampleList = {
  id: 'lst_4Jd82mQpLx0aRt5VbN7c',
  object: 'saved_list' as const,
  kind: 'contacts' as const,
  name: 'Spring outreach',
  private: false,
  items: 12,
  created_by: 'usr_7Kd92nRqMy1bSu6WcP8d',
  created_at: '2026-03-02T09:30:00.000Z',
}

export const exampleListReply = { ...exampleList, request_id: requestIdExample }
