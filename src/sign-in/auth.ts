import { hkdfSync } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { JSONWebKeySet } from 'jose'
import type { Logger } from 'pino'
import { sessionDays } from '../base/config.ts'
import { newUserId, randomBase62 } from '../base/ids.ts'
import { withoutSecrets } from '../base/log.ts'
import type { Mailer } from '../base/mail.ts'
import { invitationIn } from '../base/page-urls.ts'
import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/wire/errors.ts'
import type { ReadGrantedScopes } from '../oauth/grants.ts'
import { createOAuthServer } from '../oauth/server.ts'
import { clearSignInAttempts } from './attempts.ts'
import { coreTables, withOurTables } from './auth-tables.ts'
import { beginSession, confirmationLink } from './begin-session.ts'
import { clientAddressHeader } from './client-address.ts'
import { clearUpAfterSuccess, guardSignIn } from './guards.ts'
import type { PasswordHasher } from './hashing.ts'
import { createKnownDevices } from './known-devices.ts'
import { linkSeconds, mails } from './mails.ts'
import { passwordLength } from './passwords.ts'
import { createSignInRecorder, type SignedInUser, type SignInRecorder } from './record-sign-in.ts'
import { confirmEmail } from './users.ts'
import { endOpenProofs } from './verifications.ts'

export type AuthOptions = {
  database: Database
  authSecret: Buffer
  publicUrl: string
  mailer: Mailer
  log: Logger
  /** Makes an account in status `none`, with its ledger, for a person who belongs to none. */
  openAccount(name: string, ownerId: string): Promise<string>
  /** The account that a new session of this person begins in; null while they belong to none. */
  firstAccountOf(userId: string): Promise<string | null>
  /** Whether this token is of an invitation that was sent to this email and can still be accepted. */
  isInvited(token: string, email: string): Promise<boolean>
  joinAsInvited(token: string, userId: string): Promise<string | null>
  /** A session that is not used for this many days ends. */
  sessionIdleDays?: number | undefined
  /** Ends what a person granted to integrations, in every account. */
  endConnections(userId: string): Promise<void>
  /** Every account this person belongs to: each one's audit log records their sign-ins. */
  accountsOf(userId: string): Promise<string[]>
  /** Unset: scrypt, few at a time. */
  hashing: PasswordHasher
  /** What a person grants an integration at this moment. */
  readGrantedScopes: ReadGrantedScopes
}

/** What the other modules may use of better-auth. */
export type Auth = {
  handler(request: Request): Promise<Response>
  api: {
    getSession(asked: { headers: Headers }): Promise<{ session: { id: string } } | null>
    getJwks(): Promise<JSONWebKeySet>
  }
  /** Resolves when its first start and the mails under way are done: the database must not go away under them. */
  drain(): Promise<void>
}

export const authPath = '/auth'
/** `__Host-` binds a cookie to this very host: no other name below the same domain can set one that we would take. */
export const cookiePrefixAt = (publicUrl: string): string =>
  publicUrl.startsWith('https://') ? '__Host-prospector' : 'prospector'

/** The secret of cookies, links and signing keys; derived, so that it can't be confused with any other use of AUTH_SECRET. */
export const signInSecret = (authSecret: Buffer): string =>
  Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector sign-in', 32)).toString('base64')

/** Sign-in, sessions, second factor and the OAuth 2.1 server. Accounts, members and plans stay ours. */
export function createAuth(options: AuthOptions): Auth {
  const underWay = new Set<Promise<unknown>>()
  let live: ReturnType<typeof configure> | undefined

  /** It greets the database when it is made. One that was away then must not keep people out forever: try again. */
  function auth() {
    if (live) return live
    const made = configure(options, (task) => void underWay.add(task.finally(() => underWay.delete(task))))
    live = made
    made.$context.catch(() => {
      live = undefined
    })
    return made
  }

  auth()
  return {
    handler: (request) => auth().handler(request),
    api: {
      getSession: (asked) => auth().api.getSession(asked) as ReturnType<Auth['api']['getSession']>,
      getJwks: () => (auth().api as unknown as Auth['api']).getJwks(),
    },
    drain: async () => void (await Promise.allSettled([live?.$context, ...underWay])),
  }
}

