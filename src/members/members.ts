import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Role } from '../scopes.ts'
import { endUngivableInvitations } from './invitations.ts'

export type Member = { accountId: string; userId: string; role: Role; creditLimit: number | null }

const memberColumns = sql`account_id AS "accountId", user_id AS "userId", role, credit_limit AS "creditLimit"`

export async function findMember(db: Db, accountId: string, userId: string): Promise<Member | null> {
  const [member] = await db.query<Member>(
    sql`SELECT ${memberColumns} FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`,
  )
  return member ?? null
}

/** Where a new session of this person begins; null while they belong to no account. */
export async function firstAccountOf(db: Db, userId: string): Promise<string | null> {
  const [first] = await db.query<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM members WHERE user_id = ${userId} ORDER BY joined_at, account_id LIMIT 1`)
  return first?.accountId ?? null
}

export async function addMember(tx: Db, member: Member): Promise<void> {
  await tx.query(sql`
    INSERT INTO members (account_id, user_id, role, credit_limit)
    VALUES (${member.accountId}, ${member.userId}, ${member.role}, ${member.creditLimit})
    ON CONFLICT (account_id, user_id) DO NOTHING`)
}

/**
 * Everybody who changes who owns an account takes this lock first, so that two owners who leave at the same moment
 * can't leave it without one.
 */
export async function lockOwners(tx: Db, accountId: string): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(sql`
    SELECT user_id AS "userId" FROM members WHERE account_id = ${accountId} AND role = 'owner'
    ORDER BY user_id FOR UPDATE`)
  return rows.map((row) => row.userId)
}

/** Leaving and removal alike: in one transaction the membership, its invitations, sessions and connections end. */
export async function endMembership(tx: Db, clock: Clock, accountId: string, userId: string): Promise<void> {
  await tx.query(sql`DELETE FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`)
  await endUngivableInvitations(tx, clock, accountId, userId)
  await tx.query(sql`DELETE FROM sessions WHERE active_account_id = ${accountId} AND user_id = ${userId}`)
  await tx.query(sql`DELETE FROM oauth_refresh_tokens WHERE reference_id = ${accountId} AND user_id = ${userId}`)
  await tx.query(sql`DELETE FROM oauth_access_tokens WHERE reference_id = ${accountId} AND user_id = ${userId}`)
  await tx.query(sql`DELETE FROM oauth_consents WHERE reference_id = ${accountId} AND user_id = ${userId}`)
}
