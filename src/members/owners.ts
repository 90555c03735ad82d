import { prepared, sql } from '../base/sql.ts'
import { endConnectionsOfPerson } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { changeEmail, changePassword, insertUser } from '../sign-in/users.ts'
import { endOpenProofs } from '../sign-in/verifications.ts'

type Owner = { userId: string; email: string }

/** The recipients of mails about an account's plan and payments. */
export function ownersOf(db: Db, accountId: string): Promise<Owner[]> {
  return db.query<Owner>(
    prepared(
      'owners_of',
      sql`
    SELECT u.id AS "userId", u.email FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${accountId} AND m.role = 'owner' ORDER BY u.id`,
    ),
  )
}

/** The addresses of their owners, by account. */
export async function ownersOfAccounts(db: Db, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ accountId: string; email: string }>(sql`
    SELECT m.account_id AS "accountId", u.email FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ANY(${accountIds}::text[]) AND m.role = 'owner' ORDER BY m.joined_at, u.id`)
  const owners = new Map<string, string[]>()
  for (const { accountId, email } of rows) owners.set(accountId, [...(owners.get(accountId) ?? []), email])
  return owners
}

/** Null when the person has left since. */
export async function ownerAddress(db: Db, accountId: string, userId: string): Promise<string | null> {
  const owners = await ownersOf(db, accountId)
  return owners.find((owner) => owner.userId === userId)?.email ?? null
}

/** The address of a member; null when they have left since. */
export async function memberAddress(db: Db, accountId: string, userId: string): Promise<string | null> {
  const [row] = await db.query<{ email: string }>(sql`
    SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.account_id = ${accountId} AND m.user_id = ${userId}`)
  return row?.email ?? null
}

/** The account whose owner signs in with this address; of several, the one joined first. */
export async function findOwnedAccount(db: Db, email: string): Promise<string | null> {
  const [owner] = await db.query<{ accountId: string }>(sql`
    SELECT members.account_id AS "accountId" FROM users JOIN members ON members.user_id = users.id
    WHERE users.email = ${email.trim().toLowerCase()} AND members.role = 'owner'
    ORDER BY members.joined_at, members.account_id LIMIT 1`)
  return owner?.accountId ?? null
}

/** The first member of an account, with a user to sign in as. The operator vouches for the email. */
export async function createOwner(
  tx: Db,
  { accountId, email, passwordHash }: { accountId: string; email: string; passwordHash: string },
): Promise<string> {
  const userId = await insertUser(tx, { email, passwordHash })
  if (userId === null) throw new Error(`${email} already belongs to a user.`)
  await tx.query(sql`INSERT INTO members (account_id, user_id, role) VALUES (${accountId}, ${userId}, 'owner')`)
  return userId
}

/** Whom the operator's commands mean by the owner: of several, the one joined first. */
export async function firstOwner(db: Db, accountId: string): Promise<Owner & { name: string }> {
  const [owner] = await db.query<Owner & { name: string }>(sql`
    SELECT u.id AS "userId", u.email, u.name FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${accountId} AND m.role = 'owner' ORDER BY m.joined_at, u.id LIMIT 1`)
  if (!owner) throw new Error(`Account ${accountId} has no owner.`)
  return owner
}

/** How the operator helps an owner who can't sign in any more. */
export async function changeOwner(
  tx: Db,
  accountId: string,
  { email, passwordHash }: { email?: string; passwordHash?: string },
): Promise<void> {
  // A test account has nobody of its own.
  if (email === undefined && passwordHash === undefined) return
  const owner = await firstOwner(tx, accountId)
  if (email !== undefined && !(await changeEmail(tx, owner.userId, email))) {
    throw new Error(`${email} already belongs to a user.`)
  }
  if (passwordHash !== undefined) {
    await changePassword(tx, owner.userId, passwordHash)
    await endConnectionsOfPerson(tx, owner.userId)
  }
  await endOpenProofs(tx, owner.userId)
}

/** Accounts with a member of this address, or of this domain; at most `limit`. */
export async function accountsOfPeople(
  db: Db,
  { email, domain }: { email: string | null; domain: string | null },
  limit: number,
): Promise<string[]> {
  const isMeant =
    email === null
      ? sql`lower(split_part(u.email, '@', 2)) = ${domain!.toLowerCase()}`
      : sql`u.email = ${email.toLowerCase()}`
  const rows = await db.query<{ id: string }>(sql`
    SELECT DISTINCT m.account_id AS id FROM users u JOIN members m ON m.user_id = u.id WHERE ${isMeant} LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}
