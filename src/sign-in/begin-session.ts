import { APIError } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import type { Database } from '../db/database.ts'
import { signInPageUrl } from '../page-urls.ts'
import { sessionLife } from './sessions.ts'
import { confirmEmail, findUser } from './users.ts'

/** The parameter of the sign-in page, and of the call it makes, that carries what the mail of a sign-up brought. */
const linkParameter = 'confirm'

/** Where the mail of a sign-up leads: to the password, and then on to where the person was going. */
export function confirmationLink(publicUrl: string, { token, next }: { token: string; next: string }): string {
  const query = new URLSearchParams({ [linkParameter]: token, ...(next !== '/' && { next }) })
  return signInPageUrl(publicUrl, query)
}

type SessionDraft = { userId: string } & Record<string, unknown>
type Options = {
  database: Database
  /** What better-auth signs its links with. */
  secret: string
  openAccount(name: string, ownerId: string): Promise<string>
  firstAccountOf(userId: string): Promise<string | null>
  sessionIdleDays?: number | undefined
}

/**
 * Every session begins here, after the password was found right. The first one confirms the email: the link proves the
 * mailbox and the password proves who signed up. Opening the link alone proves nothing, for it would vouch for a password
 * that a stranger may have chosen. Without it the answer is that of a wrong password, or signing up would tell who is known.
 */
export async function beginSession(
  { database, secret, openAccount, firstAccountOf, sessionIdleDays = sessionLife.idleDays }: Options,
  session: SessionDraft,
  query: Record<string, unknown> | undefined,
) {
  const user = await findUser(database, session.userId)
  if (!user.emailVerified) {
    const link = query?.[linkParameter]
    const proven = typeof link === 'string' ? await verifyJWT<{ email: string }>(link, secret) : null
    const isConfirmed = proven?.email === user.email && (await confirmEmail(database, user.id))
    if (!isConfirmed) {
      const message = 'Invalid email or password'
      throw new APIError('UNAUTHORIZED', { message, code: 'INVALID_EMAIL_OR_PASSWORD' })
    }
  }
  const activeAccountId = (await firstAccountOf(user.id)) ?? (await openAccount(nameOfFirst(user), user.id))
  const expiresAt = new Date(Date.now() + Math.min(sessionIdleDays, sessionLife.mostDays) * 24 * 60 * 60_000)
  return { data: { ...session, activeAccountId, expiresAt } }
}

/** A person's name is as long as an account's may be; where the ending does not fit, it stands alone. */
function nameOfFirst({ name }: { name: string }): string {
  const accountName = `${name}’s account`
  return accountName.length <= 100 ? accountName : name
}
