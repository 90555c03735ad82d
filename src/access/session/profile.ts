import { type Static, Type } from 'typebox'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { dateTime, nullableInteger, oneOf, requestId } from '../../schema.ts'
import { type Role, roles } from '../members.ts'
import { scopesOfRole } from '../scopes.ts'

export const role = oneOf(roles)

export const profile = Type.Object({
  object: Type.Literal('profile'),
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    two_factor_enabled: Type.Boolean(),
    created_at: dateTime(),
  }),
  account: Type.Object(
    { id: Type.String(), name: Type.String() },
    { description: 'The account this session works in.' },
  ),
  role,
  scopes: Type.Array(Type.String(), { description: 'What this person may do in this account.' }),
  credit_limit: nullableInteger({ description: 'The most contact credits this person may spend a usage month.' }),
  accounts: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role })),
  request_id: requestId,
})

type Profile = Omit<Static<typeof profile>, 'request_id'>

type Row = {
  id: string
  email: string
  name: string
  two_factor_enabled: boolean
  created_at: Date
  account_id: string
  account_name: string
  role: Role
  credit_limit: number | null
}

/** The person, as a member of one of their accounts. */
export async function readProfile(db: Db, userId: string, accountId: string): Promise<Profile> {
  const rows = await db.query<Row>(sql`
    SELECT u.id, u.email, u.name, u.two_factor_enabled, u.created_at, a.account_id, a.name AS account_name, m.role,
      m.credit_limit
    FROM users u JOIN members m ON m.user_id = u.id JOIN accounts a USING (account_id)
    WHERE u.id = ${userId} ORDER BY a.name, a.account_id`)
  const here = rows.find((row) => row.account_id === accountId)
  if (!here) throw new Error('A profile was asked for in an account that the person does not belong to.')
  const { id, email, name, two_factor_enabled, created_at } = here
  return {
    object: 'profile',
    user: { id, email, name, two_factor_enabled, created_at: created_at.toISOString() },
    account: { id: accountId, name: here.account_name },
    role: here.role,
    scopes: [...scopesOfRole[here.role]],
    credit_limit: here.credit_limit,
    accounts: rows.map((row) => ({ id: row.account_id, name: row.account_name, role: row.role })),
  }
}

export const exampleProfile = {
  object: 'profile',
  user: {
    id: 'usr_4kQz8Xc1VbN7mLw2RtYp',
    email: 'ada@shop.example',
    name: 'Ada',
    two_factor_enabled: false,
    created_at: '2026-10-01T09:00:00.000Z',
  },
  account: { id: 'acc_9dKe2LmQ0pXz7VbN4wRt', name: 'Shop & Co' },
  role: 'owner',
  scopes: [...scopesOfRole.owner],
  credit_limit: null,
  accounts: [{ id: 'acc_9dKe2LmQ0pXz7VbN4wRt', name: 'Shop & Co', role: 'owner' }],
  request_id: 'req_6hT2pXw9bK4mVz8cQe1sLr0y',
}

/** A name a person gives: something to read, on one line. */
export const givenName = (options: object = {}) =>
  Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$', ...options })
