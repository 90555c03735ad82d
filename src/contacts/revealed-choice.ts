/** What narrows the revealed contacts down, in a list, a search and an export. */
import { Type } from 'typebox'
import { dateTime, oneOf } from '../base/schema.ts'
import { type WorkStatus, workStatuses } from '../base/work-statuses.ts'
import type { Principal } from '../call/principal.ts'
import { contactsOfList } from '../collections/contacts-of-list.ts'
import type { Db } from '../db/database.ts'
import { contactsWithStatus } from '../work/work-rows.ts'

export const revealedChoice = {
  list_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Only those in this list.' })),
  since: Type.Optional(dateTime({ description: 'Only what was revealed at this moment or later.' })),
  work_status: Type.Optional(oneOf(workStatuses, { description: 'Only those on which the work is so far.' })),
}

type Choice = { list_id?: string; work_status?: WorkStatus }

export const sinceOf = ({ since }: { since?: string }): Date | null => (since === undefined ? null : new Date(since))

/** Only these; null: all. */
export async function chosenContacts(
  db: Db,
  principal: Principal,
  { list_id: listId, work_status: status }: Choice,
): Promise<Set<string> | null> {
  const listed = await contactsOfList(db, principal, listId)
  if (status === undefined) return listed
  const worked = await contactsWithStatus(db, principal.account.id, status)
  return new Set(listed ? worked.filter((id) => listed.has(id)) : worked)
}
