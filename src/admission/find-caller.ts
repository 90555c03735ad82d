import { accountColumns } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import { isNotSuspended } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import { sql } from '../base/sql.ts'
import type { Principal } from '../call/principal.ts'
import { isConnected } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { isUsableKey } from '../keys/keys.ts'
import { unused } from '../metering/windows.ts'
import type { CallerRow } from './admission-statement.ts'
import { scopesByRole } from './scopes-by-role.ts'
import { toCaller, toPrincipal } from './to-principal.ts'

/** A key, a member or a connection that made something which goes on without a request. */
type StandingCaller = {
  accountId: string
  door: Principal['door']
  type: Principal['actor']['type']
  id: string
}

/**
 * Who a caller is now, and what they may do now, without a request to count: for work that goes on in their name. Null
 * when they may do nothing any more: the key is revoked or expired, the member removed, the connection ended, the account suspended.
 */
export async function findCaller(
  db: Db,
  clock: Clock,
  plans: Plans,
  { accountId, door, type, id }: StandingCaller,
): Promise<Principal | null> {
  const roleScopes = scopesByRole()
  const person = sql`json_build_object('userId', m.user_id, 'role', m.role, 'sessionId', NULL, 'creditLimit', m.credit_limit)`
  const [row] = await db.query<CallerRow & { now: Date }>(sql`
    SELECT k.actor_type AS "actorType", k.actor_id AS "actorId", k.actor_name AS "actorName",
      array_to_string(k.scopes, ' ') AS scopes, k.credit_limit AS "creditLimit", NULL AS "lastUsedAt", k.person,
      ${clock.sql} AS now, ${accountColumns}
    FROM (
      SELECT account_id, 'api_key' AS actor_type, key_id AS actor_id, name AS actor_name, scopes, credit_limit, NULL::json AS person
      FROM api_keys k
      WHERE ${type} = 'api_key' AND account_id = ${accountId} AND key_id = ${id} AND ${isUsableKey(clock.sql)}
      UNION ALL
      SELECT m.account_id, 'member', u.id, u.name, ${roleScopes}, m.credit_limit, ${person}
      FROM members m JOIN users u ON u.id = m.user_id
      WHERE ${type} = 'member' AND m.account_id = ${accountId} AND m.user_id = ${id}
      UNION ALL
      -- The scopes of all its open grants: no token is at hand that would name one.
      SELECT m.account_id, 'connection', c.id, coalesce(o.name, o.client_id),
        ARRAY(SELECT DISTINCT scope FROM oauth_grants g CROSS JOIN jsonb_array_elements_text(g.scopes) AS scope
          WHERE g.account_id = m.account_id AND g.user_id = c.user_id AND g.client_id = c.client_id AND g.ended_at IS NULL
            AND scope = ANY(${roleScopes})),
        c.credit_limit, ${person}
      FROM oauth_consents c
      JOIN oauth_clients o ON o.client_id = c.client_id
      JOIN members m ON m.account_id = c.reference_id AND m.user_id = c.user_id
      WHERE ${type} = 'connection' AND c.reference_id = ${accountId} AND c.id = ${id} AND NOT o.disabled AND ${isConnected}
    ) k
    JOIN accounts a ON a.account_id = k.account_id AND ${isNotSuspended}`)
  if (!row) return null
  const counted = { caller: toCaller(row), now: row.now, passed: true, windows: { ...unused } }
  return { ...toPrincipal(counted, { scope: null, meter: 'request' }, 'api', plans), door }
}
