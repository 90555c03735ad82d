import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { newUserId } from '../ids.ts'

const derive = promisify<string, string, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** scrypt with OWASP's parameters; salt and key in hex, so that the row says how it was made. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  const key = await derive(password.normalize('NFKC'), salt, 64, { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 })
  return `${salt}:${key.toString('hex')}`
}

export class EmailTaken extends Error {}

/** The first member of an account, who may do everything in it. */
export async function createOwner(
  tx: Db,
  { accountId, email, password }: { accountId: string; email: string; password: string },
): Promise<string> {
  const userId = newUserId()
  const passwordHash = await hashPassword(password)
  const [user] = await tx.query(sql`
    INSERT INTO users (user_id, email, password_hash) VALUES (${userId}, ${email.trim().toLowerCase()}, ${passwordHash})
    ON CONFLICT (email) DO NOTHING RETURNING user_id`)
  if (!user) throw new EmailTaken(`${email} already belongs to a user.`)
  await tx.query(sql`INSERT INTO members (account_id, user_id, role) VALUES (${accountId}, ${userId}, 'owner')`)
  return userId
}
