import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import { randomBase62 } from '../base/ids.ts'
import { dateTime, nullableInteger, oneOf, person, requestId, requestIdExample } from '../base/schema.ts'
import { type Role, roles } from '../base/scopes.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { inviterMayGiveCredits, isOfferedLimitSetByOwner, offeredLimit } from './member-limit.ts'

const invitationStatuses = ['pending', 'accepted', 'withdrawn', 'expired'] as const
type Invitation = {
  id: string
  accountId: string
  email: string
  role: Role
  creditLimit: number | null
  invitedBy: { id: string; name: string } | null
  createdAt: Date
  expiresAt: Date
  status: (typeof invitationStatuses)[number]
}

export const invitationDays = 7

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Those of an account, newest first; `invitationId` picks one. */
export function readInvitations(
  db: Db,
  clock: Clock,
  accountId: string,
  invitationId: string | null = null,
): Promise<Invitation[]> {
  return db.query<Invitation>(sql`
    SELECT i.invitation_id AS id, i.account_id AS "accountId", i.email, i.role, i.credit_limit AS "creditLimit",
      CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name) END AS "invitedBy",
      i.created_at AS "createdAt", i.expires_at AS "expiresAt",
      CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.withdrawn_at IS NOT NULL THEN 'withdrawn'
        WHEN i.expires_at <= ${clock.sql} THEN 'expired' ELSE 'pending' END AS status
    FROM invitations i LEFT JOIN users u ON u.id = i.invited_by
    WHERE i.account_id = ${accountId} AND (${invitationId}::text IS NULL OR i.invitation_id = ${invitationId})
    ORDER BY i.created_at DESC, i.invitation_id LIMIT 200`)
}

export type InvitationCounts = { pending: number; lastDay: number; lastDayToThisEmail: number }

/** One that is pending for this very email is left out of `pending`: a new one takes its place. */
export async function countInvitations(
  db: Db,
  clock: Clock,
  accountId: string,
  email: string,
): Promise<InvitationCounts> {
  const [counts] = await db.query<InvitationCounts>(sql`
    SELECT
      count(*) FILTER (WHERE accepted_at IS NULL AND withdrawn_at IS NULL AND email <> ${email}) AS pending,
      count(*) FILTER (WHERE created_at > ${clock.sql} - interval '1 day') AS "lastDay",
      count(*) FILTER (WHERE created_at > ${clock.sql} - interval '1 day' AND email = ${email}) AS "lastDayToThisEmail"
    FROM invitations
    WHERE account_id = ${accountId} AND created_at > ${clock.sql} - make_interval(days => ${invitationDays})`)
  return counts!
}

type InvitationDraft = Pick<Invitation, 'accountId' | 'email' | 'role' | 'creditLimit'> & { invitedBy: string }

/** A new invitation takes the place of one that is still open for the same email. The token is known only here. */
export async function createInvitation(
  tx: Db,
  clock: Clock,
  draft: InvitationDraft,
): Promise<{ invitationId: string; token: string }> {
  const invitationId = `inv_${randomBase62(20)}`
  const token = randomBase62(40)
  await tx.query(sql`
    UPDATE invitations SET withdrawn_at = ${clock.sql}
    WHERE account_id = ${draft.accountId} AND email = ${draft.email} AND accepted_at IS NULL AND withdrawn_at IS NULL`)
  await tx.query(sql`
    INSERT INTO invitations (invitation_id, account_id, token_hash, email, role, credit_limit, invited_by, created_at, expires_at)
    VALUES (${invitationId}, ${draft.accountId}, ${hashToken(token)}, ${draft.email}, ${draft.role}, ${draft.creditLimit},
      ${draft.invitedBy}, ${clock.sql}, ${clock.sql} + make_interval(days => ${invitationDays}))`)
  return { invitationId, token }
}

/** False when it was not open any more. */
export async function endInvitation(db: Db, clock: Clock, accountId: string, invitationId: string): Promise<boolean> {
  const ended = await db.query(sql`
    UPDATE invitations SET withdrawn_at = ${clock.sql}
    WHERE account_id = ${accountId} AND invitation_id = ${invitationId} AND accepted_at IS NULL AND withdrawn_at IS NULL
    RETURNING 1`)
  return ended.length > 0
}

/** Whether the inviter of invitation `i` may still grant its role and credits: invitations end with the right to send them. */
const inviterMayGive: Sql = sql`EXISTS (
  SELECT FROM members m WHERE m.account_id = i.account_id AND m.user_id = i.invited_by
    AND (m.role = 'owner' OR (m.role = 'admin' AND i.role <> 'owner' AND ${inviterMayGiveCredits})))`

