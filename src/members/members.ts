import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { count, dateTime, nullableInteger, oneOf } from '../base/schema.ts'
import { type Role, roles } from '../base/scopes.ts'
import { type Sql, sql } from '../base/sql.ts'
import { type ConnectionOf, endConnectionsOf, readConsentedScopes } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { endUngivableInvitations } from './invitations.ts'
import { deleteKeptLimits, keepLimit } from './member-limit.ts'

type Member = { accountId: string; userId: string; role: Role; creditLimit: number | null }

const memberColumns = sql`account_id AS "accountId", user_id AS "userId", role, credit_limit AS "creditLimit"`

async function findMember(db: Db, accountId: string, userId: string): Promise<Member | null> {
  const [member] = await db.query<Member>(
    sql`SELECT ${memberColumns} FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`,
  )
  return member ?? null
}

/**
 * Signing up opens an account, also for people who were invited to another one and never need it. Such an account, which
 * never had a plan and which nobody else is in, is neither where they begin nor offered to them while they have another.
 */
export const isUnused = sql`a.status = 'none' AND m.role = 'owner' AND NOT EXISTS (
  SELECT FROM members other WHERE other.account_id = m.account_id AND other.user_id <> m.user_id)`

/** Where a new session of this person begins; null while they belong to no account. */
export async function firstAccountOf(db: Db, userId: string): Promise<string | null> {
  const [first] = await db.query<{ accountId: string }>(sql`
    SELECT m.account_id AS "accountId" FROM members m JOIN accounts a USING (account_id)
    WHERE m.user_id = ${userId} ORDER BY (${isUnused}), m.joined_at, m.account_id LIMIT 1`)
  return first?.accountId ?? null
}

/** Every account this person belongs to. */
export async function accountsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(
    sql`SELECT account_id AS "accountId" FROM members WHERE user_id = ${userId} ORDER BY account_id`,
  )
  return rows.map(({ accountId }) => accountId)
}

