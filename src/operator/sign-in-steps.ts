/** How an operator signs in: the password, then the second factor, which the first sign-in sets up. */
import type { AuditAction } from '../audit/actions.ts'
import { type Act, recordAct } from '../audit/record.ts'
import type { Clock } from '../base/clock.ts'
import { networkOf } from '../base/network-of.ts'
import type { CallerOrigin } from '../call/operation.ts'
import type { Database, Db } from '../db/database.ts'
import { clearAttempts, countAttempt } from '../sign-in/attempts.ts'
import { signInSecret } from '../sign-in/auth-options.ts'
import { type PasswordHasher, TooManySignIns } from '../sign-in/hashing.ts'
import {
  beginSession,
  endOtherSessions,
  endSession,
  noteSeen,
  type OperatorSession,
  proposeSecret,
} from './operator-sessions.ts'
import {
  enableSecondFactor,
  findOperatorByEmail,
  findOperatorById,
  newRecoveryCodes,
  type Operator,
  setRecoveryCodes,
  takeRecoveryCode,
  useStep,
} from './operators.ts'
import { newTotpSecret, stepOfCode } from './totp.ts'

export type SignInParts = { database: Database; clock: Clock; hashing: PasswordHasher; authSecret: Buffer }

/** A sentence for the form, and its status. */
export type Refusal = { reason: string; status: number; retryAfter?: number }

/** Records an act in the operator's own log. */
export const recordOperator = (db: Db, operator: Operator, from: CallerOrigin, action: AuditAction, act: Act = {}) =>
  recordAct(db, [null], { ...act, action, door: 'operator', actor: actorOf(operator), from })

export const actorOf = ({ id, name }: Operator) => ({ type: 'operator', id, name })

const wrong: Refusal = { reason: 'Email or password is incorrect.', status: 401 }
const wrongCode: Refusal = { reason: 'This code is wrong, or was used before.', status: 401 }
const tooMany = (retryAfter: number): Refusal => ({
  reason: `Too many attempts. Try again in ${Math.ceil(retryAfter / 60)} min.`,
  status: 429,
  retryAfter,
})

/** Unknown emails take as long as known ones. */
let nobodysHash: Promise<string> | undefined

export async function checkPassword(
  { database, clock, hashing }: SignInParts,
  given: { email: string; password: string },
  from: CallerOrigin,
): Promise<{ token: string } | Refusal> {
  const email = given.email.trim().toLowerCase()
  const wait =
    (await countAttempt(database, 'operator sign-in at a network', networkOf(from.address))) ??
    (await countAttempt(database, 'operator sign-in', email))
  if (wait !== null) return tooMany(wait)
  const operator = await findOperatorByEmail(database, email)
  nobodysHash ??= hashing.hash('the password of nobody')
  const isRight = await hashing
    .verify({ hash: operator?.passwordHash ?? (await nobodysHash), password: given.password })
    .catch((error: unknown): Refusal => {
      if (!(error instanceof TooManySignIns)) throw error
      return { reason: error.message, status: 503, retryAfter: error.retryAfterSeconds }
    })
  if (typeof isRight === 'object') return isRight
  if (!operator) return wrong
  if (!isRight) {
    await recordOperator(database, operator, from, 'sign_in.failed', { details: { method: 'password' } })
    return wrong
  }
  await clearAttempts(database, 'operator sign-in', email)
  return { token: await beginSession(database, clock, { operatorId: operator.id, isHalf: true, from }) }
}

/** The secret that this session is to set up. Null: the operator has a second factor. */
export async function secretToSetUp(parts: SignInParts, { id, operator }: OperatorSession): Promise<string | null> {
  const known = await findOperatorById(parts.database, operator.id)
  if (!known || known.totpSecret !== null) return null
  return unseal(parts, await proposeSecret(parts.database, id, await seal(parts, newTotpSecret())))
}

