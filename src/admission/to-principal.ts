/** The caller that admission found, as operations see it. */

import { hasApiAccess } from '../accounts/api-access.ts'
import { type AccountLimits, limitsOf, windowLimits } from '../accounts/limits.ts'
import type { Plan, Plans } from '../accounts/plan.ts'
import { periodOf, planAt } from '../accounts/plan-state.ts'
import { accountTime } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { sessionDays } from '../base/config.ts'
import { modeOf } from '../base/ids.ts'
import type { Principal } from '../call/principal.ts'
import type { Period } from '../credits/ledger.ts'
import { countsFor } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import { touchKey } from '../keys/keys.ts'
import { counterState } from '../metering/request-counters.ts'
import type { Windows } from '../metering/windows.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import { touchSession } from '../sign-in/sessions.ts'
import type { CallerRow, Demand } from './admission-statement.ts'

/** Everything about a caller that holds for all its requests while its rows stay as they are. */
export type Caller = Pick<Principal, 'account' | 'actor' | 'member' | 'scopes' | 'countsFor' | 'door'> & {
  lastUsedAt: Date | null
  /** The one that its latest request fell in. */
  period: Period | null
  /** Those of its plan, and the plan must be known: asked for with the first request, which then fails alone. */
  limits: AccountLimits | null
  /** What `period` and `limits` follow from: operators change plans while a node runs. */
  plan: Plan | null
}

export const toCaller = (row: CallerRow): Caller => ({
  account: row,
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  member: row.person,
  scopes: row.scopes.split(' ') as Principal['scopes'],
  countsFor: countsFor(row),
  door: doorOf[row.actorType],
  lastUsedAt: row.lastUsedAt,
  period: null,
  limits: null,
  plan: null,
})

/** A caller, when the database counted its request, whether it went through, and the windows with it. */
export type CountedRequest = {
  caller: Caller
  now: Date
  passed: boolean
  windows: Windows
  /** That of the caller's rows, where they are remembered. */
  version?: string
}

const doorOf = { api_key: 'api_key', member: 'web', connection: 'oauth', operator: 'operator' } as const

export function toPrincipal(
  { caller, now, windows }: CountedRequest,
  { meter }: Demand,
  resource: ProtectedResource,
  plans: Plans,
): Principal {
  const { account, actor, member, scopes, countsFor, door } = caller
  const admittedAt = accountTime(account, now)
  const plan = planAt(plans, account, admittedAt)
  if (caller.plan !== plan) Object.assign(caller, { plan, limits: limitsOf(account, plan), period: null })
  const limits = caller.limits!
  const isPerson = door === 'web' || door === 'operator'
  return {
    account,
    mode: modeOf(account.id),
    period: periodAt(caller, admittedAt, plans),
    apiAccess: hasApiAccess(account, admittedAt),
    door: resource === 'mcp' ? 'mcp' : door,
    actor,
    member,
    scopes,
    countsFor,
    limits,
    counters: counterState(windowLimits(limits, meter, isPerson), windows, account.clockAheadSeconds),
    admittedAt,
  }
}

function periodAt(caller: Caller, now: Date, plans: Plans): Period | null {
  const { account, period } = caller
  if (period === null || now < period.start || now >= period.end) {
    caller.period = periodOf(account, planAt(plans, account, now), now)
  }
  return caller.period
}

/** When a credential was used last, roughly: nobody waits for that, and a failure does no harm. */
export function noteUse(
  database: Database,
  clock: Clock,
  { caller, now }: Pick<CountedRequest, 'caller' | 'now'>,
  idleDays: number = sessionDays.idleDefault,
): void {
  const { actor, member } = caller
  const sessionId = member?.sessionId
  if (actor.type === 'api_key' && isUnused(caller, now, 1)) touchKey(database, clock, actor.id).catch(() => {})
  if (sessionId && actor.type === 'member' && isUnused(caller, now, 60))
    touchSession(database, clock, sessionId, idleDays).catch(() => {})
}

/** For this many minutes, as far as was written down. */
const isUnused = ({ lastUsedAt }: Caller, now: Date, minutes: number): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > minutes * 60_000
