/** Opening a support view, in the console and by command. */
import { findAccount } from '../accounts/accounts.ts'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import type { Db } from '../db/database.ts'
import { readMembers } from '../members/members.ts'
import { openSupportView } from '../sign-in/support-views.ts'
import { type OperatorCaller, record } from './caller.ts'

type ViewRequest = {
  accountId: string
  userId: string | null
  reason: string
  operatorSessionId: string | null
}

/** As the member who was chosen, or else the first owner. The account's log says so in the same transaction. Returns the token. */
export async function openView(tx: Db, clock: Clock, by: OperatorCaller, asked: ViewRequest): Promise<string> {
  const { accountId, reason, operatorSessionId } = asked
  if (!(await findAccount(tx, accountId))) throw new Refusal(`There is no account ${accountId}.`)
  const members = await readMembers(tx, accountId, asked.userId)
  const member = members.find(({ role }) => role === 'owner') ?? members[0]
  if (!member) throw new Refusal('There is no such member.')
  const { userId, name } = member
  const target = { type: 'member', id: userId, name }
  await record(tx, by, accountId, 'account.viewed', { target, details: { reason } })
  return openSupportView(tx, clock, { accountId, userId, operator: by.actor, operatorSessionId })
}
