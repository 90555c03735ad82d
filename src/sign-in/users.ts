import type { Clock } from '../base/clock.ts'
import { newUserId, randomBase62 } from '../base/ids.ts'
import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { endSessions } from './sessions.ts'

type User = { id: string; name: string; email: string; emailVerified: boolean }

export async function findUser(db: Db, userId: string): Promise<User> {
  const [user] = await db.query<User>(
    sql`SELECT id, name, email, email_verified AS "emailVerified" FROM users WHERE id = ${userId}`,
  )
  if (!user) throw new Error('There is no such user.')
  return user
}

/** The person who has confirmed this address. */
export async function findUserByEmail(db: Db, email: string): Promise<User | null> {
  const [user] = await db.query<User>(sql`
    SELECT id, name, email, email_verified AS "emailVerified" FROM users
    WHERE email = ${email.trim().toLowerCase()} AND email_verified`)
  return user ?? null
}

/** False when another sign-up with the same email has taken this one's place. */
export async function confirmEmail(db: Db, userId: string): Promise<boolean> {
  const confirmed = await db.query(sql`UPDATE users SET email_verified = true WHERE id = ${userId} RETURNING id`)
  return confirmed.length > 0
}

/** A sign-up whose email was never confirmed owns nothing, so the address is free for another. */
export async function forgetPendingSignUp(db: Db, email: string): Promise<void> {
  await db.query(sql`DELETE FROM users WHERE email = ${email.trim().toLowerCase()} AND NOT email_verified`)
}

/** Null when another user has the address already. The caller has made sure that it is the person's own. */
export async function insertUser(
  tx: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<string | null> {
  const userId = newUserId()
  const address = email.trim().toLowerCase()
  await forgetPendingSignUp(tx, address)
  const [user] = await tx.query(sql`
    INSERT INTO users (id, name, email, email_verified)
    VALUES (${userId}, ${address.split('@')[0]}, ${address}, true)
    ON CONFLICT (email) DO NOTHING RETURNING id`)
  if (!user) return null
  await tx.query(sql`
    INSERT INTO sign_in_methods (id, account_id, provider_id, user_id, password)
    VALUES (${`sim_${randomBase62(20)}`}, ${userId}, 'credential', ${userId}, ${passwordHash})`)
  return userId
}

export async function renameUser(db: Db, clock: Clock, userId: string, name: string): Promise<void> {
  await db.query(sql`UPDATE users SET name = ${name}, updated_at = ${clock.sql} WHERE id = ${userId}`)
}

/** False when another user has the address already. */
export async function changeEmail(tx: Db, userId: string, email: string): Promise<boolean> {
  const address = email.trim().toLowerCase()
  await forgetPendingSignUp(tx, address)
  const changed = await tx.query(sql`
    UPDATE users SET email = ${address}, updated_at = now()
    WHERE id = ${userId} AND NOT EXISTS (SELECT FROM users WHERE email = ${address} AND id <> ${userId})
    RETURNING id`)
  return changed.length > 0
}

/** A new password ends all sessions of the person. */
export async function changePassword(tx: Db, userId: string, passwordHash: string): Promise<void> {
  await tx.query(sql`
    UPDATE sign_in_methods SET password = ${passwordHash}, updated_at = now()
    WHERE user_id = ${userId} AND provider_id = 'credential'`)
  await endSessions(tx, userId)
}

/** For a person who has lost it; the operator has made sure who they are. */
export async function removeSecondFactor(tx: Db, userId: string): Promise<void> {
  await tx.query(sql`DELETE FROM two_factors WHERE user_id = ${userId}`)
  await tx.query(sql`UPDATE users SET two_factor_enabled = false, updated_at = now() WHERE id = ${userId}`)
}

/** For an account that is erased: its sessions end, and people who belong nowhere else are gone with all that was theirs. */
export async function deletePeople(tx: Db, accountId: string, userIds: readonly string[]): Promise<void> {
  await tx.query(sql`DELETE FROM sessions WHERE active_account_id = ${accountId}`)
  await tx.query(sql`DELETE FROM verifications WHERE value = ANY(${userIds}::text[])`)
  await tx.query(sql`DELETE FROM users WHERE id = ANY(${userIds}::text[])`)
}
