import type { Clock } from '../clock.ts'
import type { CountedActor } from '../credits/spend.ts'
import { createBatcher } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { createLane, type Lane } from '../db/lane.ts'
import { type Problem, problems } from '../problems.ts'
import {
  asOf,
  type CounterState,
  counterState,
  fixedMeterLimits,
  type MeterLimits,
  readWindows,
  unused,
  type Windows,
} from '../usage/request-counters.ts'
import { type Account, hasApiAccess, periodOf, planOf } from './accounts.ts'
import { type Asked, admissionStatement, type Demand, type Found, needsPlan } from './admission-statement.ts'
import { apiAccessAction } from './billing-actions.ts'
import { bearerChallenge, type Face, scopeChallenge } from './challenge.ts'
import type { Presented } from './credentials.ts'
import { touchKey } from './keys.ts'
import type { Plans } from './plan.ts'
import type { AccountLimits, Principal } from './principal.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'

export type Admission = {
  /** Resolves to the caller, or throws the Problem to answer with. What it lets through has been counted. */
  admit(presented: Presented, demand: Demand, face?: Face): Promise<Principal>
  drain(): Promise<void>
  close(): Promise<void>
}

type Options = { plans: Plans; publicUrl: string; maxBatch?: number; maxWaiting?: number }

/**
 * Who, may they, how much is left: one statement for all requests that arrive together. There is no cache of
 * credentials, so a revoked key is refused on the next request, on every node.
 */
export function createAdmission(database: Database, clock: Clock, options: Options): Admission {
  const { plans, publicUrl, maxBatch = 256, maxWaiting = 8_192 } = options
  const lane = createLane(database)
  const batcher = createBatcher<Asked, Counted | null>({
    lanes: 1,
    maxBatch,
    maxWaiting,
    whenFull: () => problems.serviceUnavailable(1),
    laneKey: () => '',
    runBatch: async (_, asked) => {
      const counted = await count(lane, await lane.query<Found>(admissionStatement(clock, plans, asked)))
      return asked.map((_, slot) => ({ output: counted.get(slot) ?? null }))
    },
    runAlone: () => Promise.reject(new Error('Admission never leaves a request out of its batch.')),
  })

  async function admit(presented: Presented, demand: Demand, face: Face = 'api'): Promise<Principal> {
    const challenge = bearerChallenge(publicUrl, face)
    if (presented === 'none') throw problems.missingCredentials(challenge)
    if (presented === 'invalid') throw problems.invalidCredentials(challenge)
    const { scope, meter } = demand
    const counted = await batcher.call({ scope, meter, credential: presented })
    if (!counted) throw problems.invalidCredentials(challenge)
    const { found } = counted
    if (scope !== null && !found.scopes.split(' ').includes(scope)) {
      throw problems.insufficientScope(scope, scopeChallenge(publicUrl, scope, face))
    }
    if (needsPlan(demand.meter) && !hasApiAccess(found, found.now)) {
      throw problems.apiAccessRequired(apiAccessAction(found, publicUrl))
    }
    const principal = toPrincipal(counted, demand, face, plans)
    if (!counted.passed) throw refuseRate(principal.counters, found.now)
    if (isStale(found)) touchKey(database, clock, found.actorId).catch(() => {})
    return principal
  }

  return {
    admit,
    drain: batcher.drain,
    close: async () => {
      await batcher.drain()
      await lane.close()
    },
  }
}

/** A caller, whether the request went through, and the windows with it. */
type Counted = { found: Found; passed: boolean; windows: Windows }

/**
 * What the statement granted to an account goes to its requests in the order they came. Those who were granted nothing
 * cost a second look, at which of their windows is full.
 */
async function count(lane: Lane, rows: Found[]): Promise<Map<number, Counted>> {
  const refused = rows.filter(({ eligible, granted }) => eligible && granted === null)
  const full = refused.length === 0 ? new Map<string, Windows>() : await readFullWindows(lane, refused)
  const places = new Map<string, number>()
  const counted = new Map<number, Counted>()
  for (const found of rows.toSorted((a, b) => a.slot - b.slot)) {
    const counter = counterOf(found)
    const place = (places.get(counter) ?? 0) + (found.eligible ? 1 : 0)
    places.set(counter, place)
    const granted = found.granted ?? 0
    const held = found.granted === null ? asOf(found.now, full.get(counter) ?? unused) : (found as Windows)
    const stillToCome = granted - Math.min(place, granted)
    const windows = {
      ...held,
      minuteUsed: held.minuteUsed - stillToCome,
      dayUsed: held.dayUsed - stillToCome,
    }
    counted.set(found.slot, { found, passed: place <= granted, windows })
  }
  return counted
}

async function readFullWindows(lane: Lane, refused: Found[]): Promise<Map<string, Windows>> {
  const rows = await lane.query<Windows & Pick<Found, 'id' | 'meter'>>(readWindows(refused))
  return new Map(rows.map((row) => [counterOf(row), row]))
}

const counterOf = ({ id, meter }: Pick<Found, 'id' | 'meter'>): string => `${id} ${meter}`

function limitsOf(account: Account, plans: Plans): AccountLimits {
  const plan = planOf(plans, account)
  return {
    requests: {
      minute: account.requestsPerMinute ?? plan.requestsPerMinute,
      day: account.requestsPerDay ?? plan.requestsPerDay,
    },
    searchRowsPerMonth: account.searchRowsPerMonth ?? plan.searchRowsPerMonth,
  }
}

/** A connection spends for its person: what it spends counts towards the limits of both. */
function countsFor({ actorType: type, actorId: id, creditLimit: limit, userId, memberLimit }: Found): CountedActor[] {
  const self = { type, id, limit }
  return type === 'connection' ? [self, { type: 'member', id: userId!, limit: memberLimit }] : [self]
}

const doorOf = { api_key: 'api_key', member: 'web', connection: 'oauth' } as const

function toPrincipal({ found, windows }: Counted, { meter }: Demand, face: Face, plans: Plans): Principal {
  const limits = limitsOf(found, plans)
  const meterLimits: MeterLimits = meter === 'request' ? limits.requests : fixedMeterLimits[meter]
  const { actorType: type, actorId: id, actorName: name, userId, role, sessionId } = found
  return {
    account: found,
    period: periodOf(found, planOf(plans, found), found.now),
    apiAccess: hasApiAccess(found, found.now),
    door: face === 'mcp' ? 'mcp' : doorOf[type],
    actor: { type, id, name },
    member: userId !== null && role !== null ? { userId, role, sessionId } : null,
    scopes: found.scopes.split(' ') as Principal['scopes'],
    countsFor: countsFor(found),
    limits,
    counters: counterState(meterLimits, windows),
    admittedAt: found.now,
  }
}

function refuseRate(counters: CounterState, now: Date): Problem {
  const { minute, day } = counters
  const dayIsFull = day !== null && day.used >= day.limit
  const full = dayIsFull ? day : minute
  const name = dayIsFull ? 'requests_per_day' : 'requests_per_minute'
  return problems.rateLimitExceeded(
    { name, limit: full.limit, remaining: 0, resets_at: full.resetsAt.toISOString() },
    (full.resetsAt.getTime() - now.getTime()) / 1_000,
    rateLimitHeaders(counters, now),
  )
}

const isStale = ({ actorType, lastUsedAt, now }: Found): boolean =>
  actorType === 'api_key' && (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > 60_000)
