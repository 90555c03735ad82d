import { type Static, Type } from 'typebox'
import { type Account, accountColumns } from '../accounts/accounts.ts'
import { apiAccessAction, hasApiAccess } from '../accounts/api-access.ts'
import { apiAccessActionSchema } from '../base/billing-action-schema.ts'
import { dateTime, nullableInteger, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { Role } from '../base/scopes.ts'
import { roles, scopesOfRole } from '../base/scopes.ts'
import { sql } from '../base/sql.ts'
import type { SessionNeeds } from '../call/session-needs.ts'
import { isUnused } from './members.ts'

export const profile = Type.Object({
  object: Type.Literal('profile'),
  user: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    two_factor_enabled: Type.Boolean(),
    created_at: dateTime(),
  }),
  account: Type.Object({ id: Type.String(), name: Type.String() }, { description: 'The account this session uses.' }),
  api_access: Type.Object(
    {
      enabled: Type.Boolean(),
      billing: Type.Union([apiAccessActionSchema, Type.Null()], { description: 'Null while access is enabled.' }),
    },
    { description: 'Whether this account can use stores, contacts and usage now.' },
  ),
  role: oneOf(roles),
  scopes: Type.Array(Type.String(), { description: 'What this person may do in this account.' }),
  credit_limit: nullableInteger({ description: 'The most contact credits this person may spend in a usage month.' }),
  accounts: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: oneOf(roles) }), {
    description: 'Accounts this person can switch to, without one of their own that was never used.',
  }),
  support_view: Type.Union([Type.Object({ operator: Type.String(), ends_at: dateTime() }), Type.Null()], {
    description: 'An operator of this service looks at the account as this person does, and can’t change anything.',
  }),
  request_id: requestId,
})

type Profile = Omit<Static<typeof profile>, 'request_id'>

type Row = Account & {
  userId: string
  email: string
  userName: string
  twoFactorEnabled: boolean
  createdAt: Date
  role: Role
  creditLimit: number | null
  isUnused: boolean
  now: Date
}

/** The person, as a member of one of their accounts. */
export async function readProfile(
  { database, clock, publicUrl }: SessionNeeds,
  userId: string,
  accountId: string,
): Promise<Profile> {
  const rows = await database.query<Row>(sql`
    SELECT ${accountColumns}, u.id AS "userId", u.email, u.name AS "userName", u.created_at AS "createdAt",
      u.two_factor_enabled AS "twoFactorEnabled", m.role, m.credit_limit AS "creditLimit", ${isUnused} AS "isUnused", ${clock.sql} AS now
    FROM users u JOIN members m ON m.user_id = u.id JOIN accounts a USING (account_id)
    WHERE u.id = ${userId} ORDER BY a.name, a.account_id`)
  const here = rows.find((row) => row.id === accountId)
  if (!here) throw new Error('A profile was asked for in an account that the person does not belong to.')
  const enabled = hasApiAccess(here, here.now)
  return {
    object: 'profile',
    user: {
      id: here.userId,
      email: here.email,
      name: here.userName,
      two_factor_enabled: here.twoFactorEnabled,
      created_at: here.createdAt.toISOString(),
    },
    account: { id: accountId, name: here.name },
    api_access: { enabled, billing: enabled ? null : apiAccessAction(here, publicUrl) },
    role: here.role,
    scopes: [...scopesOfRole[here.role]],
    credit_limit: here.creditLimit,
    accounts: rows.filter((row) => row === here || !row.isUnused).map(({ id, name, role }) => ({ id, name, role })),
    support_view: null,
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
  api_access: { enabled: true, billing: null },
  role: 'owner',
  scopes: [...scopesOfRole.owner],
  credit_limit: null,
  accounts: [{ id: 'acc_9dKe2LmQ0pXz7VbN4wRt', name: 'Shop & Co', role: 'owner' }],
  support_view: null,
  request_id: requestIdExample,
}
