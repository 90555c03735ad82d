import { Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import type { ProblemCode } from '../base/problems.ts'
import { count, dateTime, requestId, requestIdExample } from '../base/schema.ts'
import type { Principal } from '../call/principal.ts'
import { personOf } from '../call/session-needs.ts'
import type { ContactList, Viewer } from './contact-lists.ts'

/** As session operations show it. */
export const contactList = Type.Object({
  id: Type.String({ pattern: '^lst_[A-Za-z0-9]{20}$' }),
  object: Type.Literal('contact_list'),
  name: Type.String(),
  shared: Type.Boolean({ description: 'Every member of the account sees it.' }),
  mine: Type.Boolean({ description: 'Whether the caller created it and so may change it.' }),
  contacts: count(),
  created_at: dateTime(),
})

export const contactListResult = Type.Object({
  object: Type.Literal('contact_list_result'),
  list: contactList,
  request_id: requestId,
})

export const listParams = Type.Object({ list_id: Type.String() })

export const listedContactIds = Type.Array(
  Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }),
  { minItems: 1, maxItems: 100 },
)

export const viewerOf = (principal: Principal): Viewer => ({
  accountId: principal.account.id,
  userId: personOf(principal).userId,
})

export const toContactList = ({ id, name, shared, createdBy, contacts, createdAt }: ContactList, viewer: Viewer) => ({
  id,
  object: 'contact_list' as const,
  name,
  shared,
  mine: createdBy === viewer.userId,
  contacts,
  created_at: createdAt.toISOString(),
})

export const exampleContactList = {
  id: 'lst_4Jd82mQpLx0aRt5VbN7c',
  object: 'contact_list',
  name: 'Spring outreach',
  shared: false,
  mine: true,
  contacts: 12,
  created_at: '2026-03-02T09:30:00.000Z',
}

export const exampleContactListResult = {
  object: 'contact_list_result',
  list: exampleContactList,
  request_id: requestIdExample,
}
