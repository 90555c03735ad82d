/** The plans as operators changed them in the console or by command: every version is kept, and the newest one counts. */
import type { Clock } from '../../base/clock.ts'
import { Refusal } from '../../base/refusal.ts'
import { sql } from '../../base/sql.ts'
import type { Db } from '../../db/database.ts'

type PlanVersion = { version: number; text: string; reason: string; changedBy: string; createdAt: Date }

const columns = sql`version, plans AS text, reason, changed_by AS "changedBy", created_at AS "createdAt"`

export async function findNewestPlans(db: Db): Promise<PlanVersion | null> {
  const [found] = await db.query<PlanVersion>(sql`SELECT ${columns} FROM plan_versions ORDER BY version DESC LIMIT 1`)
  return found ?? null
}

/** Newest first. */
export const listPlanVersions = (db: Db, limit = 50): Promise<PlanVersion[]> =>
  db.query<PlanVersion>(sql`SELECT ${columns} FROM plan_versions ORDER BY version DESC LIMIT ${limit}`)

type NewVersion = { text: string; after: number; reason: string; changedBy: string }

/** `after`: the version that was looked at. Whoever changed them since would be overruled unseen, so that is refused. */
export async function addPlanVersion(
  tx: Db,
  clock: Clock,
  { text, after, reason, changedBy }: NewVersion,
): Promise<number> {
  const [added] = await tx.query<{ version: number }>(sql`
    INSERT INTO plan_versions (version, plans, reason, changed_by, created_at)
    SELECT ${after}::int + 1, ${text}, ${reason}, ${changedBy}, ${clock.sql}
    WHERE ${after}::int = (SELECT coalesce(max(version), 0) FROM plan_versions)
    ON CONFLICT DO NOTHING RETURNING version`)
  if (!added)
    throw new Refusal('Somebody else changed the plans meanwhile. Look at them again, then repeat your change.')
  return added.version
}
