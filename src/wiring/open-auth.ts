import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../base/clock.ts'
import { createSignUpAccount } from '../billing/sign-up.ts'
import { endConnectionsOfPerson } from '../connections/connections.ts'
import { joinAtSignUp } from '../members/accept-invitation.ts'
import { isInvited } from '../members/invitations.ts'
import { accountsOf, firstAccountOf, readGrantedScopes } from '../members/members.ts'
import { type Auth, createAuth } from '../sign-in/auth.ts'
import type { AuthOptions } from '../sign-in/auth-options.ts'

type Options = Pick<
  AuthOptions,
  'database' | 'publicUrl' | 'authSecret' | 'mailer' | 'log' | 'sessionIdleDays' | 'hashing'
> & { clock: Clock; plans: Plans }

/** Sign-in, with what it asks of accounts and members, which it does not know. */
export const openAuth = ({ clock, plans, ...options }: Options): Auth => {
  const { database } = options
  return createAuth({
    ...options,
    firstAccountOf: (userId) => firstAccountOf(database, userId),
    accountsOf: (userId) => accountsOf(database, userId),
    isInvited: (token, email) => isInvited(database, clock, token, email),
    joinAtSignUp: (token, userId) => joinAtSignUp(database, clock, token, userId),
    endConnections: (userId) => endConnectionsOfPerson(database, userId),
    readGrantedScopes: (connection) => readGrantedScopes(database, connection),
    openAccount: (name, ownerId) => createSignUpAccount(database, plans, name, ownerId),
  })
}