/** After somebody left, was removed or got another role: what they may no longer give is withdrawn. */
export async function endUngivableInvitations(tx: Db, clock: Clock, accountId: string, userId: string): Promise<void> {
  await tx.query(sql`
    UPDATE invitations i SET withdrawn_at = ${clock.sql}
    WHERE i.account_id = ${accountId} AND i.invited_by = ${userId}
      AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND NOT ${inviterMayGive}`)
}

/** Whether invitation `i` is the one of this token and can be accepted: once, in time, while its inviter may give it. */
const isOpen = (clock: Clock, token: string): Sql => sql`
  i.token_hash = ${hashToken(token)}
    AND i.accepted_at IS NULL AND i.withdrawn_at IS NULL AND i.expires_at > ${clock.sql} AND ${inviterMayGive}`

/** Whether user `u` may accept it: only as the person it was sent to. */
const isOpenTo = (clock: Clock, token: string, userId: string): Sql =>
  sql`${isOpen(clock, token)} AND u.id = ${userId} AND u.email = i.email`

/** Whether an invitation with this token was sent to the address and can be accepted. Only its mail holds the token. */
export async function isInvited(db: Db, clock: Clock, token: string, email: string): Promise<boolean> {
  const found = await db.query(sql`SELECT FROM invitations i WHERE ${isOpen(clock, token)} AND i.email = ${email}`)
  return found.length > 0
}

type Offer = { accountName: string; inviterName: string; role: Role; creditLimit: number | null }

/** What accepting would give. Null says no more than that it can't be accepted. */
export async function readOffer(db: Db, clock: Clock, token: string, userId: string): Promise<Offer | null> {
  const [offer] = await db.query<Offer>(sql`
    SELECT a.name AS "accountName", inviter.name AS "inviterName", i.role, ${offeredLimit} AS "creditLimit"
    FROM users u, invitations i JOIN accounts a USING (account_id) JOIN users inviter ON inviter.id = i.invited_by
    WHERE ${isOpenTo(clock, token, userId)}`)
  return offer ?? null
}

type OpenOffer = Omit<Offer, 'creditLimit'> & { accountId: string; email: string }

/** The same before anybody has signed in, with the address that it was sent to. What limit it brings depends on who accepts. */
export async function readOfferOf(db: Db, clock: Clock, token: string): Promise<OpenOffer | null> {
  const [offer] = await db.query<OpenOffer>(sql`
    SELECT i.account_id AS "accountId", a.name AS "accountName", inviter.name AS "inviterName", i.role, i.email
    FROM invitations i JOIN accounts a USING (account_id) JOIN users inviter ON inviter.id = i.invited_by
    WHERE ${isOpen(clock, token)}`)
  return offer ?? null
}

type AcceptedInvitation = {
  accountId: string
  role: Role
  creditLimit: number | null
  isLimitSetByOwner: boolean
}

/** The inviter is looked at again: the invitation may have been written while they were being removed. */
export async function takeInvitation(
  tx: Db,
  clock: Clock,
  token: string,
  userId: string,
): Promise<AcceptedInvitation | null> {
  const [accepted] = await tx.query<AcceptedInvitation>(sql`
    UPDATE invitations i SET accepted_at = ${clock.sql}
    FROM users u
    WHERE ${isOpenTo(clock, token, userId)}
    RETURNING i.account_id AS "accountId", i.role, ${offeredLimit} AS "creditLimit",
      ${isOfferedLimitSetByOwner} AS "isLimitSetByOwner"`)
  return accepted ?? null
}

export const invitation = Type.Object({
  id: Type.String(),
  object: Type.Literal('invitation'),
  email: Type.String(),
  role: oneOf(roles),
  credit_limit: nullableInteger(),
  invited_by: person,
  created_at: dateTime(),
  expires_at: dateTime(),
  status: oneOf(invitationStatuses),
})

export const invitationResult = Type.Object({
  object: Type.Literal('invitation_result'),
  invitation,
  request_id: requestId,
})

export function renderInvitation(row: Invitation): Static<typeof invitation> {
  return {
    id: row.id,
    object: 'invitation',
    email: row.email,
    role: row.role,
    credit_limit: row.creditLimit,
    invited_by: row.invitedBy,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    status: row.status,
  }
}

export const exampleInvitation = {
  id: 'inv_5TgB6yHn7UjM8ikL0pQa',
  object: 'invitation',
  email: 'grace@shop.example',
  role: 'member',
  credit_limit: 100,
  invited_by: { id: 'usr_4kQz8Xc1VbN7mLw2RtYp', name: 'Ada' },
  created_at: '2026-11-15T09:00:00.000Z',
  expires_at: '2026-11-22T09:00:00.000Z',
  status: 'pending',
}

export const exampleInvitationResult = {
  object: 'invitation_result',
  invitation: exampleInvitation,
  request_id: requestIdExample,
}
