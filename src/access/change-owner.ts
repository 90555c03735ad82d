import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { EmailTaken, endOpenProofs, forgetPendingSignUp } from './users.ts'

/** The operator's way to help an owner who can't sign in any more. A new password ends all their sessions. */
export async function changeOwner(
  tx: Db,
  accountId: string,
  { email, passwordHash }: { email?: string; passwordHash?: string },
): Promise<void> {
  const [owner] = await tx.query<{ user_id: string }>(sql`
    SELECT user_id FROM members WHERE account_id = ${accountId} AND role = 'owner' ORDER BY joined_at, user_id LIMIT 1`)
  if (!owner) throw new Error(`Account ${accountId} has no owner.`)
  if (email !== undefined) {
    const address = email.trim().toLowerCase()
    await forgetPendingSignUp(tx, address)
    const changed = await tx.query(sql`
      UPDATE users SET email = ${address}, updated_at = now()
      WHERE id = ${owner.user_id} AND NOT EXISTS (SELECT FROM users WHERE email = ${address} AND id <> ${owner.user_id})
      RETURNING id`)
    if (changed.length === 0) throw new EmailTaken(`${address} already belongs to a user.`)
  }
  if (passwordHash !== undefined) {
    await tx.query(sql`
      UPDATE sign_in_methods SET password = ${passwordHash}, updated_at = now()
      WHERE user_id = ${owner.user_id} AND provider_id = 'credential'`)
    await tx.query(sql`DELETE FROM sessions WHERE user_id = ${owner.user_id}`)
  }
  if (email !== undefined || passwordHash !== undefined) await endOpenProofs(tx, owner.user_id)
}
