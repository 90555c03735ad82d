/** How callers are refused, in the order of checks: credential, suspension, scope, plan, rate. */
import { needsApiAccess, requireApiAccess } from '../accounts/api-access.ts'
import { refuseSuspended } from '../accounts/suspension.ts'
import { type Problem, problems } from '../base/problems.ts'
import { isSessionScope } from '../base/scopes.ts'
import { rateLimitHeaders } from '../metering/rate-limit-headers.ts'
import type { CounterState } from '../metering/request-counters.ts'
import type { ProtectedResource } from '../oauth/resources.ts'
import type { Demand } from './admission-statement.ts'
import { bearerChallenge, scopeChallenge, tokenChallenge } from './challenge.ts'
import type { Credential, PresentedCredential } from './credentials.ts'
import type { Caller } from './to-principal.ts'

type Door = { publicUrl: string; resource: ProtectedResource }

/** The presented credential, unless it is refused without asking the database. */
export function requireCredential(presented: PresentedCredential, { scope }: Demand, door: Door): Credential {
  if (typeof presented === 'object') return presented
  if (presented !== 'none') throw notValid({ kind: presented === 'invalid' ? 'api_key' : 'session' }, door)
  const challenge = bearerChallenge(door.publicUrl, door.resource)
  const isForPeople = scope !== null && isSessionScope(scope)
  throw isForPeople ? problems.signInRequired(challenge) : problems.missingCredentials(challenge)
}

/** Unknown, expired and revoked answer alike. */
export function notValid({ kind }: Pick<Credential, 'kind'>, { publicUrl, resource }: Door): Problem {
  const challenge = tokenChallenge(publicUrl, resource)
  const isPerson = kind === 'session' || kind === 'support_view'
  return isPerson ? problems.sessionEnded(challenge) : problems.invalidCredentials(challenge)
}

export function requireRight(
  { scopes, account, actor }: Pick<Caller, 'scopes' | 'account' | 'actor'>,
  demand: Demand,
  now: Date,
  { publicUrl, resource }: Door,
): void {
  const {
    scope,
    orScopes = [],
    meter,
    closedWithoutAccess = false,
    openToPeople = false,
    openWhenSuspended = false,
  } = demand
  if (!openWhenSuspended) refuseSuspended(account)
  if (actor.type === 'operator' && !mayLook(demand, scopes)) throw problems.supportViewOnlyReads()
  if (scope !== null && ![scope, ...orScopes].some((one) => scopes.includes(one))) {
    throw problems.insufficientScope(scope, scopeChallenge(publicUrl, scope, resource))
  }
  const isPerson = actor.type === 'member' || actor.type === 'operator'
  if ((needsApiAccess(meter) && !(openToPeople && isPerson)) || (closedWithoutAccess && !isPerson))
    requireApiAccess(account, now, publicUrl)
}

/** A support view reads what its scopes allow. Whatever is not known to read is refused. */
const mayLook = ({ scope, orScopes = [], method, readsOnly }: Demand, held: Caller['scopes']): boolean =>
  (method === 'GET' || readsOnly === true) && scope !== null && [scope, ...orScopes].some((one) => held.includes(one))

export function refuseRate(counters: CounterState, now: Date): Problem {
  const { minute, day } = counters
  const full = day !== null && day.used >= day.limit ? day : minute
  return problems.rateLimitExceeded(
    { name: full.name, limit: full.limit, remaining: 0, resets_at: full.resetsAt.toISOString() },
    Math.min(full.seconds, (full.resetsAt.getTime() - now.getTime()) / 1_000),
    rateLimitHeaders(counters, now),
  )
}
