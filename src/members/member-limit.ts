/** Who may set or change a member's credit limit. What a limit does to a spend: credits/spending-limits.ts. */

import { problems } from '../base/problems.ts'
import type { Role } from '../base/scopes.ts'
import { type Sql, sql } from '../base/sql.ts'

/** A limit binds whoever it was set for: admins change neither what an owner set nor the limit of an admin. */
export function refuseToChangeLimit(caller: Role, member: { role: Role; isLimitSetByOwner: boolean }): void {
  const isOwnersLimit = member.isLimitSetByOwner || member.role === 'admin'
  if (isOwnersLimit && caller !== 'owner') throw problems.ownerRequired('change this credit limit')
}

/** Whether an owner set it, who then also decides about it. Removing a limit leaves nothing to decide about. */
export const isLimitSetByOwner = (caller: Role, limit: number | null | undefined): boolean =>
  caller === 'owner' && limit !== null

/** The same of the limit that invitation `i` brings: its inviter is an owner when it is accepted. */
export const isInvitedLimitSetByOwner: Sql = sql`i.credit_limit IS NOT NULL AND EXISTS (
  SELECT FROM members m WHERE m.account_id = i.account_id AND m.user_id = i.invited_by AND m.role = 'owner')`
