import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { networkOf } from '../base/network-of.ts'
import { givenNameMax, isGivenName } from '../base/schema.ts'
import type { Db } from '../db/database.ts'
import { type CountedByEmail, clearAttempts, clearSignInAttempts, countAttempt } from './attempts.ts'
import { clientAddressHeader } from './client-address.ts'
import type { KnownDevices } from './known-devices.ts'
import { mailboxOf } from './mailbox-of.ts'
import { type PasswordOwner, passwordLength, weaknessOf } from './passwords.ts'
import type { SignInRecorder } from './record-sign-in.ts'
import { forgetPendingSignUp } from './users.ts'
import { endOpenProofs } from './verifications.ts'

const signUpFields = ['name', 'email', 'password', 'callbackURL']

const hasUsableLength = (password: unknown): password is string =>
  typeof password === 'string' && password.length >= passwordLength.min && password.length <= passwordLength.max

/** Hooks run before the body is checked: it may hold anything. */
type Request = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
type Body = Record<string, unknown> | undefined
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const bodyOf = ({ body }: Request): Body => body as Body

type GuardOptions = {
  database: Db
  devices: KnownDevices
  recorder: SignInRecorder
  endConnections(userId: string): Promise<void>
}

type Step = (request: Request, options: GuardOptions) => Promise<void> | void

type Guards = {
  /** Refuse by throwing. */
  before?: Step[]
  /** The body that better-auth gets instead. */
  body?(request: Request, options: GuardOptions): Promise<Body> | Body
  /** Run only when better-auth has let the request through. */
  after?: Step[]
}

/** Everything that we add to better-auth's endpoints, in the order in which it runs. */
const guards: Record<string, Guards> = {
  '/sign-up/email': {
    before: [refuseOddSignUp, refuseWeakPassword(whoSignsUp), countByEmail('/sign-up/email')],
    body: replacePendingSignUp,
  },
  '/send-verification-email': { before: [countByEmail('/send-verification-email')] },
  '/request-password-reset': { before: [countByEmail('/request-password-reset')] },
  '/reset-password': { before: [refuseWeakPassword(whoseLink)] },
  '/sign-in/email': { before: [countSignIn], after: [forgetAttempts, endSessionBefore] },
  '/two-factor/verify-totp': { after: [refuseRepeatedCode] },
  '/change-password': {
    before: [refuseWeakPassword(whoIsSignedIn), countPassword],
    body: endOtherSessions,
    after: [forgetPasswords, endWhatThePasswordOpened],
  },
  '/two-factor/enable': { before: [countPassword], after: [forgetPasswords, endTrust] },
  '/two-factor/disable': { before: [countPassword], after: [forgetPasswords, endTrust] },
  '/two-factor/generate-backup-codes': { before: [countPassword], after: [forgetPasswords] },
  '/revoke-other-sessions': { after: [endTrust] },
}

export function guardSignIn(options: GuardOptions) {
  return createAuthMiddleware(async (request) => {
    const { before = [], body } = guards[request.path] ?? {}
    for (const guard of before) await guard(request, options)
    return body && { context: { body: await body(request, options) } }
  })
}

export function clearUpAfterSuccess(options: GuardOptions) {
  return createAuthMiddleware(async (request) => {
    const isRefused = isAPIError(request.context.returned)
    if (!isRefused) for (const step of guards[request.path]?.after ?? []) await step(request, options)
    await options.recorder.called(request)
  })
}

function refuseOddSignUp(request: Request): void {
  const body = bodyOf(request)
  if (!isGivenName(body?.name)) {
    const message = `Your name must be 1 to ${givenNameMax} characters, on one line.`
    throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message })
  }
  const isOdd = ([field, value]: [string, unknown]) => !signUpFields.includes(field) || typeof value !== 'string'
  if (Object.entries(body ?? {}).some(isOdd)) {
    const message = `A sign-up takes text in ${signUpFields.join(', ')}, and nothing else.`
    throw new APIError('BAD_REQUEST', { code: 'INVALID_SIGN_UP', message })
  }
}

/** If nobody is to have it (a link that is no longer one, no session), better-auth refuses what is asked. */
function refuseWeakPassword(whoIs: (request: Request) => Promise<PasswordOwner | null> | PasswordOwner): Step {
  return async (request) => {
    const body = bodyOf(request)
    const password = body?.newPassword ?? body?.password
    // better-auth itself refuses passwords that are too short or too long.
    if (!hasUsableLength(password)) return
    const owner = await whoIs(request)
    const weakness = owner && weaknessOf(password, owner)
    if (weakness) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_COMMON', message: weakness })
  }
}

