import type { Clock } from '../clock.ts'
import { createBatcher } from '../db/batch.ts'
import type { Database } from '../db/database.ts'
import { createLane, type Lane } from '../db/lane.ts'
import { prepared, type Sql, sql } from '../db/sql.ts'
import { type Problem, problems } from '../problems.ts'
import {
  type CounterState,
  counterState,
  countRequests,
  fixedMeterLimits,
  type Meter,
  type MeterLimits,
} from '../usage/request-counters.ts'
import { type Account, accountColumns, hasApiAccess, periodOf, planOf } from './accounts.ts'
import { apiAccessAction } from './billing-actions.ts'
import { hashKey, isWellFormedKey } from './key-format.ts'
import { touchKey } from './keys.ts'
import { type Plans, payingStatuses } from './plan.ts'
import type { AccountLimits, Principal } from './principal.ts'
import { rateLimitHeaders } from './rate-limit-headers.ts'
import type { Scope } from './scopes.ts'

/** What the operation demands of its caller. */
export type Demand = { scope: Scope; meter: Meter }

export type Admission = {
  /** Resolves to the caller, or throws the Problem to answer with. What it lets through has been counted. */
  admit(bearer: string | null, demand: Demand): Promise<Principal>
  drain(): Promise<void>
  close(): Promise<void>
}

type Asked = Demand & { secretHash: Buffer }

type Found = Account & {
  slot: number
  keyId: string
  keyName: string
  keyScopes: Scope[]
  creditLimit: number | null
  lastUsedAt: Date | null
  /** Null when the request was not eligible to be counted: wrong scope or no paid access. */
  passed: boolean | null
  place: number
  minute: number
  minuteUsed: number
  day: number
  dayUsed: number
  now: Date
}

type Options = { plans: Plans; publicUrl: string; maxBatch?: number; maxWaiting?: number }

/**
 * Who, may they, how much is left: one statement for all requests that arrive together. There is no cache of
 * credentials, so a revoked key is refused on the next request, on every node.
 */
export function createAdmission(database: Database, clock: Clock, options: Options): Admission {
  const { plans, publicUrl, maxBatch = 256, maxWaiting = 8_192 } = options
  const lane = createLane(database)
  const challenge = `Bearer resource_metadata="${publicUrl}/.well-known/oauth-protected-resource/api/v1"`
  const batcher = createBatcher<Asked, Found | null>({
    lanes: 1,
    maxBatch,
    maxWaiting,
    whenFull: () => problems.serviceUnavailable(1),
    laneKey: () => '',
    runBatch: async (_, asked) => {
      const found = await lookUp(lane, clock, plans, asked)
      return asked.map((_, slot) => ({ output: found.get(slot) ?? null }))
    },
    runAlone: () => Promise.reject(new Error('Admission never leaves a request out of its batch.')),
  })

  async function admit(bearer: string | null, demand: Demand): Promise<Principal> {
    if (bearer === null) throw problems.missingCredentials(challenge)
    if (!isWellFormedKey(bearer)) throw problems.invalidCredentials(challenge)
    const found = await batcher.call({ ...demand, secretHash: hashKey(bearer) })
    if (!found) throw problems.invalidCredentials(challenge)
    if (!found.keyScopes.includes(demand.scope)) {
      throw problems.insufficientScope(
        demand.scope,
        `${challenge}, error="insufficient_scope", scope="${demand.scope}"`,
      )
    }
    if (needsPlan(demand.meter) && !hasApiAccess(found, found.now)) {
      throw problems.apiAccessRequired(apiAccessAction(found, publicUrl))
    }
    const principal = toPrincipal(found, demand, plans)
    if (!found.passed) throw refuseRate(principal.counters, found.now)
    if (isStale(found)) touchKey(database, clock, found.keyId).catch(() => {})
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

/** Billing operations are the way back in, so they alone work without paid access. */
const needsPlan = (meter: Meter): boolean => meter !== 'billing'

async function lookUp(lane: Lane, clock: Clock, plans: Plans, asked: Asked[]): Promise<Map<number, Found>> {
  const rows = await lane.query<Found>(admissionStatement(clock.sql, plans, asked))
  return new Map(rows.map((row) => [row.slot, row]))
}

function admissionStatement(now: Sql, plans: Plans, asked: Asked[]): Sql {
  const all = [...plans.values()]
  return prepared(
    'admit',
    sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(
        ${asked.map((_, slot) => slot)}::int[], ${asked.map((one) => one.secretHash)}::bytea[],
        ${asked.map((one) => one.scope)}::text[], ${asked.map((one) => one.meter)}::text[],
        ${asked.map((one) => needsPlan(one.meter))}::boolean[]
      ) AS q (slot, secret_hash, scope, meter, needs_plan)
    ),
    plan AS MATERIALIZED (
      SELECT * FROM unnest(
        ${all.map((plan) => plan.id)}::text[], ${all.map((plan) => plan.requestsPerMinute)}::int[],
        ${all.map((plan) => plan.requestsPerDay)}::int[]
      ) AS p (plan_id, minute_limit, day_limit)
    ),
    known AS MATERIALIZED (
      SELECT q.slot, q.meter, q.needs_plan, q.scope, k.key_id AS "keyId", k.name AS "keyName", k.scopes AS "keyScopes",
        k.credit_limit AS "creditLimit", k.last_used_at AS "lastUsedAt", ${accountColumns}
      FROM asked q
      JOIN api_keys k USING (secret_hash)
      JOIN accounts a USING (account_id)
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
    ),
    eligible AS MATERIALIZED (
      SELECT k.slot, k.id AS account_id, k.meter,
        CASE k.meter WHEN 'request' THEN coalesce(k."requestsPerMinute", p.minute_limit)
          WHEN 'own' THEN ${fixedMeterLimits.own.minute}::int ELSE ${fixedMeterLimits.billing.minute}::int END AS minute_limit,
        CASE k.meter WHEN 'request' THEN coalesce(k."requestsPerDay", p.day_limit) END AS day_limit
      FROM known k JOIN plan p ON p.plan_id = k."planId"
      WHERE k.scope = ANY(k."keyScopes")
        AND (NOT k.needs_plan OR (k.status = ANY(${payingStatuses}::text[])
          AND (k."accessEndsAt" IS NULL OR ${now} < k."accessEndsAt")))
    ),
    ${countRequests(now)}
    SELECT k.*, c.passed, c.place, c.minute, c.minute_used AS "minuteUsed", c.day, c.day_used AS "dayUsed", ${now} AS now,
      -- Counters may be lost with a crashed machine; waiting for the disk on every request would cost more. For this
      -- transaction only, and set where nothing depends on it.
      set_config('synchronous_commit', 'off', true)
    FROM known k LEFT JOIN counted c USING (slot)`,
  )
}

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

function toPrincipal(found: Found, { meter }: Demand, plans: Plans): Principal {
  const limits = limitsOf(found, plans)
  const meterLimits: MeterLimits = meter === 'request' ? limits.requests : fixedMeterLimits[meter]
  return {
    account: found,
    period: periodOf(found, planOf(plans, found), found.now),
    apiAccess: hasApiAccess(found, found.now),
    door: 'api_key',
    actor: { type: 'api_key', id: found.keyId, name: found.keyName },
    scopes: found.keyScopes,
    creditLimit: found.creditLimit,
    limits,
    counters: counterState(meterLimits, {
      minute: found.minute,
      minuteUsed: found.minuteUsed + found.place,
      day: found.day,
      dayUsed: found.dayUsed + found.place,
    }),
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

const isStale = ({ lastUsedAt, now }: Found): boolean =>
  lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > 60_000
