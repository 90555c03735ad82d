import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { AuditAction } from './actions.ts'

export type AuditEntry = {
  seq: number
  id: string
  accountId: string | null
  action: AuditAction
  door: string
  actorType: string | null
  actorId: string | null
  actorName: string | null
  targetType: string | null
  targetId: string | null
  targetName: string | null
  details: Record<string, string | number | boolean | null>
  address: string | null
  userAgent: string | null
  requestId: string | null
  createdAt: Date
}

export type AuditFilter = {
  /** Unset: all accounts and the service, which only the operator may see. */
  accountId?: string
  /** Only what operators did, by command or in the console. */
  byOperators?: boolean | undefined
  action?: AuditAction | undefined
  actorId?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
  before?: number | null
  limit: number
}

/** Newest first. */
export function readAuditEntries(db: Db, filter: AuditFilter): Promise<AuditEntry[]> {
  const { before, limit } = filter
  return db.query<AuditEntry>(sql`
    SELECT seq, entry_id AS id, account_id AS "accountId", action, door, actor_type AS "actorType", actor_id AS "actorId",
      actor_name AS "actorName", target_type AS "targetType", target_id AS "targetId", target_name AS "targetName",
      details, address, user_agent AS "userAgent", request_id AS "requestId", created_at AS "createdAt"
    FROM audit_entries WHERE ${matches(filter)} AND (${before}::bigint IS NULL OR seq < ${before})
    ORDER BY seq DESC LIMIT ${limit}`)
}

const matches = ({
  accountId,
  byOperators,
  action,
  actorId,
  since,
  until,
}: Omit<AuditFilter, 'limit' | 'before'>): Sql => sql`
      ${byOperators ? sql`door = 'operator' AND` : sql``}
      (${accountId}::text IS NULL OR account_id = ${accountId}) AND (${action}::text IS NULL OR action = ${action})
      AND (${actorId}::text IS NULL OR actor_id = ${actorId})
      AND (${since}::timestamptz IS NULL OR created_at >= ${since})
      AND (${until}::timestamptz IS NULL OR created_at < ${until})`

/** How many match, over all pages. Entries are kept for `auditDays`, and only owners ask. */
export async function countAuditEntries(db: Db, filter: Omit<AuditFilter, 'limit' | 'before'>): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`SELECT count(*)::int AS total FROM audit_entries WHERE ${matches(filter)}`,
  )
  return row!.total
}

/** All that match, page by page. */
export async function* allAuditEntries(db: Db, filter: Omit<AuditFilter, 'limit' | 'before'>) {
  const limit = 500
  for (let before: number | null = null; ; ) {
    const page: AuditEntry[] = await readAuditEntries(db, { ...filter, before, limit })
    yield* page
    if (page.length < limit) return
    before = page.at(-1)!.seq
  }
}
