import type { Account } from '../accounts/accounts.ts'
import type { AccountLimits } from '../accounts/limits.ts'
import type { Mode } from '../base/ids.ts'
import type { Role, Scope, SessionScope } from '../base/scopes.ts'
import type { Actor, CountedActor, Door, Period } from '../credits/ledger.ts'
import type { CounterState } from '../metering/request-counters.ts'

/** Who is calling, as admission found out: everything an operation may know about its caller. */
export type Principal = {
  account: Account
  /** That of the account. Operations need not ask: what they are given belongs to it. */
  mode: Mode
  /** The usage month or trial the account is in; null when it has no subscription. */
  period: Period | null
  apiAccess: boolean
  door: Door
  actor: Actor
  /** The person behind a session or a connection; null for a key. */
  member: { userId: string; role: Role; sessionId: string | null } | null
  scopes: (Scope | SessionScope)[]
  /** Whose credit limits its spends count towards. */
  countsFor: CountedActor[]
  limits: AccountLimits
  /** The windows this request was counted in. */
  counters: CounterState
  /** The account's time at admission: the database's, or that of its test clock. */
  admittedAt: Date
}

/** Looks over the shoulder of a member, whose limits it is shown: it reads, and uses up nothing. */
export const isSupportView = ({ door }: Principal): boolean => door === 'operator'

/** For operations that need API access: admission let in nobody without a period. */
export function requirePeriod({ period }: Principal): Period {
  if (period === null) throw new Error('An operation that needs API access was reached by an account without a period.')
  return period
}
