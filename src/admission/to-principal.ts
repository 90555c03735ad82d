/** What admission found out about a caller, as operations see it. */
import { type Account, planOf } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import type { Plans } from '../accounts/plan.ts'
import { periodOf } from '../accounts/plan-state.ts'
import type { Clock } from '../clock.ts'
import { sessionDays } from '../config.ts'
import { countsFor } from '../credits/spending-limits.ts'
import type { Database } from '../db/database.ts'
import { touchKey } from '../keys/keys.ts'
import {
  counterState,
  fixedMeterLimits,
  type MeterLimits,
  memberLimitsOf,
  memberWindowOf,
  type Windows,
} from '../metering/request-counters.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import type { AccountLimits, Principal } from '../principal.ts'
import { touchSession } from '../sign-in/sessions.ts'
import type { Caller, Demand } from './admission-statement.ts'

/** A caller, whether the request went through, and the windows with it. */
export type Counted = { caller: Caller; passed: boolean; windows: Windows }

/** The windows without the requests that were counted after this one. */
export const windowsBefore = (after: Windows, later: number): Windows => ({
  minute: after.minute,
  minuteUsed: after.minuteUsed - later,
  day: after.day,
  dayUsed: after.dayUsed - later,
})

function limitsOf(account: Account, plans: Plans): AccountLimits {
  const plan = planOf(plans, account)
  return {
    requests: {
      minute: account.requestsPerMinute ?? plan.requestsPerMinute,
      day: account.requestsPerDay ?? plan.requestsPerDay,
      minuteName: 'requests_per_minute',
    },
    searchRowsPerMonth: account.searchRowsPerMonth ?? plan.searchRowsPerMonth,
    webSearchRowsPerMonth: plan.webSearchRowsPerMonth,
  }
}

const doorOf = { api_key: 'api_key', member: 'web', connection: 'oauth' } as const

export function toPrincipal(
  { caller, windows }: Counted,
  { meter }: Demand,
  resource: ProtectedResource,
  plans: Plans,
): Principal {
  const limits = limitsOf(caller, plans)
  const { actorType: type, actorId: id, actorName: name, now } = caller
  const ofMeter: MeterLimits = meter === 'request' ? limits.requests : fixedMeterLimits[meter]
  const meterLimits = type === 'member' && memberWindowOf(meter) !== null ? memberLimitsOf(meter) : ofMeter
  return {
    account: caller,
    period: periodOf(caller, planOf(plans, caller), now),
    apiAccess: hasApiAccess(caller, now),
    door: resource === 'mcp' ? 'mcp' : doorOf[type],
    actor: { type, id, name },
    member: caller.person,
    scopes: caller.scopes.split(' ') as Principal['scopes'],
    countsFor: countsFor(caller),
    limits,
    counters: counterState(meterLimits, windows),
    admittedAt: now,
  }
}

/** When a credential was used last, roughly: nobody waits for that, and a failure does no harm. */
export function noteUse(
  database: Database,
  clock: Clock,
  caller: Caller,
  idleDays: number = sessionDays.idleDefault,
): void {
  if (caller.actorType === 'api_key' && isUnused(caller, 1)) touchKey(database, clock, caller.actorId).catch(() => {})
  const { sessionId } = caller.person ?? {}
  if (sessionId && isUnused(caller, 60)) touchSession(database, clock, sessionId, idleDays).catch(() => {})
}

/** For this many minutes, as far as was written down. */
const isUnused = ({ lastUsedAt, now }: Caller, minutes: number): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > minutes * 60_000
