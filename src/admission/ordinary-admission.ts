import { accountColumns } from '../accounts/accounts.ts'
import { hasApiAccessSql } from '../accounts/api-access.ts'
import { requestLimitsOf } from '../accounts/limits.ts'
import type { Plans } from '../accounts/plan.ts'
import { isNotSuspended } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import { type PreparedStatement, type Sql, sql, template } from '../base/sql.ts'
import { isUsableKey } from '../keys/keys.ts'
import { countWhole } from '../metering/request-counters.ts'
import { type Windows, windowsBefore } from '../metering/windows.ts'
import type { AdmissionRequest } from './admission-statement.ts'
import { type KnownCaller, type KnownCallers, type ReadCaller, serverVersion } from './known-callers.ts'
import { type AdmittedKey, keyOf } from './presumed-callers.ts'
import type { CountedRequest } from './to-principal.ts'

/** Requests of one key with the same demand, which are counted together. */
export type Group = AdmittedKey & { slots: number[]; known: KnownCaller | null }

/** The caller of a group, and the windows after the last of its requests. */
export type GroupAdmission = Windows & ReadCaller & { place: number }

/** Only keys, in the plan's windows: almost everything that the API is asked. */
export const ordinaryKeyOf = (asked: AdmissionRequest): AdmittedKey | null =>
  asked.meter === 'request' ? keyOf(asked) : null

/** By key and scope, without those that are null. */
export function groupKeys(keys: readonly (AdmittedKey | null)[], known: KnownCallers): Group[] {
  const groups = new Map<string, Group>()
  keys.forEach((key, slot) => {
    if (key === null) return
    const { credential, scope, name } = key
    const group = groups.get(name)
    if (group) group.slots.push(slot)
    else groups.set(name, { credential, scope, name, slots: [slot], known: known.find(credential) })
  })
  return [...groups.values()]
}

/** The requests of a group that was admitted, with their slots. */
export function countGroup({ credential, slots, known: found }: Group, row: GroupAdmission, known: KnownCallers) {
  const { now, version } = row
  const caller = known.read(credential, found, row)
  return slots.map((slot, at): [number, CountedRequest & { version: string }] => {
    const windows = windowsBefore(row, slots.length - 1 - at)
    return [slot, { caller, now, version, passed: true, windows }]
  })
}

/**
 * Finds, judges and counts in one UPDATE without intermediate results: what an ordinary request costs the database is
 * mostly the setting up of a plan. A group that is not let through as a whole has no row in the answer, and neither has
 * the second of two keys of one account; `admissionStatement` then says why, or admits the callers it can. One request alone of a
 * caller who is known costs less: `lone-admission.ts`.
 */
export function admitGroups<Input>({ sql: now }: Clock, plans: Plans, groupsOf: (input: Input) => Group[]): Sql {
  const column = (read: (group: Group, place: number) => unknown) => (input: Input) => groupsOf(input).map(read)
  const asked = sql`unnest(
          ${column((_, place) => place)}::int[], ${column(({ slots }) => slots.length)}::int[],
          ${column(({ scope }) => scope)}::text[], ${column(({ credential }) => credential.secretHash)}::bytea[],
          ${column((group) => group.known?.version)}::text[]
        ) AS q (place, requests, scope, secret_hash, known_version)`
  return countWhole(now, {
    from: sql`(
        SELECT q.place, q.requests, q.known_version, k.xmin AS key_version, k.account_id, k.key_id, k.name, k.scopes,
          k.credit_limit, k.last_used_at, k.expires_at
        FROM ${asked}
        JOIN api_keys k ON k.secret_hash = q.secret_hash
        WHERE ${isUsableKey(now)} AND q.scope = ANY(k.scopes)
        ORDER BY k.account_id
      ) k JOIN accounts a ON a.account_id = k.account_id AND ${isNotSuspended} AND ${hasApiAccessSql(now)}`,
    accountId: sql`a.account_id`,
    requests: sql`k.requests`,
    limits: requestLimitsOf(plans, now),
    returning: sql`k.place, ${now} AS now, ${version} AS version,
        CASE WHEN k.known_version IS DISTINCT FROM ${version} THEN (
          SELECT to_json(caller) FROM (
            SELECT 'api_key' AS "actorType", k.key_id AS "actorId", k.name AS "actorName",
              array_to_string(k.scopes, ' ') AS scopes, k.credit_limit AS "creditLimit",
              k.last_used_at AS "lastUsedAt", k.expires_at AS "keyExpiresAt", NULL AS person, ${accountColumns}) caller) END AS caller`,
  })
}

/** Changes whenever anything about the account or the key does: the transactions that wrote their rows, and the server that counted them. */
const version = sql`a.xmin::text || ' ' || k.key_version || ' ' || ${serverVersion}`

export function ordinaryAdmission(clock: Clock, plans: Plans): (groups: Group[]) => PreparedStatement {
  return template<Group[]>(
    'admit_ordinary',
    admitGroups(clock, plans, (groups: Group[]) => groups),
  )
}
