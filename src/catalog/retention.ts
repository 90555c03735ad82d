import type { Clock } from '../base/clock.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { deleteWhere, type Retention } from '../queue/housekeeping.ts'
import { undoDays } from './before-images.ts'
import { rejectsKeptDays } from './kept-rejects.ts'
import { movedDays } from './moved-emails.ts'

/** Indexes follow within seconds. */
export const changeDays = 7

/** Deletes changes that every live index has long caught up on. The newest version that is gone is remembered in the same statement. */
const deleteOldVersions =
  (changes: Sql, deletedTo: Sql) =>
  async (db: Db, clock: Clock, limit: number): Promise<number> => {
    const deleted = await db.query(sql`
      WITH old AS (
        DELETE FROM ${changes} WHERE ctid = ANY(ARRAY(
          SELECT ctid FROM ${changes} WHERE created_at < ${clock.sql} - make_interval(days => ${changeDays})
          ORDER BY version LIMIT ${limit}))
        RETURNING version
      ), remembered AS (
        UPDATE catalogue_state SET ${deletedTo} = greatest(${deletedTo}, (SELECT max(version) FROM old))
        WHERE EXISTS (SELECT FROM old)
      )
      SELECT version FROM old`)
    return deleted.length
  }

/** An older index gets all suppressed contacts instead (`suppressionChangesSince`). */
const deleteOldChanges = deleteOldVersions(sql`suppression_changes`, sql`changes_deleted_to`)
/** An older index is built whole. */
const deleteOldStoreChanges = deleteOldVersions(sql`catalogue_changes`, sql`changes_after`)

/** Names of states that no kept index can have any more; that of the present state stays. */
async function deleteOldStates(db: Db, clock: Clock, limit: number): Promise<number> {
  const deleted = await db.query(sql`
    DELETE FROM catalogue_history WHERE ctid = ANY(ARRAY(
      SELECT h.ctid FROM catalogue_history h JOIN catalogue_state state
        ON (h.version, h.suppression_version) <> (state.version, state.suppression_version)
      WHERE h.created_at < ${clock.sql} - make_interval(days => ${changeDays}) LIMIT ${limit}))
    RETURNING 1`)
  return deleted.length
}

/** Indexes take from them what changed within a year; two years let people look back. */
export const catalogRetention = (changesKeptDays: number): Retention[] => [
  {
    ...deleteWhere('import_before', (now) => sql`created_at < ${now} - make_interval(days => ${undoDays})`),
    keeps: `${undoDays} days, or until the next import`,
  },
  {
    ...deleteWhere('import_rejects', (now) => sql`created_at < ${now} - make_interval(days => ${rejectsKeptDays})`),
    keeps: `${rejectsKeptDays} days`,
  },
  {
    ...deleteWhere('store_changes', (now) => sql`observed_at < ${now} - make_interval(days => ${changesKeptDays})`),
    keeps: `${changesKeptDays} days (CHANGES_KEPT_DAYS)`,
  },
  {
    ...deleteWhere('withdrawn_emails', (now) => sql`withdrawn_at < ${now} - make_interval(days => ${movedDays})`),
    keeps: `${movedDays} days`,
  },
  {
    ...deleteWhere('arrived_emails', (now) => sql`arrived_at < ${now} - make_interval(days => ${movedDays})`),
    keeps: `${movedDays} days`,
  },
  { table: 'suppression_changes', keeps: `${changeDays} days`, deleteSome: deleteOldChanges },
  { table: 'catalogue_changes', keeps: `${changeDays} days`, deleteSome: deleteOldStoreChanges },
  { table: 'catalogue_history', keeps: `${changeDays} days`, deleteSome: deleteOldStates },
]
