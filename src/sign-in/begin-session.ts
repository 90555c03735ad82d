import { APIError } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import { sessionDays } from '../base/config.ts'
import { signInPageUrl } from '../base/page-urls.ts'
import type { Database } from '../db/database.ts'
import { confirmEmail, findUser } from './users.ts'

/** The parameter of the sign-in page, and of the call it makes, that carries what the mail of a sign-up brought. */
const linkParameter = 'confirm'
/** The same for what the mail of an invitation brought. */
const invitationParameter = 'invitation'

/** Where the mail of a sign-up leads: to the password, and then on to where the person was going. */
export function confirmationLink(publicUrl: string, { token, next }: { token: string; next: string }): string {
  const query = new URLSearchParams({ [linkParameter]: token, ...(next !== '/' && { next }) })
  return signInPageUrl(publicUrl, query)
}

type SessionDraft = { userId: string } & Record<string, unknown>
type Options = {
  database: Database
  /** The secret that better-auth signs links with. */
  secret: string
  openAccount(name: string, ownerId: string): Promise<string>
  firstAccountOf(userId: string): Promise<string | null>
  isInvited(token: string, email: string): Promise<boolean>
  /** The account that somebody joined by accepting an invitation; null when they can't. */
  joinAtSignUp(token: string, userId: string): Promise<string | null>
  sessionIdleDays?: number | undefined
}

/**
 * Every session begins here, after the password was found right. The first one confirms the email: the link proves the
 * mailbox and the password proves who signed up. Opening the link alone proves nothing, for it would vouch for a password
 * that a stranger may have chosen. Without it the answer is that of a wrong password, or signing up would tell who is
 * known. The link of an invitation proves the mailbox that it was sent to just as well, for as long as it can be accepted.
 * A sign-up with it begins in the account of the invitation; others who have none get one of their own.
 */
export async function beginSession(
  options: Options,
  session: SessionDraft,
  query: Record<string, unknown> | undefined,
) {
  const { database, openAccount, firstAccountOf, joinAtSignUp, sessionIdleDays = sessionDays.idleDefault } = options
  const user = await findUser(database, session.userId)
  if (!user.emailVerified) {
    const isConfirmed = (await isProven(options, user.email, query)) && (await confirmEmail(database, user.id))
    if (!isConfirmed) {
      const message = 'Invalid email or password'
      throw new APIError('UNAUTHORIZED', { message, code: 'INVALID_EMAIL_OR_PASSWORD' })
    }
  }
  const invitation = query?.[invitationParameter]
  const activeAccountId =
    (await firstAccountOf(user.id)) ??
    (typeof invitation === 'string' ? await joinAtSignUp(invitation, user.id) : null) ??
    (await openAccount(nameOfFirst(user), user.id))
  const expiresAt = new Date(Date.now() + Math.min(sessionIdleDays, sessionDays.max) * 24 * 60 * 60_000)
  return { data: { ...session, activeAccountId, expiresAt } }
}

async function isProven(
  { secret, isInvited }: Options,
  email: string,
  query: Record<string, unknown> = {},
): Promise<boolean> {
  const { [linkParameter]: link, [invitationParameter]: invitation } = query
  if (typeof link === 'string') return (await verifyJWT<{ email: string }>(link, secret))?.email === email
  return typeof invitation === 'string' && isInvited(invitation, email)
}

/** A person's name is as long as an account's may be; where the ending does not fit, it stands alone. */
function nameOfFirst({ name }: { name: string }): string {
  const accountName = `${name}’s account`
  return accountName.length <= 100 ? accountName : name
}
