/**
 * The versions that nodes follow. Every change of the catalogue raises one; a node compares them with those of its index,
 * and asks for what it is missing.
 */

import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { feedName } from './feed.ts'
import type { SuppressionChange } from './suppression-marks.ts'
import { syntheticOf } from './synthetic.ts'

type SuppressionChanges = { version: number; changes: SuppressionChange[] }

/**
 * The changes that a live index at `version` is missing: the latest state of every contact that changed since. If some of
 * these changes have been deleted, it is all suppressed contacts; restored ones come with a new index. LATERAL and OFFSET keep
 * the planner from reading all contacts before it knows whether any are asked for.
 */
export async function suppressionChangesSince(db: Db, version: number): Promise<SuppressionChanges> {
  const rows = await db.query<{ version: number; contactId: string | null; suppressed: boolean }>(
    prepared(
      'suppression_changes_since',
      sql`
        SELECT state.suppression_version AS version, change.contact_id AS "contactId", change.suppressed
        FROM catalogue_state state
        LEFT JOIN (
          SELECT version, contact_id, suppressed FROM suppression_changes
          UNION ALL
          SELECT c.changes_deleted_to, hidden.contact_id, true
          FROM catalogue_state c CROSS JOIN LATERAL (
            SELECT contact_id FROM contacts WHERE (suppressed OR withheld) AND c.changes_deleted_to > ${version}::bigint OFFSET 0) hidden
          WHERE c.changes_deleted_to > ${version}::bigint
        ) change ON change.version > ${version}::bigint
        ORDER BY change.version`,
    ),
  )
  const last = new Map<string, boolean>()
  for (const { contactId, suppressed } of rows) if (contactId !== null) last.set(contactId, suppressed)
  return {
    version: rows[0]!.version,
    changes: Array.from(last, ([contactId, suppressed]) => ({ contactId, suppressed })),
  }
}

type CatalogueState = { version: number; suppressionVersion: number; erasures: number }

/** The versions that nodes compare with those of their index. */
export async function readCatalogueState(db: Db): Promise<CatalogueState> {
  const [state] = await db.query<CatalogueState>(
    prepared(
      'catalogue_state',
      sql`SELECT version, suppression_version AS "suppressionVersion", erasures FROM catalogue_state`,
    ),
  )
  return state!
}

/** Whether the catalogue was once in this state, is still read in the same way, and nobody was erased since. */
export async function wasInState(
  db: Db,
  { stateId, erasures }: { stateId: string | null; erasures: number },
): Promise<boolean> {
  const [id, readBy] = stateId?.split(' ') ?? []
  if (readBy !== feedName) return false
  const known = await db.query(sql`
    SELECT FROM catalogue_history JOIN catalogue_state state ON true
    WHERE state_id = ${id}::uuid AND state.erasures = ${erasures}`)
  return known.length > 0
}

/** For statements of other modules: the version of the catalogue as of the statement; NULL in test mode, whose catalogue never changes. */
export const catalogueVersion = (db: Db): Sql =>
  syntheticOf(db) ? sql`NULL::bigint` : sql`(SELECT version FROM catalogue_state)`

/** For statements of other modules: whether nobody was suppressed or restored since this version. */
export const isSuppressionVersionCurrent = (version: Sql): Sql =>
  sql`${version} = (SELECT suppression_version FROM catalogue_state)`