export async function addMember(tx: Db, member: Member & { isLimitSetByOwner?: boolean }): Promise<void> {
  await tx.query(sql`
    INSERT INTO members (account_id, user_id, role, credit_limit, limit_set_by_owner)
    VALUES (${member.accountId}, ${member.userId}, ${member.role}, ${member.creditLimit}, ${member.isLimitSetByOwner ?? false})
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

/** Deletes what somebody keeps to themselves in an account. Given by `watches/delete-private.ts`. */
export type DeletePrivate = (tx: Db, accountId: string, userId: string) => Promise<void>
export type DepartureNeeds = { clock: Clock; deletePrivate: DeletePrivate }

/**
 * Leaving and removal. In one transaction end the membership, the person's sessions and connections in this account, and the invitations
 * that they sent. Because the membership is gone, jobs in the name of the person or of a connection stop (`admission/find-caller.ts`),
 * and watches they made mail nobody (`watches/watch-mail.ts`).
 *
 * What belongs to the account stays, whoever made it: API keys, webhooks, shared lists, saved searches, and watches with their events. What
 * nobody else could see is deleted: private lists, and watches of these. Contacts and stores keep the person as their owner until somebody changes it. A credit limit
 * that an owner set, or that an admin had, binds them again if they come back (`keepLimit`).
 *
 * The caller holds `lockAccount`: whoever makes a private list at this moment waits, and is refused.
 */
export async function endMembership(
  tx: Db,
  { clock, deletePrivate }: DepartureNeeds,
  accountId: string,
  userId: string,
): Promise<void> {
  await keepLimit(tx, accountId, userId)
  await tx.query(sql`DELETE FROM members WHERE account_id = ${accountId} AND user_id = ${userId}`)
  await endUngivableInvitations(tx, clock, accountId, userId)
  await endSessions(tx, userId, accountId)
  await endConnectionsOf(tx, accountId, userId)
  await deletePrivate(tx, accountId, userId)
}

/** Whether the person belongs to the account, as a condition. */
export const isMember = (accountId: string, userId: string): Sql =>
  sql`EXISTS (SELECT FROM members WHERE account_id = ${accountId} AND user_id = ${userId})`

export type SessionMember = {
  sessionId: string
  userId: string
  userName: string
  email: string
  role: Role
  accountId: string
  accountName: string
}

/** The person and the account that an open session stands for; null when the membership has ended. */
export async function findMemberOfSession(db: Db, sessionId: string): Promise<SessionMember | null> {
  const [found] = await db.query<SessionMember>(sql`
    SELECT s.id AS "sessionId", u.id AS "userId", u.name AS "userName", u.email, m.role, a.account_id AS "accountId", a.name AS "accountName"
    FROM sessions s
    JOIN members m ON m.account_id = s.active_account_id AND m.user_id = s.user_id
    JOIN users u ON u.id = s.user_id
    JOIN accounts a ON a.account_id = m.account_id
    WHERE s.id = ${sessionId}`)
  return found ?? null
}

/** The same in a transaction that gives them something: membership and session stay as they are until it ends. */
export async function holdMemberOfSession(tx: Db, known: SessionMember): Promise<SessionMember | null> {
  const { accountId, userId, sessionId } = known
  await tx.query(sql`SELECT FROM members WHERE account_id = ${accountId} AND user_id = ${userId} FOR SHARE`)
  await tx.query(sql`SELECT FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`)
  const now = await findMemberOfSession(tx, sessionId)
  return now?.accountId === accountId ? now : null
}

/** The scopes a person grants through a connection now: none once they disconnected it or left the account. */
export async function readGrantedScopes(db: Db, connection: ConnectionOf): Promise<string[]> {
  const member = await findMember(db, connection.accountId, connection.userId)
  return member ? readConsentedScopes(db, connection) : []
}

export const member = Type.Object({
  user_id: Type.String(),
  object: Type.Literal('member'),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  credit_limit: nullableInteger({ description: 'The most contact credits this person may spend in a usage month.' }),
  credits_spent: count({
    description: 'In the current usage month, through the web application and their connections.',
  }),
  two_factor_enabled: Type.Boolean(),
  joined_at: dateTime(),
  is_you: Type.Boolean(),
})

export const memberParams = Type.Object({ user_id: Type.String({ maxLength: 64 }) })

type MemberRow = {
  userId: string
  name: string
  email: string
  role: Role
  creditLimit: number | null
  isLimitSetByOwner: boolean
  twoFactorEnabled: boolean
  joinedAt: Date
}

export function readMembers(db: Db, accountId: string, userId: string | null = null): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`
    SELECT u.id AS "userId", u.name, u.email, m.role, m.credit_limit AS "creditLimit",
      m.limit_set_by_owner AS "isLimitSetByOwner",
      u.two_factor_enabled AS "twoFactorEnabled", m.joined_at AS "joinedAt"
    FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.account_id = ${accountId} AND (${userId}::text IS NULL OR u.id = ${userId})
    ORDER BY m.joined_at, u.id`)
}

export function renderMember(row: MemberRow, spent: Map<string, number>, callerId: string): Static<typeof member> {
  return {
    user_id: row.userId,
    object: 'member',
    name: row.name,
    email: row.email,
    role: row.role,
    credit_limit: row.creditLimit,
    credits_spent: spent.get(row.userId) ?? 0,
    two_factor_enabled: row.twoFactorEnabled,
    joined_at: row.joinedAt.toISOString(),
    is_you: row.userId === callerId,
  }
}

/** Only an owner makes, changes or removes an owner. */
export function refuseToTouchOwners(caller: Role, ...touched: (Role | undefined)[]): void {
  if (caller !== 'owner' && touched.includes('owner')) throw problems.ownerRequired('add, change or remove an owner')
}

export const exampleMember = {
  user_id: 'usr_4kQz8Xc1VbN7mLw2RtYp',
  object: 'member',
  name: 'Ada',
  email: 'ada@shop.example',
  role: 'owner',
  credit_limit: null,
  credits_spent: 12,
  two_factor_enabled: true,
  joined_at: '2026-10-01T09:00:00.000Z',
  is_you: true,
}

/** For an account that is erased: nobody belongs to it any more, and no invitation leads there. Returns who did. */
export async function deleteMembers(tx: Db, accountId: string): Promise<string[]> {
  await tx.query(sql`DELETE FROM invitations WHERE account_id = ${accountId}`)
  await deleteKeptLimits(tx, accountId)
  const gone = await tx.query<{ userId: string }>(
    sql`DELETE FROM members WHERE account_id = ${accountId} RETURNING user_id AS "userId"`,
  )
  return gone.map(({ userId }) => userId)
}

/** Those of these people who belong to no account. */
export async function withoutAccount(tx: Db, userIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ userId: string }>(sql`
    SELECT id AS "userId" FROM users
    WHERE id = ANY(${userIds}::text[]) AND NOT EXISTS (SELECT FROM members WHERE user_id = users.id)`)
  return rows.map(({ userId }) => userId)
}
