import { limitsOf } from '../accounts/limits.ts'
import type { Plans } from '../accounts/plan.ts'
import { planAt } from '../accounts/plan-state.ts'
import { isServed } from '../accounts/suspension.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { type PreparedStatement, type Sql, sql, template } from '../base/sql.ts'
import { isStillUsableKey } from '../keys/keys.ts'
import { countAlone, type ExpectedMinute, minuteOf } from '../metering/count-alone.ts'
import type { Windows } from '../metering/windows.ts'
import { type KnownCaller, type KnownCallers, serverVersion } from './known-callers.ts'
import type { AdmittedKey } from './presumed-callers.ts'

/** One request alone of a caller whose rows this node has read, and what these let it do while they stay as they are. */
export type LoneRequest = AdmittedKey & {
  known: KnownCaller
  expected: ExpectedMinute
  limits: { minute: number; day: number }
}

/**
 * Null for a caller whose rows are not known, or do not let it in: the other statements read them. What they let it do changes with
 * them, or at moments that they name: `expected` ends at the first of these.
 */
export function askAlone(
  { credential, scope, name }: AdmittedKey,
  plans: Plans,
  callers: KnownCallers,
): LoneRequest | null {
  const known = callers.find(credential)
  const now = callers.databaseTime()
  if (!known || !now) return null
  const { account, scopes } = known.caller
  const time = accountTime(account, now)
  const isLetIn =
    isServed(account, time) && (scopes as string[]).includes(scope) && isStillUsableKey(known.keyExpiresAt, now)
  const expected = withinTurns(minuteOf(now), now, turnsOf(known))
  if (!isLetIn || !expected) return null
  const { requests } = limitsOf(account, planAt(plans, account, time))
  return { credential, scope, name, known, expected, limits: { minute: requests.minute, day: requests.day } }
}

/** The moments at which time alone changes what the caller may do. */
function turnsOf({ caller: { account }, keyExpiresAt }: KnownCaller): number[] {
  const aheadMs = account.clockAheadSeconds * 1_000
  const ofAccount = [account.accessEndsAt, account.nextPlanAt].flatMap((at) => (at ? [at.getTime() - aheadMs] : []))
  return keyExpiresAt ? [...ofAccount, keyExpiresAt.getTime()] : ofAccount
}

/** Null in the very millisecond of a turn: the database knows moments more exactly than we do. */
function withinTurns(minute: ExpectedMinute, now: Date, turns: number[]): ExpectedMinute | null {
  let [from, until] = [minute.from.getTime(), minute.until.getTime()]
  for (const turn of turns) {
    if (turn > now.getTime()) until = Math.min(until, turn)
    else from = Math.max(from, turn + 1)
  }
  return from <= now.getTime() ? { ...minute, from: new Date(from), until: new Date(until) } : null
}

/**
 * Counts the request if the caller's rows are the very ones that were read and the time is the expected one. A request that is not let
 * through has no row in the answer; the other statements say why, or admit it.
 */
export function admitAlone<Input>({ sql: now }: Clock, of: (input: Input) => LoneRequest): Sql {
  const value = (read: (request: LoneRequest) => unknown) => (input: Input) => read(of(input))
  const versionOf = (place: number) => value(({ known }) => known.version.split(' ')[place])
  const accountId = sql`${value(({ known }) => known.caller.account.id)}::text`
  const counting = countAlone({
    accountId,
    expected: {
      minute: sql`${value(({ expected }) => expected.minute)}::bigint`,
      day: sql`${value(({ expected }) => expected.day)}::bigint`,
    },
    limits: {
      minute: sql`${value(({ limits }) => limits.minute)}::int`,
      day: sql`${value(({ limits }) => limits.day)}::int`,
    },
    where: sql`${now} >= ${value(({ expected }) => expected.from)}::timestamptz
      AND ${now} < ${value(({ expected }) => expected.until)}::timestamptz
      AND ${serverVersion} = ${versionOf(2)}
      AND (SELECT xmin FROM accounts WHERE account_id = ${accountId}) = ${versionOf(0)}::xid
      AND (SELECT xmin FROM api_keys WHERE secret_hash = ${value(({ credential }) => credential.secretHash)}::bytea) = ${versionOf(1)}::xid`,
  })
  return sql`${counting}, ${now} AS now`
}

/** The windows with the request. */
export type LoneAdmission = Windows & { now: Date }

export function countLone({ credential, known }: LoneRequest, row: LoneAdmission, callers: KnownCallers) {
  const { now } = row
  const { version } = known
  const caller = callers.read(credential, known, { now, version, caller: null })
  return { caller, now, version, passed: true, windows: row }
}

export function loneAdmission(clock: Clock): (request: LoneRequest) => PreparedStatement {
  return template<LoneRequest>(
    'admit_alone',
    admitAlone(clock, (request: LoneRequest) => request),
  )
}
