import { hkdfSync } from 'node:crypto'
import { oauthProvider } from '@better-auth/oauth-provider'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { JSONWebKeySet } from 'jose'
import type { Logger } from 'pino'
import { type Database, isDatabaseAway } from '../../db/database.ts'
import { newUserId, randomBase62 } from '../../ids.ts'
import type { Mailer } from '../../mail.ts'
import { findMember, firstAccountOf } from '../members.ts'
import { hashClientSecret } from '../oauth/clients.ts'
import { scopes } from '../scopes.ts'
import { type AttemptLimits, clearAttempts, countAttempt } from './attempts.ts'
import { coreTable, withOurTables } from './auth-tables.ts'
import { mails } from './mails.ts'
import { passwordLength, weaknessOf } from './passwords.ts'

export type AuthOptions = {
  database: Database
  authSecret: Buffer
  publicUrl: string
  mailer: Mailer
  log: Logger
  /** Makes an account in status `none`, with its ledger, for a person who belongs to none. */
  openAccount(name: string, ownerId: string): Promise<string>
  attempts?: AttemptLimits
}

/** What the rest of the house may use of better-auth. */
export type Auth = {
  handler(request: Request): Promise<Response>
  api: {
    getSession(asked: { headers: Headers }): Promise<{ session: { id: string } } | null>
    getJwks(): Promise<JSONWebKeySet>
  }
  /** Resolves when it is ready: it writes the resources of its OAuth server on its first start. */
  $context: Promise<unknown>
}

export const authPath = '/auth'
/** Set by our own mount from the socket's address; what a client sends under this name is thrown away. */
export const clientAddressHeader = 'x-prospector-client-address'
export const cookiePrefix = 'prospector'
export const accessTokenSeconds = 600
const sessionSeconds = 30 * 24 * 60 * 60
const linkSeconds = 60 * 60

/** The two doors for access tokens: the API and MCP. A token for one opens only that one. */
export const resourcesOf = (publicUrl: string) => ({ api: `${publicUrl}/api/v1`, mcp: `${publicUrl}/mcp` })

/** The secret of cookies, links and signing keys; derived, so that it can't be confused with any other use of AUTH_SECRET. */
export const signInSecret = (authSecret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector sign-in', 32)).toString('base64')

/** Sign-in, sessions, second factor and the OAuth 2.1 server. Accounts, members and plans stay ours. */
export function createAuth(options: AuthOptions): Auth {
  const { database, publicUrl, mailer } = options
  const auth = betterAuth({
    appName: 'Prospector',
    baseURL: publicUrl,
    basePath: authPath,
    secret: signInSecret(options.authSecret),
    database: database.pool,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message) => options.log.error({ source: 'sign_in' }, withoutEmails(message)),
    },
    onAPIError: { errorURL: `${publicUrl}/sign-in/problem`, onError: reportFault(options.log) },

    user: coreTable('user', ['emailVerified', 'createdAt', 'updatedAt']),
    session: {
      ...coreTable('session', ['expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent', 'userId']),
      additionalFields: {
        activeAccountId: { type: 'string', required: false, input: false, fieldName: 'active_account_id' },
      },
      expiresIn: sessionSeconds,
      // A session ends when it ends: admission reads it without better-auth and would not prolong it.
      disableSessionRefresh: true,
      freshAge: 0,
    },
    account: {
      ...coreTable('account', [
        'accountId',
        'providerId',
        'userId',
        'accessToken',
        'refreshToken',
        'idToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        'createdAt',
        'updatedAt',
      ]),
      accountLinking: { enabled: false },
    },
    verification: coreTable('verification', ['expiresAt', 'createdAt', 'updatedAt']),

    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: passwordLength.least,
      maxPasswordLength: passwordLength.most,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkSeconds,
      sendResetPassword: ({ user, url }) => mailer.send(mails.resetPassword(user.email, url)),
      onExistingUserSignUp: ({ user }) => mailer.send(mails.alreadyRegistered(user.email, publicUrl)),
      // The answer to a used email has to look like the answer to a new one, field by field.
      customSyntheticUser: ({ coreFields, id }) => ({ ...coreFields, twoFactorEnabled: false, id }),
    },
    emailVerification: {
      expiresIn: linkSeconds,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user, url }) => mailer.send(mails.verifyEmail(user.email, url)),
    },

    rateLimit: {
      enabled: true,
      storage: 'database',
      ...coreTable('rateLimit', ['lastRequest']),
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 30 },
        '/sign-up/email': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 20 },
        '/request-password-reset': { window: 60, max: 5 },
        '/send-verification-email': { window: 60, max: 5 },
        '/get-session': false,
      },
    },
    hooks: {
      before: guardPasswordsAndAttempts(database, options.attempts),
      after: forgetAttempts(database),
    },
    databaseHooks: {
      session: { create: { before: (session) => chooseAccount(options, session as SessionDraft) } },
    },

    plugins: [
      withOurTables(twoFactor({ issuer: 'Prospector' })),
      withOurTables(
        jwt({
          jwt: { issuer: publicUrl },
          jwks: { keyPairConfig: { alg: 'ES256' } },
          disableSettingJwtHeader: true,
        }),
      ),
      withOurTables(oauthServer(options)),
    ],
    advanced: {
      cookiePrefix,
      useSecureCookies: publicUrl.startsWith('https://'),
      // Said out loud, because better-auth switches both off under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { generateId: ({ model }) => newIdFor(model) },
    },
  })
  return auth as unknown as Auth
}

