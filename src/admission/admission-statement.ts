import { type Account, accountColumns } from '../accounts/accounts.ts'
import { hasApiAccessSql, needsApiAccess } from '../accounts/api-access.ts'
import { memberLimitsOf, windowLimitsOf } from '../accounts/limits.ts'
import type { Plans } from '../accounts/plan.ts'
import { isNotSuspended } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import { type Role, type Scope, type SessionScope, supportScopes } from '../base/scopes.ts'
import { type PreparedStatement, prepared, type Sql, sql } from '../base/sql.ts'
import { isConnected } from '../connections/connections.ts'
import { isUsableKey } from '../keys/keys.ts'
import {
  type CountedCaller,
  countRequests,
  type Meter,
  memberCounter,
  memberWindowOf,
} from '../metering/request-counters.ts'
import { hashViewToken, isOpenView } from '../sign-in/support-views.ts'
import type { Credential } from './credentials.ts'
import { scopesByRole } from './scopes-by-role.ts'

/** An operation's requirements of its caller. A null scope: any valid credential will do. */
export type Demand = {
  scope: Scope | SessionScope | null
  orScopes?: readonly Scope[]
  meter: Meter
  closedWithoutAccess?: boolean | undefined
  openToPeople?: boolean | undefined
  openWhenSuspended?: boolean | undefined
  /** What a support view is judged by: it may only read. */
  method?: string | undefined
  readsOnly?: boolean | undefined
}

export type AdmissionRequest = Demand & { credential: Credential }

/** Who is calling, as the database knows them now. */
export type CallerRow = Account & {
  actorType: 'api_key' | 'member' | 'connection' | 'operator'
  actorId: string
  actorName: string
  /** Separated by spaces, which is cheaper to read than an array. */
  scopes: string
  /** This credential's own limit for the period. */
  creditLimit: number | null
  lastUsedAt: Date | null
  /** The person behind a session or a connection; a key has none. */
  person: { userId: string; role: Role; sessionId: string | null; creditLimit: number | null } | null
}

/** One row per known caller. */
export type AdmissionRow = CallerRow & CountedCaller & { slot: number }

/** Every kind of caller and every answer: every known caller has a row, with what was granted and what was not. */
export function admissionStatement({ sql: now }: Clock, plans: Plans, asked: AdmissionRequest[]): PreparedStatement {
  const isMembers = sql`(${isPerson} AND q.member_window IS NOT NULL)`
  const limits = windowLimitsOf(plans, { now, meter: sql`q.meter`, isMembers, memberLimit: sql`q.member_limit` })
  return prepared(
    'admit',
    sql`
    WITH caller AS MATERIALIZED (
      SELECT q.slot, a.account_id,
        CASE WHEN ${isMembers} THEN ${memberCounter(sql`q.member_window`, sql`k.actor_id`)} ELSE q.meter END AS counter,
        ${limits.minute} AS minute_limit, ${limits.day} AS day_limit,
        (${isNotSuspended} OR q.is_open_when_suspended) AND (q.scope IS NULL OR string_to_array(q.scope, ' ') && k.scopes) AND (
          NOT (q.needs_access OR q.is_closed AND NOT ${isPerson}) OR (${hasApiAccessSql(now)})) AS eligible,
        k.actor_type AS "actorType", k.actor_id AS "actorId", k.actor_name AS "actorName",
        array_to_string(k.scopes, ' ') AS scopes, k.credit_limit AS "creditLimit", k.last_used_at AS "lastUsedAt",
        k.person, ${accountColumns}
      FROM ${askedRows(asked)} ${callers(now)}
    ),
    ${countRequests(now)}
    SELECT caller.*, minute_limit AS "minuteLimit", day_limit AS "dayLimit", c.granted, c.minute, c.minute_used AS "minuteUsed", c.day, c.day_used AS "dayUsed", ${now} AS now
    FROM caller LEFT JOIN counted c USING (account_id, counter)`,
  )
}

/** One caller, not counted: whether a credential that was admitted still holds. */
export function callerStatement({ sql: now }: Clock, asked: AdmissionRequest): Sql {
  return sql`
    SELECT k.actor_type AS "actorType", k.actor_id AS "actorId", k.actor_name AS "actorName",
      array_to_string(k.scopes, ' ') AS scopes, k.credit_limit AS "creditLimit", k.last_used_at AS "lastUsedAt",
      k.person, ${accountColumns}, ${now} AS now
    FROM ${askedRows([asked])} ${callers(now)}`
}

/** In the web application: a member, or an operator who looks over a member's shoulder. */
const isPerson = sql`k.actor_type IN ('member', 'operator')`

/** The callers of the rows `q`, as `k`, with their accounts. */
const callers = (now: Sql): Sql => sql`
      CROSS JOIN LATERAL (${keyCaller(now)} UNION ALL ${personCaller(now)}) k
      JOIN accounts a ON a.account_id = k.account_id`

const demandsAccess = ({ meter, openToPeople, credential }: AdmissionRequest): boolean =>
  needsApiAccess(meter) && !(openToPeople && (credential.kind === 'session' || credential.kind === 'support_view'))

