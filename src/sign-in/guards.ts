import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { Value } from 'typebox/value'
import type { Db } from '../db/database.ts'
import { givenName } from '../schema.ts'
import { type CountedByEmail, clearAttempts, countAttempt, isCountedByEmail } from './attempts.ts'
import { passwordLength, weaknessOf } from './passwords.ts'
import { forgetPendingSignUp } from './users.ts'
import { endOpenProofs } from './verifications.ts'

const pathsThatSetPasswords = ['/sign-up/email', '/reset-password', '/change-password']
const signUpFields = ['name', 'email', 'password', 'callbackURL']

const hasUsableLength = (password: unknown): password is string =>
  typeof password === 'string' && password.length >= passwordLength.least && password.length <= passwordLength.most

/** Hooks run before the body is checked: it may hold anything. */
type Body = Record<string, unknown> | undefined
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function guardSignIn(database: Db) {
  return createAuthMiddleware(async (request) => {
    const { path } = request
    const body = request.body as Body
    if (path === '/sign-up/email') refuseOddSignUp(body)
    if (pathsThatSetPasswords.includes(path)) refuseWeakPassword(body)
    if (isCountedByEmail(path) && typeof body?.email === 'string') {
      await refuseTooManyAttempts(database, path, body.email)
    }
    if (path !== '/sign-up/email') return
    // Whoever signs up last is the one who may confirm, and looks as new as anybody. What fails later changes nothing.
    if (hasUsableLength(body?.password)) await forgetPendingSignUp(database, asText(body?.email))
    return { context: { body: { ...body, name: asText(body?.name).trim() } } }
  })
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

async function refuseTooManyAttempts(database: Db, path: CountedByEmail, email: string): Promise<void> {
  const secondsToWait = await countAttempt(database, path, email)
  if (secondsToWait === null) return
  const message = 'Too many attempts for this email. Please try again later.'
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message },
    { 'X-Retry-After': String(secondsToWait) },
  )
}

/** Who knows the password was not guessing; and a new one ends what the old one left open. */
export function clearUpAfterSuccess(database: Db) {
  return createAuthMiddleware(async ({ path, body, context: { returned } }) => {
    if (isAPIError(returned)) return
    if (path === '/sign-in/email') await clearAttempts(database, path, asText(body?.email))
    if (path === '/change-password') await endOpenProofs(database, (returned as { user: { id: string } }).user.id)
  })
}
