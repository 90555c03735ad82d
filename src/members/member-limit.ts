/** Who may set or change a member's credit limit, and what outlives a membership. What a limit does to a spend: credits/spending-limits.ts. */

import { problems } from '../base/problems.ts'
import type { Role } from '../base/scopes.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { personOf } from '../call/session-needs.ts'
import type { Db } from '../db/database.ts'

/** A limit binds whoever it was set for: admins change neither what an owner set nor the limit of an admin. */
export function refuseToChangeLimit(caller: Role, member: { role: Role; isLimitSetByOwner: boolean }): void {
  const isOwnersLimit = member.isLimitSetByOwner || member.role === 'admin'
  if (isOwnersLimit && caller !== 'owner') throw problems.ownerRequired('change this credit limit')
}

/**
 * Admins with a limit of their own let nobody spend more than before: a second address of theirs would have the credits that
 * they may not spend. `before` is 0 for somebody who is only being invited.
 */
export function refuseToGiveCredits(caller: Principal, before: number | null, after: number | null): void {
  const isLimited = caller.countsFor.some(({ limit }) => limit !== null)
  const isMore = before !== null && (after === null || after > before)
  if (isMore && isLimited && personOf(caller).role !== 'owner') {
    throw problems.ownerRequired('let others spend credits while you have a credit limit')
  }
}

/** Whether an owner set it, who then also decides about it. Removing a limit leaves nothing to decide about. */
export const isLimitSetByOwner = (caller: Role, limit: number | null | undefined): boolean =>
  caller === 'owner' && limit !== null

/** The same of the limit that invitation `i` brings: its inviter is an owner when it is accepted. */
const isInvitedLimitSetByOwner: Sql = sql`i.credit_limit IS NOT NULL AND EXISTS (
  SELECT FROM members m WHERE m.account_id = i.account_id AND m.user_id = i.invited_by AND m.role = 'owner')`

/** Whether inviter `m` of invitation `i` may let somebody spend what it says: `refuseToGiveCredits` as a condition. */
export const inviterMayGiveCredits: Sql = sql`(m.credit_limit IS NULL OR i.credit_limit = 0)`

/** A limit that binds somebody stays behind when they leave. */
export async function keepLimit(tx: Db, accountId: string, userId: string): Promise<void> {
  await tx.query(sql`
    INSERT INTO kept_member_limits (account_id, user_id, credit_limit)
    SELECT account_id, user_id, credit_limit FROM members
    WHERE account_id = ${accountId} AND user_id = ${userId} AND credit_limit IS NOT NULL
      AND (limit_set_by_owner OR role = 'admin')
    ON CONFLICT (account_id, user_id) DO UPDATE SET credit_limit = excluded.credit_limit`)
}

/** The limit that user `u` has kept, unless an owner invites them by invitation `i`: owners decide again. */
const keptLimit: Sql = sql`(
  SELECT k.credit_limit FROM kept_member_limits k
  WHERE k.account_id = i.account_id AND k.user_id = u.id AND NOT EXISTS (
    SELECT FROM members m WHERE m.account_id = i.account_id AND m.user_id = i.invited_by AND m.role = 'owner'))`

/** What invitation `i` offers to user `u`: the lower of its own limit and the one they have kept. */
export const offeredLimit: Sql = sql`least(i.credit_limit, ${keptLimit})`
export const isOfferedLimitSetByOwner: Sql = sql`(${isInvitedLimitSetByOwner} OR ${keptLimit} IS NOT NULL)`

/** Once they are back it stands in their membership, or an owner has decided otherwise. */
export async function forgetKeptLimit(tx: Db, accountId: string, userId: string): Promise<void> {
  await tx.query(sql`DELETE FROM kept_member_limits WHERE account_id = ${accountId} AND user_id = ${userId}`)
}

/** For an account that is erased. */
export async function deleteKeptLimits(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM kept_member_limits WHERE account_id = ${accountId}`)
}
