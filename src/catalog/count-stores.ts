import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** How many stores customers find, and how many left within the last week. */
export async function countStores(db: Db): Promise<{ live: number; retiredThisWeek: number }> {
  const [row] = await db.query<{ live: number; retiredThisWeek: number }>(sql`
    SELECT count(*) FILTER (WHERE retired_at IS NULL)::integer AS live,
      count(*) FILTER (WHERE retired_at > now() - interval '7 days')::integer AS "retiredThisWeek"
    FROM stores`)
  return row!
}