const idPrefixes: Record<string, string> = { session: 'ses', oauthConsent: 'con', oauthClient: 'oac' }

const newIdFor = (model: string): string =>
  model === 'user' ? newUserId() : `${idPrefixes[model] ?? 'row'}_${randomBase62(20)}`

/** What a caller did wrong is their answer, not our log. A database that is away is for the server to answer: 503. */
const reportFault = (log: Logger) => (error: unknown) => {
  if (isDatabaseAway(error)) throw error
  if (!isAPIError(error)) log.error({ err: error, source: 'sign_in' }, 'internal_error')
}

const withoutEmails = (message: string): string => message.replaceAll(/[^\s@]+@[^\s@]+/g, '[email]')

/** Authorization code with PKCE (S256) for clients that the operator registered, and nothing else. */
function oauthServer({ database, publicUrl }: AuthOptions) {
  const resources = resourcesOf(publicUrl)
  const forbid = () => false
  return oauthProvider({
    loginPage: '/sign-in',
    consentPage: '/consent',
    scopes: [...scopes, 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: accessTokenSeconds,
    refreshTokenExpiresIn: 90 * 24 * 60 * 60,
    // Two refreshes at once are a client with two tabs, not a thief: within half a minute both get the same answer.
    refreshTokenReuseInterval: 30,
    codeExpiresIn: 300,
    resources: Object.values(resources).map((identifier) => ({
      identifier,
      name: identifier,
      accessTokenTtl: accessTokenSeconds,
      allowedScopes: [...scopes, 'offline_access'],
    })),
    resourceSeedMode: 'overwrite',
    // Both are faces of one API; what a client may do is decided by its scopes.
    enforcePerClientResources: false,
    storeClientSecret: { hash: async (secret) => hashClientSecret(secret) },
    clientPrivileges: forbid,
    resourcePrivileges: forbid,
    postLogin: {
      page: '/sign-in',
      shouldRedirect: forbid,
      consentReferenceId: ({ session }) => session.activeAccountId as string,
    },
    // Asked at every issue and every refresh: a person who left an account gets no token for it.
    customAccessTokenClaims: async ({ user, referenceId }) => {
      const member = user && referenceId && (await findMember(database, referenceId, user.id))
      if (!member) throw new APIError('BAD_REQUEST', { error: 'invalid_grant', error_description: 'access has ended' })
      return { account_id: referenceId }
    },
    rateLimit: { token: { window: 60, max: 300 }, authorize: { window: 60, max: 300 } },
    silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
  } as Parameters<typeof oauthProvider>[0])
}

type SessionDraft = { userId: string } & Record<string, unknown>

/** A session always stands in an account: the one joined first, or a new one for a person who belongs to none. */
async function chooseAccount({ database, openAccount }: AuthOptions, session: SessionDraft) {
  const known = await firstAccountOf(database, session.userId)
  const activeAccountId = known ?? (await openAccount('My account', session.userId))
  return { data: { ...session, activeAccountId } }
}

const pathsThatSetPasswords = ['/sign-up/email', '/reset-password', '/change-password']
const pathsCountedByEmail = ['/sign-in/email', '/request-password-reset', '/send-verification-email']

const hasUsableLength = (password: unknown): password is string =>
  typeof password === 'string' && password.length >= passwordLength.least && password.length <= passwordLength.most

function guardPasswordsAndAttempts(database: Database, limits?: AttemptLimits) {
  return createAuthMiddleware(async ({ path, body }) => {
    if (pathsThatSetPasswords.includes(path)) {
      const password: unknown = body?.newPassword ?? body?.password
      // Too short and too long are told by better-auth itself.
      const weakness = hasUsableLength(password) ? weaknessOf(password, { email: body?.email, name: body?.name }) : null
      if (weakness) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: weakness })
    }
    if (pathsCountedByEmail.includes(path) && typeof body?.email === 'string') {
      const secondsToWait = await countAttempt(database, path, body.email, limits)
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

/** Who knows the password was not guessing. */
function forgetAttempts(database: Database) {
  return createAuthMiddleware(async ({ path, body, context }) => {
    const succeeded = path === '/sign-in/email' && !(context.returned instanceof APIError)
    if (succeeded && typeof body?.email === 'string') await clearAttempts(database, path, body.email)
  })
}
