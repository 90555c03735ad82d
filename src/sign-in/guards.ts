import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { Value } from 'typebox/value'
import { networkOf } from '../base/network-of.ts'
import { givenName } from '../base/schema.ts'
import type { Db } from '../db/database.ts'
import { clearAttempts, clearSignInAttempts, countAttempt, isCountedByEmail } from './attempts.ts'
import { clientAddressHeader } from './client-address.ts'
import type { KnownDevices } from './known-devices.ts'
import { mailboxOf } from './mailbox-of.ts'
import { passwordLength, weaknessOf } from './passwords.ts'
import type { SignInRecorder } from './record-sign-in.ts'
import { forgetPendingSignUp } from './users.ts'
import { endOpenProofs } from './verifications.ts'

const pathsThatSetPasswords = ['/sign-up/email', '/reset-password', '/change-password']
const signUpFields = ['name', 'email', 'password', 'callbackURL']

const hasUsableLength = (password: unknown): password is string =>
  typeof password === 'string' && password.length >= passwordLength.min && password.length <= passwordLength.max

/** Hooks run before the body is checked: it may hold anything. */
type AfterSignIn = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type Body = Record<string, unknown> | undefined
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

type GuardOptions = {
  database: Db
  devices: KnownDevices
  recorder: SignInRecorder
  endConnections(userId: string): Promise<void>
}

/** Paths that ask a signed-in person for their password once more. */
const pathsThatConfirmPasswords = [
  '/change-password',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]

/** A new authenticator, and the end of all other sessions: devices that skip the second factor have to show it again. */
const pathsThatEndTrust = ['/two-factor/enable', '/two-factor/disable', '/revoke-other-sessions']

export function guardSignIn({ database, devices }: GuardOptions) {
  return createAuthMiddleware(async (request) => {
    const { path } = request
    const body = request.body as Body
    if (path === '/sign-up/email') refuseOddSignUp(body)
    if (pathsThatSetPasswords.includes(path)) refuseWeakPassword(body)
    if (isCountedByEmail(path) && typeof body?.email === 'string') {
      refuseAfter(await countAttempt(database, path, mailboxOf(body.email)))
    }
    if (path === '/sign-in/email' && typeof body?.email === 'string') {
      const isKnown = await devices.knows(request, body.email)
      refuseAfter(await countSignIn(database, body.email, { isKnown, address: addressOf(request) }))
    }
    if (pathsThatConfirmPasswords.includes(path)) {
      const session = await getSessionFromCtx(request)
      if (session) refuseAfter(await countAttempt(database, 'password of a session', session.user.id))
    }
    // Whoever changes a password may be shutting somebody out: no other session stays.
    if (path === '/change-password') return { context: { body: { ...body, revokeOtherSessions: true } } }
    if (path !== '/sign-up/email') return
    // Whoever signs up last is the one who may confirm, and looks as new as anybody. What fails later changes nothing.
    if (hasUsableLength(body?.password)) await forgetPendingSignUp(database, asText(body?.email))
    return { context: { body: { ...body, name: asText(body?.name).trim() } } }
  })
}

/** Whoever signs in again gets a new session in place of the one that their cookie opens, not beside it. */
async function endSessionBefore(request: AfterSignIn): Promise<void> {
  const { authCookies, internalAdapter, newSession, secret } = request.context
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token && token !== newSession?.session.token) await internalAdapter.deleteSession(token)
}

const addressOf = ({ headers }: { headers?: Headers | undefined }): string =>
  networkOf(headers?.get(clientAddressHeader) ?? '')

async function countSignIn(database: Db, email: string, from: { isKnown: boolean; address: string }) {
  if (from.isKnown) return countAttempt(database, 'sign-in on a known device', email)
  const atAddress = await countAttempt(database, 'sign-in at an address', email, from.address)
  return atAddress ?? countAttempt(database, 'sign-in anywhere', email)
}

function refuseOddSignUp(body: Body): void {
  if (!Value.Check(givenName(), body?.name)) {
    const message = 'Your name must be 1 to 100 characters, on one line.'
    throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message })
  }
  const isOdd = ([field, value]: [string, unknown]) => !signUpFields.includes(field) || typeof value !== 'string'
  if (Object.entries(body ?? {}).some(isOdd)) {
    const message = `A sign-up takes text in ${signUpFields.join(', ')}, and nothing else.`
    throw new APIError('BAD_REQUEST', { code: 'INVALID_SIGN_UP', message })
  }
}

function refuseWeakPassword(body: Body): void {
  const password = body?.newPassword ?? body?.password
  // Too short and too long are told by better-auth itself.
  const weakness = hasUsableLength(password) ? weaknessOf(password, [body?.email, body?.name].map(asText)) : null
  if (weakness) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: weakness })
}

function refuseAfter(secondsToWait: number | null): void {
  if (secondsToWait === null) return
  const message = 'Too many attempts. Please try again later.'
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message },
    { 'X-Retry-After': String(secondsToWait) },
  )
}

/** Somebody who knows the password was not guessing. A new password ends what the old one left open. */
export function clearUpAfterSuccess({ database, devices, recorder, endConnections }: GuardOptions) {
  return createAuthMiddleware(async (request) => {
    const { path, body, context } = request
    const { returned } = context
    if (isAPIError(returned)) return recorder.called(request)
    const signedIn = returned as { user?: { id: string } } | undefined
    if (path === '/sign-in/email') {
      await clearSignInAttempts(database, asText(body?.email))
      await devices.remember(request, asText(body?.email))
      await endSessionBefore(request)
    }
    if (path === '/two-factor/verify-totp') {
      const userId = context.newSession?.user.id ?? signedIn!.user!.id
      const isRepeated = await countAttempt(database, 'code of an authenticator', userId, asText(body?.code))
      if (isRepeated !== null) {
        if (context.newSession) {
          await context.internalAdapter.deleteSession(context.newSession.session.token)
          const details = { method: 'repeated code' }
          await recorder.note('sign_in.failed', context.newSession.user, request.headers, { details })
        }
        throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
      }
    }
    if (pathsThatConfirmPasswords.includes(path)) {
      const session = await getSessionFromCtx(request)
      if (session) await clearAttempts(database, 'password of a session', session.user.id)
    }
    if (pathsThatEndTrust.includes(path)) {
      // Switching the second factor on or off replaces the session.
      const user = context.newSession?.user ?? (await getSessionFromCtx(request))?.user
      if (user) await endOpenProofs(database, user.id)
    }
    if (path === '/change-password') {
      await endOpenProofs(database, signedIn!.user!.id)
      await endConnections(signedIn!.user!.id)
    }
    await recorder.called(request)
  })
}
