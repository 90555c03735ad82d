import { isServedSql } from '../accounts/suspension.ts'
import type { Clock } from '../base/clock.ts'
import type { Sealer } from '../base/seal.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { numberLedger } from '../events/record.ts'
import { leasesOf } from '../queue/leases.ts'
import { HubspotFault } from './faults.ts'

export type HubspotConnection = {
  accountId: string
  portalId: number
  appId: number
  automatic: boolean
  status: 'connected' | 'stopped'
  problem: 'token_refused' | 'scopes_missing' | null
  missingScopes: string[]
  /** Null if it is not paused. */
  pausedUntil: Date | null
  failingSince: Date | null
  createdAt: Date
  lastSuccessAt: Date | null
}

/** As the dispatcher needs it. The lease is what it has to show before each request. */
export type LeasedConnection = HubspotConnection & { token: string; position: number; failures: number; lease: string }

const columns = (
  clock: Clock,
) => sql`account_id AS "accountId", portal_id::float8 AS "portalId", app_id::float8 AS "appId", automatic,
  status, problem, missing_scopes AS "missingScopes",
  CASE WHEN paused_until > ${clock.sql} THEN paused_until END AS "pausedUntil",
  failing_since AS "failingSince", created_at AS "createdAt", last_success_at AS "lastSuccessAt"`

const sealedFor = 'hubspot token'
/** One that was sealed with another AUTH_SECRET is as good as refused: somebody has to connect again. */
export function openToken(sealer: Sealer, { accountId, token }: LeasedConnection): string {
  try {
    return sealer.open(token, accountId, sealedFor)
  } catch {
    throw new HubspotFault('token')
  }
}

export async function findConnection(db: Db, clock: Clock, accountId: string): Promise<HubspotConnection | null> {
  const [row] = await db.query<HubspotConnection>(
    sql`SELECT ${columns(clock)} FROM hubspot_connections WHERE account_id = ${accountId}`,
  )
  return row ?? null
}

type Draft = { portalId: number; appId: number; token: string; automatic: boolean | undefined }

/** With another portal nothing of the old one is kept. With the same one everything goes on where it was. */
export async function putConnection(
  tx: Db,
  clock: Clock,
  sealer: Sealer,
  accountId: string,
  { portalId, appId, token, automatic }: Draft,
): Promise<void> {
  await tx.query(sql`DELETE FROM hubspot_connections WHERE account_id = ${accountId} AND portal_id <> ${portalId}`)
  const position = await numberLedger(tx, accountId)
  await tx.query(sql`
    INSERT INTO hubspot_connections (account_id, portal_id, app_id, token, automatic, position, created_at)
    VALUES (${accountId}, ${portalId}, ${appId}, ${sealer.seal(token, accountId, sealedFor)}, ${automatic ?? false}, ${position},
      ${clock.sql})
    ON CONFLICT (account_id) DO UPDATE SET app_id = excluded.app_id, token = excluded.token,
      automatic = coalesce(${automatic}::boolean, hubspot_connections.automatic), status = 'connected', problem = NULL,
      missing_scopes = '{}', paused_until = '-infinity', failures = 0, failing_since = NULL`)
}

/** False if there is none. */
export async function setAutomatic(db: Db, accountId: string, automatic: boolean): Promise<boolean> {
  const changed = await db.query(
    sql`UPDATE hubspot_connections SET automatic = ${automatic} WHERE account_id = ${accountId} RETURNING 1`,
  )
  return changed.length > 0
}

/** Whether contacts are sent as they are revealed, as of now. */
export async function readAutomatic(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db.query<{ automatic: boolean }>(
    sql`SELECT automatic FROM hubspot_connections WHERE account_id = ${accountId}`,
  )
  return row?.automatic ?? false
}

/** With its runs and what it knew of records. False if there was none. */
export async function deleteConnection(db: Db, accountId: string): Promise<boolean> {
  const deleted = await db.query(sql`DELETE FROM hubspot_connections WHERE account_id = ${accountId} RETURNING 1`)
  return deleted.length > 0
}