export function configure(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
  const { database, publicUrl, log } = options
  const secret = signInSecret(options.authSecret)
  const recorder = createSignInRecorder({ database, accountsOf: options.accountsOf })
  const { endConnections } = options
  const guards = { database, devices: createKnownDevices({ secret, publicUrl }), recorder, endConnections }
  return betterAuth({
    appName: 'Prospector',
    baseURL: publicUrl,
    basePath: authPath,
    secret,
    database: database.pool,
    telemetry: { enabled: false },
    // It calls errors what strangers send, too. Faults of ours are thrown, and logged by `reportFault`.
    logger: { level: 'error', log: (_level, message) => log.warn({ source: 'sign_in' }, withoutSecrets(message)) },
    onAPIError: { errorURL: `${publicUrl}/sign-in/problem`, onError: reportFault(log) },
    ...coreTables,
    session: {
      ...coreTables.session,
      // The longest there is. The end without use is nearer: begin-session.ts sets it, admission moves it on.
      expiresIn: sessionDays.max * 24 * 60 * 60,
      // Admission reads sessions without better-auth, and would not know what better-auth prolonged.
      disableSessionRefresh: true,
      freshAge: 0,
    },
    // Links that set a password and codes of integrations: readers of the database can't use them.
    verification: { ...coreTables.verification, storeIdentifier: 'hashed' },
    ...emailOptions(options, recorder),
    rateLimit: { enabled: true, storage: 'database', ...coreTables.rateLimit, ...limitsPerAddress },
    hooks: { before: guardSignIn(guards), after: clearUpAfterSuccess(guards) },
    databaseHooks: {
      user: { update: { after: (user, request) => recorder.userChanged(user as SignedInUser, request) } },
      session: {
        create: {
          before: (session, request) => beginSession({ ...options, secret }, session, request?.query),
        },
      },
    },
    plugins: [
      withOurTables(twoFactor({ issuer: 'Prospector' })),
      withOurTables(
        jwt({ jwt: { issuer: publicUrl }, jwks: { keyPairConfig: { alg: 'ES256' } }, disableSettingJwtHeader: true }),
      ),
      withOurTables(createOAuthServer(database, publicUrl, options.readGrantedScopes)),
    ],
    advanced: {
      cookiePrefix: cookiePrefixAt(publicUrl),
      // It would put its own prefix in front of ours.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: publicUrl.startsWith('https://') },
      // Said out loud, because better-auth switches both off under a test runner.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Its tables are the migrations' concern (auth-tables.test.ts). A look at the whole schema before the first request of each
      // thread would make sign-in wait for it, and fail with it.
      database: { generateId: ({ model }) => newIdFor(model), validateSchema: false },
      // Mails go out after the answer: waiting for them would tell by the clock which emails are known.
      backgroundTasks: { handler: runLater },
    },
  })
}

function emailOptions(options: AuthOptions, recorder: SignInRecorder) {
  const { database, mailer, publicUrl, log, endConnections, hashing } = options
  const send: Mailer['send'] = (mail) =>
    mailer.send(mail).catch((error: unknown) => log.error({ err: error, source: 'mail' }, 'a mail could not be sent'))
  return {
    emailAndPassword: {
      enabled: true,
      password: hashing,
      // Signing up signs nobody in, and no session begins before the email is confirmed (begin-session.ts).
      autoSignIn: false,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: linkSeconds,
      // A person who sets a password by mail has proven the mailbox and chosen the password.
      onPasswordReset: async ({ user }: { user: SignedInUser }, request?: Request) => {
        await confirmEmail(database, user.id)
        await clearSignInAttempts(database, user.email)
        await endOpenProofs(database, user.id)
        await endConnections(user.id)
        await recorder.note('password.reset', user, request?.headers)
      },
      sendResetPassword: ({ user, url }: MailSubject) => send(mails.resetPassword(user.email, url)),
      onExistingUserSignUp: ({ user }: Pick<MailSubject, 'user'>) =>
        send(mails.alreadyRegistered(user.email, publicUrl)),
      // The answer to a used email has to look like the answer to a new one, field by field.
      customSyntheticUser: ({ coreFields, id }: { coreFields: object; id: string }) => ({
        ...coreFields,
        twoFactorEnabled: false,
        id,
      }),
    },
    emailVerification: {
      expiresIn: linkSeconds,
      sendOnSignUp: true,
      sendVerificationEmail: async ({ user, url, token }: MailSubject & { token: string }, request?: Request) => {
        const next = new URL(url).searchParams.get('callbackURL') ?? '/'
        // Signing up with the link of an invitation proves the mailbox: one mail is enough.
        const isSignUp = request !== undefined && new URL(request.url).pathname === `${authPath}/sign-up/email`
        const invitation = isSignUp ? invitationIn(next) : null
        if (invitation !== null && (await options.isInvited(invitation, user.email))) return
        return send(mails.verifyEmail(user.email, confirmationLink(publicUrl, { token, next })))
      },
    },
  }
}

type MailSubject = { user: { email: string }; url: string }

/** How often one network address may try, per minute. Per email there is a limit of its own (attempts.ts). */
const limitsPerAddress = {
  window: 60,
  max: 100,
  customRules: {
    '/sign-in/email': { window: 60, max: 30 },
    '/sign-up/email': { window: 60, max: 10 },
    '/two-factor/*': { window: 60, max: 20 },
    '/request-password-reset': { window: 60, max: 5 },
    '/send-verification-email': { window: 60, max: 5 },
    '/get-session': false as const,
  },
}

const idPrefixes: Record<string, string> = { session: 'ses', oauthConsent: 'con', oauthClient: 'oac' }

const newIdFor = (model: string): string =>
  model === 'user' ? newUserId() : `${idPrefixes[model] ?? 'row'}_${randomBase62(20)}`

/** Mistakes of callers go into the answer, not into our log. A database that is away is for the server to answer: 503. */
const reportFault = (log: Logger) => (error: unknown) => {
  if (isUnavailable(error)) throw error
  if (!isAPIError(error)) log.error({ err: error, source: 'sign_in' }, 'internal_error')
}
