import { type Static, Type } from 'typebox'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { problems } from '../problems.ts'
import { count, dateTime, nullableInteger, oneOf } from '../schema.ts'
import type { Role } from '../scopes.ts'
import { roles } from '../scopes.ts'

export const member = Type.Object({
  user_id: Type.String(),
  object: Type.Literal('member'),
  name: Type.String(),
  email: Type.String(),
  role: oneOf(roles),
  credit_limit: nullableInteger({ description: 'The most contact credits this person may spend a usage month.' }),
  credits_spent: count({
    description: 'In the current usage month, through the web application and their connections.',
  }),
  two_factor_enabled: Type.Boolean(),
  joined_at: dateTime(),
  is_you: Type.Boolean(),
})

export const memberParams = Type.Object({ user_id: Type.String({ maxLength: 64 }) })

export type MemberRow = {
  userId: string
  name: string
  email: string
  role: Role
  creditLimit: number | null
  twoFactorEnabled: boolean
  joinedAt: Date
}

export function readMembers(db: Db, accountId: string, userId: string | null = null): Promise<MemberRow[]> {
  return db.query<MemberRow>(sql`
    SELECT u.id AS "userId", u.name, u.email, m.role, m.credit_limit AS "creditLimit",
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
  if (caller !== 'owner' && touched.includes('owner')) throw problems.ownerRequired()
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
