/** What narrows the revealed contacts down, in a list, a search and an export. */
import { Type } from 'typebox'
import { requireScopes } from '../admission/challenge.ts'
import { dateTime, oneOf } from '../base/schema.ts'
import { type StatusChoice, statusChoices } from '../base/work-statuses.ts'
import type { Principal } from '../call/principal.ts'
import { contactsOfList } from '../collections/contacts-of-list.ts'
import { itemsByStatus } from '../work/work-rows.ts'
import type { OwnedNeeds } from './owned-contacts.ts'

export const statusChoice = Type.Optional(
  oneOf(statusChoices, { description: 'Only those on which the work is so far; `none`: those without a status.' }),
)

export const revealedChoice = {
  list_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40, description: 'Only those in this list.' })),
  since: Type.Optional(dateTime({ description: 'Only what was revealed at this moment or later.' })),
  work_status: statusChoice,
}

export type ChoiceNeeds = OwnedNeeds & { publicUrl: string }
type Choice = { list_id?: string; work_status?: StatusChoice }

export const sinceOf = ({ since }: { since?: string }): Date | null => (since === undefined ? null : new Date(since))

/** Only those in `among` (null: all), and none in `except`. */
type ChosenContacts = { among: ReadonlySet<string> | null; except: ReadonlySet<string> }

export async function chosenContacts(
  needs: Pick<ChoiceNeeds, 'database' | 'publicUrl'>,
  principal: Principal,
  { list_id: listId, work_status: status }: Choice,
): Promise<ChosenContacts> {
  const listed = await contactsOfList(needs, principal, listId)
  if (status === undefined) return { among: listed, except: nobody }
  requireScopes(principal, ['lists:read'], needs.publicUrl)
  const { ids, areWanted } = await itemsByStatus(needs.database, principal.account.id, 'ct_', status)
  if (areWanted) return { among: listed ? only(listed, (id) => ids.has(id)) : ids, except: nobody }
  return listed ? { among: only(listed, (id) => !ids.has(id)), except: nobody } : { among: null, except: ids }
}

const only = (ids: ReadonlySet<string>, isWanted: (id: string) => boolean): Set<string> =>
  new Set([...ids].filter(isWanted))

const nobody: ReadonlySet<string> = new Set()
