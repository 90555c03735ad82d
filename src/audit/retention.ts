import { sql } from '../base/sql.ts'
import type { Retention } from '../queue/housekeeping.ts'

/**
 * Thirteen months: a yearly review finds the whole year, and addresses of people are not kept forever. For texts: the number that
 * acts is in the function that is called below, and a test compares the two.
 */
export const auditDays = 400

/** The serving role can't delete entries; the function of the owner (migration 0057) knows the period and goes by the database's clock. */
export const auditRetention: Retention[] = [
  {
    table: 'audit_entries',
    keeps: `${auditDays} days`,
    deleteSome: async (db, _clock, limit) => {
      const [row] = await db.query<{ deleted: number }>(sql`SELECT forget_old_audit_entries(${limit}) AS deleted`)
      return row!.deleted
    },
  },
]