type Candidate = { accountId: string; position: number; hasRuns: boolean }

/** Connections that nobody works on. For an account that is not served only erasures are work. */
export const findFree = (db: Db, { sql: now }: Clock): Promise<Candidate[]> =>
  db.query<Candidate>(sql`
    SELECT account_id AS "accountId", position::float8 AS position, EXISTS (
      SELECT FROM hubspot_runs r WHERE r.account_id = c.account_id AND r.status = 'running'
        AND (r.kind = 'erasure' OR ${isServedSql(sql`c.account_id`, now)})) AS "hasRuns"
    FROM hubspot_connections c WHERE status = 'connected' AND leased_until < ${now} AND paused_until < ${now}`)

/** A request and what is written after it take less. */
const leaseSeconds = 60

const leases = leasesOf<Omit<LeasedConnection, 'lease'>>('hubspot_connections', {
  seconds: leaseSeconds,
  columns: (clock) => sql`${columns(clock)}, token, position::float8 AS position, failures`,
  isOpen: sql`status = 'connected'`,
})
const isOf = (accountId: string): Sql => sql`account_id = ${accountId}`

export const lease = (db: Db, clock: Clock, accountId: string): Promise<LeasedConnection | null> =>
  leases.lease(db, clock, sql`${isOf(accountId)} AND paused_until < ${clock.sql}`)

export const prolong = (db: Db, clock: Clock, accountId: string, held: string): Promise<LeasedConnection | null> =>
  leases.prolong(db, clock, isOf(accountId), held)

export const release = (db: Db, accountId: string, held: string): Promise<void> =>
  leases.release(db, isOf(accountId), held)

export const pause = async (db: Db, { sql: now }: Clock, accountId: string, seconds: number): Promise<void> =>
  void (await db.query(sql`
    UPDATE hubspot_connections SET paused_until = ${now} + make_interval(secs => ${seconds}), failures = failures + 1,
      failing_since = coalesce(failing_since, ${now})
    WHERE account_id = ${accountId}`))

/** False if it was stopped, is gone, or was connected with another token since this one was refused. */
export async function stopConnection(
  tx: Db,
  { accountId, token }: Pick<LeasedConnection, 'accountId' | 'token'>,
  problem: NonNullable<HubspotConnection['problem']>,
  missingScopes: readonly string[],
): Promise<boolean> {
  const stopped = await tx.query(sql`
    UPDATE hubspot_connections SET status = 'stopped', problem = ${problem}, missing_scopes = ${missingScopes}::text[]
    WHERE account_id = ${accountId} AND token = ${token} AND status = 'connected' RETURNING 1`)
  return stopped.length > 0
}

type HubspotBacklog = {
  connections: number
  stopped: number
  failing: number
  /** Contacts that wait to be sent or erased. */
  waiting: number
  /** For how long something has waited for a connection that is neither stopped nor paused. */
  lateSeconds: number
}

/** Over all accounts, for the operator. */
export async function readBacklog(db: Db, { sql: now }: Clock): Promise<HubspotBacklog> {
  const [row] = await db.query<HubspotBacklog>(sql`
    SELECT count(*)::int AS connections, (count(*) FILTER (WHERE status = 'stopped'))::int AS stopped,
      (count(*) FILTER (WHERE status = 'connected' AND failing_since < ${now} - interval '1 day'))::int AS failing,
      (SELECT count(*) FROM hubspot_run_items WHERE outcome IS NULL)::int AS waiting,
      coalesce(extract(epoch FROM ${now} - (
        SELECT min(r.worked_at) FROM hubspot_runs r JOIN hubspot_connections c USING (account_id)
        WHERE r.status = 'running' AND c.status = 'connected' AND c.paused_until < ${now}
          AND (r.kind = 'erasure' OR ${isServedSql(sql`r.account_id`, now)})
      )), 0)::float8 AS "lateSeconds"
    FROM hubspot_connections`)
  return row!
}
