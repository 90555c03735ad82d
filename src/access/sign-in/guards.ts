import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import type { Db } from '../../db/database.ts'
import { endOpenProofs } from '../users.ts'
import { clearAttempts, countAttempt } from './attempts.ts'
import { passwordLength, weaknessOf } from './passwords.ts'

const pathsThatSetPasswords = ['/sign-up/email', '/reset-password', '/change-password']
const pathsCountedByEmail = ['/sign-in/email', '/request-password-reset', '/send-verification-email']

const hasUsableLength = (password: unknown): password is string =>
  typeof password === 'string' && password.length >= passwordLength.least && password.length <= passwordLength.most

/** Hooks run before the body is checked: it may hold anything. */
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

export function guardPasswordsAndAttempts(database: Db) {
  return createAuthMiddleware(async ({ path, body }) => {
    if (pathsThatSetPasswords.includes(path)) {
      const password: unknown = body?.newPassword ?? body?.password
      // Too short and too long are told by better-auth itself.
      const weakness = hasUsableLength(password) ? weaknessOf(password, [body?.email, body?.name].map(asText)) : null
      if (weakness) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: weakness })
    }
    if (pathsCountedByEmail.includes(path) && typeof body?.email === 'string') {
      const secondsToWait = await countAttempt(database, path, body.email)
      if (secondsToWait !== null) {
        const message = 'Too many attempts for this email. Please try again later.'
        throw new APIError(
          'TOO_MANY_REQUESTS',
          { code: 'TOO_MANY_ATTEMPTS', message },
          { 'X-Retry-After': String(secondsToWait) },
        )
      }
    }
  })
}

/** Who knows the password was not guessing; and a new one ends what the old one left open. */
export function clearUpAfterSuccess(database: Db) {
  return createAuthMiddleware(async ({ path, body, context: { returned } }) => {
    if (isAPIError(returned)) return
    if (path === '/sign-in/email') await clearAttempts(database, path, asText(body?.email))
    if (path === '/change-password') await endOpenProofs(database, (returned as { user: { id: string } }).user.id)
  })
}
