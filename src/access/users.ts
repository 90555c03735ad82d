import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { newUserId, randomBase62 } from '../ids.ts'

export class EmailTaken extends Error {}

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
  if (!user) throw new EmailTaken(`${email} already belongs to a user.`)
  await tx.query(sql`
    INSERT INTO sign_in_methods (id, account_id, provider_id, user_id, password)
    VALUES (${`sim_${randomBase62(20)}`}, ${userId}, 'credential', ${userId}, ${passwordHash})`)
  await tx.query(sql`INSERT INTO members (account_id, user_id, role) VALUES (${accountId}, ${userId}, 'owner')`)
  return userId
}
