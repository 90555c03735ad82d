import type { createAuthMiddleware } from 'better-auth/api'
import { getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { AuditAction } from '../audit/actions.ts'
import { type Act, recordAct } from '../audit/record.ts'
import type { Db } from '../db/database.ts'
import { clientAddressHeader } from './client-address.ts'
import { findUserByEmail } from './users.ts'

type AuthRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]
export type SignedInUser = { id: string; name: string; email: string; twoFactorEnabled?: boolean | null }

export type SignInRecorder = {
  /** After every call: what it did to somebody's sign-in, also when it failed. */
  called(request: AuthRequest): Promise<void>
  /** The second factor is turned on and off by a change of the user. */
  userChanged(
    user: SignedInUser,
    request: { path?: string; headers?: Headers | undefined } | null | undefined,
  ): Promise<void>
  note(action: AuditAction, user: SignedInUser, headers: Headers | undefined, act?: Act): Promise<void>
}

type Options = { database: Db; accountsOf(userId: string): Promise<string[]> }

const methods: Record<string, string> = {
  '/sign-in/email': 'password',
  '/two-factor/verify-totp': 'authenticator code',
  '/two-factor/verify-backup-code': 'backup code',
}

/** Records a person's acts on their own password and sessions, in the log of each of their accounts. */
export function createSignInRecorder({ database, accountsOf }: Options): SignInRecorder {
  /** A wrong password says who it was tried for, and not who tried it. */
  async function note(
    action: AuditAction,
    user: SignedInUser,
    headers: Headers | undefined,
    { details = {} }: Act = {},
  ): Promise<void> {
    const person = { type: 'member', id: user.id, name: user.name }
    const isTheirs = action !== 'sign_in.failed'
    await recordAct(database, await accountsOf(user.id), {
      action,
      door: 'web',
      actor: isTheirs ? person : null,
      ...(!isTheirs && { target: person }),
      details,
      from: { address: headers?.get(clientAddressHeader) ?? '', userAgent: headers?.get('user-agent') ?? null },
    })
  }

  async function failed(request: AuthRequest, status: unknown): Promise<void> {
    const method = methods[request.path]
    if (!method || (status !== 'UNAUTHORIZED' && status !== 401)) return
    const email = (request.body as { email?: unknown } | undefined)?.email
    const user = typeof email === 'string' ? await findUserByEmail(database, email) : await waitingUser(request)
    if (user) await note('sign_in.failed', user, request.headers, { details: { method } })
  }

  /** Whose password was right, and whose second factor is being asked for. */
  async function waitingUser(request: AuthRequest): Promise<SignedInUser | null> {
    const { context } = request
    const session = await getSessionFromCtx(request)
    if (session) return session.user
    const cookie = context.createAuthCookie('two_factor')
    const waiting = await request.getSignedCookie(cookie.name, context.secret)
    const found = waiting ? await context.internalAdapter.findVerificationValue(waiting) : null
    return found ? ((await context.internalAdapter.findUserById(found.value)) as SignedInUser | null) : null
  }

  return {
    note,
    async called(request) {
      const { path, headers, context } = request
      const { returned, newSession } = context
      if (isAPIError(returned)) return failed(request, returned.status)
      const method = methods[path]
      if (method && newSession)
        return note('sign_in.succeeded', newSession.user as SignedInUser, headers, { details: { method } })
      if (path === '/change-password') {
        const { user } = returned as { user: SignedInUser }
        return note('password.changed', user, headers)
      }
      const ends = ['/revoke-session', '/revoke-other-sessions'].includes(path)
      if (!ends && path !== '/two-factor/generate-backup-codes') return
      const session = await getSessionFromCtx(request)
      if (session)
        await note(ends ? 'session.ended' : 'two_factor.codes_created', session.user as SignedInUser, headers)
    },
    async userChanged(user, request) {
      const isSecondFactor = request?.path?.startsWith('/two-factor/') ?? false
      if (!isSecondFactor || typeof user.twoFactorEnabled !== 'boolean') return
      const action = user.twoFactorEnabled ? 'two_factor.enabled' : 'two_factor.disabled'
      await note(action, user, request?.headers)
    },
  }
}