/** The first code: it proves that the app has the secret. The recovery codes are shown this once. */
export async function setUpSecondFactor(
  parts: SignInParts,
  session: OperatorSession,
  code: string,
  from: CallerOrigin,
): Promise<{ token: string; codes: string[] } | Refusal> {
  const { database, clock } = parts
  const { operator, proposedSecret } = session
  const wait = await countAttempt(database, 'operator code', operator.id)
  if (wait !== null) return tooMany(wait)
  const secret = proposedSecret && (await unseal(parts, proposedSecret))
  const step = secret && stepOfCode(secret, code, clock.now())
  if (!step) return { ...wrongCode, reason: 'This code is wrong. Check the key, and the time of your phone.' }
  const codes = newRecoveryCodes()
  return database.transaction(async (tx) => {
    const isFirst = await endSession(tx, session.id)
    if (!isFirst || !(await enableSecondFactor(tx, operator.id, { secret: proposedSecret!, step, codes }))) {
      return { reason: 'A second factor was set up meanwhile. Sign in again.', status: 409 }
    }
    await recordOperator(tx, operator, from, 'two_factor.enabled')
    // Anybody else who knew the password saw another secret, and has to start over.
    await endOtherSessions(tx, operator.id, session.id)
    return { token: await enter(tx, clock, operator, from, 'authenticator'), codes }
  })
}

/** A code of the authenticator, or a recovery code: each works once. */
export async function checkSecondFactor(
  parts: SignInParts,
  session: OperatorSession,
  code: string,
  from: CallerOrigin,
): Promise<{ token: string } | Refusal> {
  const { database, clock } = parts
  const { operator } = session
  const wait = await countAttempt(database, 'operator code', operator.id)
  if (wait !== null) return tooMany(wait)
  const typed = code.replaceAll(/\s/g, '')
  const isOfApp = /^\d{6}$/.test(typed)
  const { totpSecret = null } = (await findOperatorById(database, operator.id)) ?? {}
  const secret = totpSecret === null ? null : await unseal(parts, totpSecret)
  if (isOfApp && totpSecret !== null && secret === null) {
    const reason = 'Your second factor can’t be read: AUTH_SECRET was changed. Run "prospector operator reset".'
    return { reason, status: 409 }
  }
  const step = isOfApp && secret !== null ? stepOfCode(secret, typed, clock.now()) : null
  const token = await database.transaction(async (tx) => {
    const isGood =
      step === null
        ? !isOfApp && (await takeRecoveryCode(tx, operator.id, typed))
        : await useStep(tx, operator.id, step)
    if (!isGood || !(await endSession(tx, session.id))) return null
    return enter(tx, clock, operator, from, isOfApp ? 'authenticator' : 'recovery code')
  })
  if (token !== null) {
    await clearAttempts(database, 'operator code', operator.id)
    return { token }
  }
  await recordOperator(database, operator, from, 'sign_in.failed', { details: { method: 'second factor' } })
  return wrongCode
}

/** After the half session has ended: a whole one begins, with another token. */
async function enter(tx: Db, clock: Clock, operator: Operator, from: CallerOrigin, method: string): Promise<string> {
  await noteSeen(tx, clock, operator.id)
  await recordOperator(tx, operator, from, 'sign_in.succeeded', { details: { method } })
  return beginSession(tx, clock, { operatorId: operator.id, isHalf: false, from })
}

/** Instead of those that are left. */
export async function replaceRecoveryCodes(
  { database }: SignInParts,
  operator: Operator,
  from: CallerOrigin,
): Promise<string[]> {
  const codes = newRecoveryCodes()
  await database.transaction(async (tx) => {
    await setRecoveryCodes(tx, operator.id, codes)
    await recordOperator(tx, operator, from, 'two_factor.codes_created')
  })
  return codes
}

/** Loaded when an operator signs in, as all of better-auth is. */
const loadCrypto = () => import('better-auth/crypto')

/** As the second factors of members are: nobody reads them in a copy of the database. */
async function seal({ authSecret }: SignInParts, data: string): Promise<string> {
  const { symmetricEncrypt } = await loadCrypto()
  return symmetricEncrypt({ key: signInSecret(authSecret), data })
}

/** Null: it was sealed with another AUTH_SECRET. */
async function unseal({ authSecret }: SignInParts, data: string): Promise<string | null> {
  const { symmetricDecrypt } = await loadCrypto()
  return symmetricDecrypt({ key: signInSecret(authSecret), data }).catch(() => null)
}
