import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** What these accounts know of the catalogue by themselves has changed: nodes read it again before they show another page. */
export async function raiseExclusionVersions(tx: Db, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length === 0) return
  // In one order, so that two that raise the same ones don't wait for each other.
  await tx.query(sql`
    INSERT INTO exclusion_states AS s (account_id, version, entries)
    SELECT DISTINCT account_id, 1, 0 FROM unnest(${accountIds}::text[]) AS changed (account_id) ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET version = s.version + 1`)
}
