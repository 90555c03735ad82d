import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'

export type User = { id: string; name: string; email: string; emailVerified: boolean }

export async function findUser(db: Db, userId: string): Promise<User> {
  const [user] = await db.query<User>(
    sql`SELECT id, name, email, email_verified AS "emailVerified" FROM users WHERE id = ${userId}`,
  )
  if (!user) throw new Error('There is no such user.')
  return user
}

/** False when another sign-up with the same email has taken this one's place. */
export async function confirmEmail(db: Db, userId: string): Promise<boolean> {
  const confirmed = await db.query(sql`UPDATE users SET email_verified = true WHERE id = ${userId} RETURNING id`)
  return confirmed.length > 0
}

/** Who never confirmed their email was never signed in: nothing is theirs, and the email is not either. */
export async function forgetPendingSignUp(db: Db, email: string): Promise<void> {
  await db.query(sql`DELETE FROM users WHERE email = ${email.trim().toLowerCase()} AND NOT email_verified`)
}

/**
 * What stands open for a person from before their password or email changed: links that set another one, sign-ins that wait for
 * the second factor, devices that are not asked for it. better-auth keeps them under hashes, with the person as the value.
 */
export async function endOpenProofs(db: Db, userId: string): Promise<void> {
  await db.query(sql`DELETE FROM verifications WHERE value = ${userId}`)
}
