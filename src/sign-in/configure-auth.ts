import { betterAuth } from 'better-auth'
import { APIError, isAPIError } from 'better-auth/api'
import { jwt, twoFactor } from 'better-auth/plugins'
import type { Logger } from 'pino'
import { sessionDays } from '../base/config.ts'
import { newUserId, randomBase62 } from '../base/ids.ts'
import { withoutSecrets } from '../base/log.ts'
import { invitationIn } from '../base/page-urls.ts'
import { isUnavailable } from '../db/wire/errors.ts'
import { createOAuthServer } from '../oauth/server.ts'
import { clearSignInAttempts } from './attempts.ts'
import { type AuthOptions, authPath, cookiePrefixAt, signInSecret } from './auth-options.ts'
import { coreTables, withOurTables } from './auth-tables.ts'
import { beginSession, confirmationLink } from './begin-session.ts'
import { clientAddressHeader } from './client-address.ts'
import { clearUpAfterSuccess, guardSignIn } from './guards.ts'
import { type PasswordHasher, TooManySignIns } from './hashing.ts'
import { createKnownDevices } from './known-devices.ts'
import { mails } from './mails.ts'
import { passwordLength } from './passwords.ts'
import { createSignInRecorder, type SignedInUser, type SignInRecorder } from './record-sign-in.ts'
import { confirmEmail } from './users.ts'
import { endOpenProofs, linkSeconds } from './verifications.ts'

/** better-auth as we use it. Only auth.ts loads this file. */
export function configureAuth(options: AuthOptions, runLater: (task: Promise<unknown>) => void) {
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
  const { database, mailer, publicUrl, endConnections, hashing } = options
  return {
    emailAndPassword: {
      enabled: true,
      password: answeringBursts(hashing),
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
      sendResetPassword: ({ user, url }: MailSubject) => mailer.send(mails.resetPassword(user.email, url)),
      onExistingUserSignUp: ({ user }: Pick<MailSubject, 'user'>) =>
        mailer.send(mails.alreadyRegistered(user.email, publicUrl)),
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
        return mailer.send(mails.verifyEmail(user.email, confirmationLink(publicUrl, { token, next })))
      },
    },
  }
}

/** A burst is refused in better-auth's own way, so that it becomes an answer and not a fault. */
function answeringBursts({ hash, verify }: PasswordHasher): PasswordHasher {
  const refuse = (error: unknown): never => {
    if (!(error instanceof TooManySignIns)) throw error
    const { message, retryAfterSeconds } = error
    const headers = { 'Retry-After': String(retryAfterSeconds) }
    throw new APIError('SERVICE_UNAVAILABLE', { code: 'TOO_MANY_SIGN_INS', message }, headers)
  }
  return { hash: (password) => hash(password).catch(refuse), verify: (given) => verify(given).catch(refuse) }
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
