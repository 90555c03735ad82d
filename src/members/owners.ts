import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { newUserId, randomBase62 } from '../ids.ts'
import { endOpenProofs, forgetPendingSignUp } from '../sign-in/users.ts'

export type Owner = { userId: string; email: string }

/** Those who hear about an account's plan and payments. */
export function ownersOf(db: Db, accountId: string): Promise<Owner[]> {
  return db.query<Owner>(sql`
    SELECT u.id AS "userId", u.email FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${accountId} AND m.role = 'owner' ORDER BY u.id`)
}

/** Null when the person has left since. */
export async function ownerAddress(db: Db, accountId: string, userId: string): Promise<string | null> {
  const owners = await ownersOf(db, accountId)
  return owners.find((owner) => owner.userId === userId)?.email ?? null
}

/** The account whose owner signs in with this address; of several, the one joined first. */
export async function findOwnedAccount(db: Db, email: string): Promise<string | null> {
  const [owner] = await db.query<{ accountId: string }>(sql`
    SELECT members.account_id AS "accountId" FROM users JOIN members ON members.user_id = users.id
    WHERE users.email = ${email.trim().toLowerCase()} AND members.role = 'owner'
    ORDER BY members.joined_at, members.account_id LIMIT 1`)
  return owner?.accountId ?? null
}

/**
 * The first member of an account, who may do everything in it. Written as better-auth would write it, so that the
 * person can sign in; whoever can create an account by command has seen that the email is right.
 */
export async function createOwner(
  tx: Db,
  { accountId, email, passwordHash }: { accountId: string; email: string; passwordHash: string },
): Promise<string> {
  const userId = newUserId()
  const address = email.trim().toLowerCase()
  await forgetPendingSignUp(tx, address)
  const [user] = await tx.query(sql`
    INSERT INTO users (id, name, email, email_verified)
    VALUES (${userId}, ${address.split('@')[0]}, ${address}, true)
    ON CONFLICT (email) DO NOTHING RETURNING id`)
  if (!user) throw new Error(`${email} already belongs to a user.`)
  await tx.query(sql`
    INSERT INTO sign_in_methods (id, account_id, provider_id, user_id, password)
    VALUES (${`sim_${randomBase62(20)}`}, ${userId}, 'credential', ${userId}, ${passwordHash})`)
  await tx.query(sql`INSERT INTO members (account_id, user_id, role) VALUES (${accountId}, ${userId}, 'owner')`)
  return userId
}

/** The operator's way to help an owner who can't sign in any more. A new password ends all their sessions. */
export async function changeOwner(
  tx: Db,
  accountId: string,
  { email, passwordHash }: { email?: string; passwordHash?: string },
): Promise<void> {
  const [owner] = await tx.query<{ userId: string }>(sql`
    SELECT user_id AS "userId" FROM members WHERE account_id = ${accountId} AND role = 'owner'
    ORDER BY joined_at, user_id LIMIT 1`)
  if (!owner) throw new Error(`Account ${accountId} has no owner.`)
  if (email !== undefined) {
    const address = email.trim().toLowerCase()
    await forgetPendingSignUp(tx, address)
    const changed = await tx.query(sql`
      UPDATE users SET email = ${address}, updated_at = now()
      WHERE id = ${owner.userId} AND NOT EXISTS (SELECT FROM users WHERE email = ${address} AND id <> ${owner.userId})
      RETURNING id`)
    if (changed.length === 0) throw new Error(`${address} already belongs to a user.`)
  }
  if (passwordHash !== undefined) {
    await tx.query(sql`
      UPDATE sign_in_methods SET password = ${passwordHash}, updated_at = now()
      WHERE user_id = ${owner.userId} AND provider_id = 'credential'`)
    await tx.query(sql`DELETE FROM sessions WHERE user_id = ${owner.userId}`)
  }
  if (email !== undefined || passwordHash !== undefined) await endOpenProofs(tx, owner.userId)
}
