import type { Clock } from '../clock.ts'
import { prepared, type Sql, sql } from '../db/sql.ts'
import { countRequests, fixedMeterLimits, type Meter } from '../usage/request-counters.ts'
import { type Account, accountColumns } from './accounts.ts'
import type { Credential } from './credentials.ts'
import type { Role } from './members.ts'
import { type Plans, payingStatuses } from './plan.ts'
import { type Scope, type SessionScope, scopesOfRole } from './scopes.ts'

/** What the operation demands of its caller. A null scope: any valid credential will do. */
export type Demand = { scope: Scope | SessionScope | null; meter: Meter }

export type Asked = Demand & { credential: Credential }

/** One row per known caller. */
export type Found = Account & {
  slot: number
  actorType: 'api_key' | 'member' | 'connection'
  actorId: string
  actorName: string
  scopes: (Scope | SessionScope)[]
  creditLimit: number | null
  lastUsedAt: Date | null
  /** The person behind a session or a connection; null for a key. */
  userId: string | null
  role: Role | null
  sessionId: string | null
  /** Null when the request was not eligible to be counted: wrong scope or no paid access. */
  passed: boolean | null
  place: number
  minute: number
  minuteUsed: number
  day: number
  dayUsed: number
  now: Date
}

/** Billing operations are the way back in and session operations are about oneself: both work without paid access. */
export const needsPlan = (meter: Meter): boolean => meter !== 'billing' && meter !== 'session'

/**
 * Most batches hold keys alone; for those the statement leaves out what only sessions and tokens need. (Measured: a tenth
 * of its time, a quarter for a single request.)
 */
export function admissionStatement({ sql: now }: Clock, plans: Plans, asked: Asked[]): Sql {
  const areKeys = asked.every(({ credential }) => credential.kind === 'api_key')
  const all = [...plans.values()]
  const limitOf = fixedMeterLimits
  return prepared(
    areKeys ? 'admit_keys' : 'admit',
    sql`
    WITH ${areKeys ? askedWithKeys(asked) : askedWithAny(asked)},
    plan AS MATERIALIZED (
      SELECT * FROM unnest(
        ${all.map((plan) => plan.id)}::text[], ${all.map((plan) => plan.requestsPerMinute)}::int[],
        ${all.map((plan) => plan.requestsPerDay)}::int[]
      ) AS p (plan_id, minute_limit, day_limit)
    ),
    caller AS MATERIALIZED (${areKeys ? keyCallers(now) : sql`${keyCallers(now)} UNION ALL ${personCallers(now)}`}),
    known AS MATERIALIZED (
      SELECT q.slot, q.meter, q.needs_plan, q.scope, c.actor_type AS "actorType", c.actor_id AS "actorId",
        c.actor_name AS "actorName", c.scopes, c.credit_limit AS "creditLimit", c.last_used_at AS "lastUsedAt",
        c.user_id AS "userId", c.role, c.session_id AS "sessionId", ${accountColumns}
      FROM caller c
      JOIN asked q USING (slot)
      JOIN accounts a USING (account_id)
    ),
    eligible AS MATERIALIZED (
      SELECT k.slot, k.id AS account_id, k.meter,
        CASE k.meter WHEN 'request' THEN coalesce(k."requestsPerMinute", p.minute_limit)
          WHEN 'own' THEN ${limitOf.own.minute}::int WHEN 'billing' THEN ${limitOf.billing.minute}::int
          ELSE ${limitOf.session.minute}::int END AS minute_limit,
        CASE k.meter WHEN 'request' THEN coalesce(k."requestsPerDay", p.day_limit) END AS day_limit
      FROM known k JOIN plan p ON p.plan_id = k."planId"
      WHERE (k.scope IS NULL OR k.scope = ANY(k.scopes))
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

const askedColumns = (asked: Asked[]): Sql => sql`
  ${asked.map((_, slot) => slot)}::int[], ${asked.map((one) => one.scope)}::text[],
  ${asked.map((one) => one.meter)}::text[], ${asked.map((one) => needsPlan(one.meter))}::boolean[],
  ${asked.map(({ credential }) => (credential.kind === 'api_key' ? credential.secretHash : null))}::bytea[]`

const askedWithKeys = (asked: Asked[]): Sql => sql`asked AS MATERIALIZED (
      SELECT * FROM unnest(${askedColumns(asked)}) AS q (slot, scope, meter, needs_plan, secret_hash)
    )`

/** A credential fills the columns of its kind; the others stay NULL and join nothing. */
function askedWithAny(asked: Asked[]): Sql {
  const ofToken = <T>(read: (token: Extract<Credential, { kind: 'access_token' }>) => T) =>
    asked.map(({ credential }) => (credential.kind === 'access_token' ? read(credential) : null))
  return sql`asked AS MATERIALIZED (
      SELECT * FROM unnest(${askedColumns(asked)},
        ${asked.map(({ credential }) => (credential.kind === 'session' ? credential.token : null))}::text[],
        ${ofToken((token) => token.clientId)}::text[], ${ofToken((token) => token.userId)}::text[],
        ${ofToken((token) => token.accountId)}::text[], ${ofToken((token) => token.issuedAt)}::timestamptz[],
        ${ofToken((token) => token.scopes.join(' '))}::text[]
      ) AS q (slot, scope, meter, needs_plan, secret_hash, session_token, client_id, user_id, token_account_id, issued_at,
        token_scopes)
    )`
}

/** Who each key stands for: neither revoked nor expired. What is missing gives no row, and the caller a 401. */
const keyCallers = (now: Sql): Sql => sql`
      SELECT q.slot, k.account_id, 'api_key' AS actor_type, k.key_id AS actor_id, k.name AS actor_name, k.scopes,
        k.credit_limit, k.last_used_at, NULL::text AS user_id, NULL::text AS role, NULL::text AS session_id
      FROM asked q JOIN api_keys k ON k.secret_hash = q.secret_hash
      WHERE k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})`

/**
 * The same for people: a session must be open and its person a member of the account it stands in; an access token needs
 * its consent (given before it was issued), an enabled client and the membership of its person.
 */
function personCallers(now: Sql): Sql {
  const { member, owner } = scopesOfRole
  const roleScopes = sql`CASE m.role WHEN 'member' THEN ${member}::text[] ELSE ${owner}::text[] END`
  return sql`
      SELECT q.slot, m.account_id, 'member', u.id, u.name, ${roleScopes}, m.credit_limit, NULL, u.id, m.role, s.id
      FROM asked q
      JOIN sessions s ON s.token = q.session_token
      JOIN members m ON m.account_id = s.active_account_id AND m.user_id = s.user_id
      JOIN users u ON u.id = m.user_id
      WHERE s.expires_at > ${now}
      UNION ALL
      -- A person can grant no more than their role allows, and a connection spend no more than its person may.
      SELECT q.slot, m.account_id, 'connection', c.id, coalesce(o.name, o.client_id),
        ARRAY(SELECT unnest(string_to_array(q.token_scopes, ' ')) INTERSECT SELECT unnest(${roleScopes})),
        least(c.credit_limit, m.credit_limit), NULL, m.user_id, m.role, NULL
      FROM asked q
      JOIN oauth_consents c ON c.client_id = q.client_id AND c.user_id = q.user_id AND c.reference_id = q.token_account_id
      JOIN oauth_clients o ON o.client_id = c.client_id
      JOIN members m ON m.account_id = c.reference_id AND m.user_id = c.user_id
      WHERE NOT o.disabled AND q.issued_at >= date_trunc('second', c.created_at)`
}