function whoSignsUp(request: Request): PasswordOwner {
  const body = bodyOf(request)
  return { email: asText(body?.email), name: asText(body?.name) }
}

async function whoIsSignedIn(request: Request): Promise<PasswordOwner | null> {
  return (await getSessionFromCtx(request))?.user ?? null
}

/** Read as better-auth will: the token is used up only when it sets the password. */
async function whoseLink(request: Request): Promise<PasswordOwner | null> {
  const { internalAdapter } = request.context
  const token = asText(bodyOf(request)?.token) || asText(request.query?.token)
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link && link.expiresAt > new Date() ? internalAdapter.findUserById(link.value) : null
}

function countByEmail(path: CountedByEmail): Step {
  return async (request, { database }) => {
    const email = bodyOf(request)?.email
    if (typeof email === 'string') refuseAfter(await countAttempt(database, path, mailboxOf(email)))
  }
}

/** Only the last person who signs up with an address may confirm it. If the sign-up fails later, nothing has changed. */
async function replacePendingSignUp(request: Request, { database }: GuardOptions): Promise<Body> {
  const body = bodyOf(request)
  if (hasUsableLength(body?.password)) await forgetPendingSignUp(database, asText(body?.email))
  return { ...body, name: asText(body?.name).trim() }
}

async function countSignIn(request: Request, { database, devices }: GuardOptions): Promise<void> {
  const email = bodyOf(request)?.email
  if (typeof email !== 'string') return
  if (await devices.knows(request, email)) {
    return refuseAfter(await countAttempt(database, 'sign-in on a known device', email))
  }
  refuseAfter(await countAttempt(database, 'sign-in at an address', email, addressOf(request)))
  refuseAfter(await countAttempt(database, 'sign-in anywhere', email))
}

const addressOf = ({ headers }: { headers?: Headers | undefined }): string =>
  networkOf(headers?.get(clientAddressHeader) ?? '')

/** Somebody who knows the password was not guessing. */
async function forgetAttempts(request: Request, { database, devices }: GuardOptions): Promise<void> {
  const email = asText(bodyOf(request)?.email)
  await clearSignInAttempts(database, email)
  await devices.remember(request, email)
}

/** A second sign-in replaces the session of the cookie instead of adding one. */
async function endSessionBefore(request: Request): Promise<void> {
  const { authCookies, internalAdapter, newSession, secret } = request.context
  const token = await request.getSignedCookie(authCookies.sessionToken.name, secret)
  if (token && token !== newSession?.session.token) await internalAdapter.deleteSession(token)
}

async function refuseRepeatedCode(request: Request, { database, recorder }: GuardOptions): Promise<void> {
  const { newSession, internalAdapter } = request.context
  const userId = newSession?.user.id ?? personOf(request)
  const code = asText(bodyOf(request)?.code)
  if ((await countAttempt(database, 'code of an authenticator', userId, code)) === null) return
  if (newSession) {
    await internalAdapter.deleteSession(newSession.session.token)
    const details = { method: 'repeated code' }
    await recorder.note('sign_in.failed', newSession.user, request.headers, { details })
  }
  throw new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' })
}

/** Where a signed-in person is asked for their password once more. */
async function countPassword(request: Request, { database }: GuardOptions): Promise<void> {
  const session = await getSessionFromCtx(request)
  if (session) refuseAfter(await countAttempt(database, 'password of a session', session.user.id))
}

async function forgetPasswords(request: Request, { database }: GuardOptions): Promise<void> {
  const session = await getSessionFromCtx(request)
  if (session) await clearAttempts(database, 'password of a session', session.user.id)
}

/** A password is often changed to lock somebody out: all other sessions end. */
function endOtherSessions(request: Request): Body {
  return { ...bodyOf(request), revokeOtherSessions: true }
}

async function endWhatThePasswordOpened(request: Request, { database, endConnections }: GuardOptions): Promise<void> {
  await endOpenProofs(database, personOf(request))
  await endConnections(personOf(request))
}

/** A new authenticator, or the end of all other sessions: devices that skip the second factor have to show it again. */
async function endTrust(request: Request, { database }: GuardOptions): Promise<void> {
  // Switching the second factor on or off replaces the session.
  const user = request.context.newSession?.user ?? (await getSessionFromCtx(request))?.user
  if (user) await endOpenProofs(database, user.id)
}

/** Whom better-auth names in its answer. */
const personOf = ({ context }: Request): string => (context.returned as { user: { id: string } }).user.id

function refuseAfter(secondsToWait: number | null): void {
  if (secondsToWait === null) return
  const message = 'Too many attempts. Please try again later.'
  throw new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY_ATTEMPTS', message },
    { 'X-Retry-After': String(secondsToWait) },
  )
}