/** Any of them will do; separated by spaces, as a statement takes no array of arrays. */
const scopesOf = ({ scope, orScopes = [] }: Demand): string | null => scope && [scope, ...orScopes].join(' ')

/** A credential fills the columns of its kind; the others stay NULL and join nothing. */
function askedRows(asked: AdmissionRequest[]): Sql {
  const ofToken = <T>(read: (token: Extract<Credential, { kind: 'access_token' }>) => T) =>
    asked.map(({ credential }) => (credential.kind === 'access_token' ? read(credential) : null))
  return sql`unnest(
        ${asked.map((_, slot) => slot)}::int[], ${asked.map(scopesOf)}::text[],
        ${asked.map((one) => one.meter)}::text[], ${asked.map(demandsAccess)}::boolean[],
        ${asked.map((one) => one.closedWithoutAccess === true)}::boolean[], ${asked.map((one) => one.openWhenSuspended === true)}::boolean[],
        ${asked.map((one) => memberWindowOf(one.meter))}::text[], ${asked.map((one) => memberLimitsOf(one.meter).minute)}::int[],
        ${asked.map(({ credential }) => (credential.kind === 'api_key' ? credential.secretHash : null))}::bytea[],
        ${asked.map(({ credential }) => (credential.kind === 'session' ? credential.token : null))}::text[],
        ${asked.map(({ credential }) => (credential.kind === 'support_view' ? hashViewToken(credential.token) : null))}::bytea[],
        ${ofToken((token) => token.clientId)}::text[], ${ofToken((token) => token.userId)}::text[],
        ${ofToken((token) => token.accountId)}::text[], ${ofToken((token) => token.issuedAt)}::timestamptz[],
        ${ofToken((token) => token.expiresAt)}::timestamptz[],
        ${ofToken((token) => token.scopes.join(' '))}::text[], ${ofToken((token) => token.grantId)}::text[]
      ) AS q (slot, scope, meter, needs_access, is_closed, is_open_when_suspended, member_window, member_limit, secret_hash, session_token, view_hash, client_id, user_id, token_account_id, issued_at,
        token_expires_at, token_scopes, grant_id)`
}

/** The caller of the key of `q`. Without a row, the answer is 401. */
const keyCaller = (now: Sql): Sql => sql`
        SELECT account_id, 'api_key' AS actor_type, key_id AS actor_id, name AS actor_name, scopes, credit_limit,
          last_used_at, NULL::json AS person
        FROM api_keys k
        WHERE k.secret_hash = q.secret_hash AND ${isUsableKey(now)}`

/**
 * The same for people: a session must be open and its person a member of the account it stands in; an access token must
 * not have expired meanwhile, and needs its consent (given before it was issued), its grant, an enabled client and the membership of its person.
 */
function personCaller(now: Sql): Sql {
  const roleScopes = scopesByRole()
  const person = (sessionId: Sql) => sql`json_build_object(
          'userId', m.user_id, 'role', m.role, 'sessionId', ${sessionId}, 'creditLimit', m.credit_limit)`
  return sql`
        SELECT m.account_id, 'member', u.id, u.name, ${roleScopes}, m.credit_limit, s.updated_at, ${person(sql`s.id`)}
        FROM sessions s
        JOIN members m ON m.account_id = s.active_account_id AND m.user_id = s.user_id
        JOIN users u ON u.id = m.user_id
        WHERE s.token = q.session_token AND s.expires_at > ${now}
        UNION ALL
        -- An operator's support view of a member: while it is open, and while the member is one.
        SELECT m.account_id, 'operator', v.operator_id, v.operator_name,
          ${scopesByRole((scopes) => scopes.filter((scope) => supportScopes.includes(scope)))}, m.credit_limit, NULL, ${person(sql`v.view_id`)}
        FROM support_views v
        JOIN members m ON m.account_id = v.account_id AND m.user_id = v.user_id
        WHERE v.token_hash = q.view_hash AND ${isOpenView(now)}
        UNION ALL
        -- A person can grant no more than their role allows, and a token holds no more than its grant.
        SELECT m.account_id, 'connection', c.id, coalesce(o.name, o.client_id),
          ARRAY(SELECT scope FROM unnest(string_to_array(q.token_scopes, ' ')) AS scope
            WHERE scope = ANY(${roleScopes}) AND g.scopes ? scope),
          c.credit_limit, NULL, ${person(sql`NULL::text`)}
        FROM oauth_consents c
        JOIN oauth_clients o ON o.client_id = c.client_id
        JOIN members m ON m.account_id = c.reference_id AND m.user_id = c.user_id
        JOIN oauth_grants g ON g.grant_id = q.grant_id AND g.ended_at IS NULL
        WHERE c.client_id = q.client_id AND c.user_id = q.user_id AND c.reference_id = q.token_account_id
          AND q.token_expires_at > ${now} AND NOT o.disabled AND ${isConnected} AND q.issued_at >= date_trunc('second', c.created_at)`
}
