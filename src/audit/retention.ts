import { whileAllowed } from '../db/append-only.ts'
import { sql } from '../db/sql.ts'
import { deleteWhere, type Retention } from '../jobs/housekeeping.ts'

const { table, deleteSome } = deleteWhere('audit_entries', (now) => sql`created_at < ${now} - interval '400 days'`)

/** Thirteen months: a yearly review finds the whole year, and addresses of people are not kept forever. */
export const auditRetention: Retention[] = [
  {
    table,
    keeps: '400 days',
    deleteSome: (db, clock, limit) =>
      db.transaction((tx) => whileAllowed(tx, 'audit_entries', 'DELETE', () => deleteSome(tx, clock, limit))),
  },
]
