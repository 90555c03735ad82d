import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/**
 * Which of these contacts a reveal job of the account is about to reveal. Jobs work through their items in order. What a job of
 * people found is left out: nobody has paid for it yet (J8).
 */
export const beingRevealed = (
  db: Db,
  accountId: string,
  contactIds: readonly string[],
): Promise<{ contactId: string; jobId: string }[]> =>
  db.query(sql`
    SELECT DISTINCT i.input AS "contactId", j.job_id AS "jobId" FROM jobs j
    JOIN job_items i ON i.account_id = j.account_id AND i.job_id = j.job_id AND i.index >= j.done
    WHERE j.account_id = ${accountId} AND j.kind = 'reveal' AND j.status IN ('queued', 'running')
      AND i.input = ANY(${[...contactIds]}::text[])`)
