import { sql } from '../base/sql.ts'
import type { Retention } from '../queue/housekeeping.ts'
import { forgetTestAccount } from './test-account.ts'

/** Test accounts that were started over, with all that they own: a day later, when no request that began before is still running. */
export const accountsRetention: Retention[] = [
  {
    table: 'accounts',
    keeps: 'test accounts: 1 day after they were started over',
    deleteSome: async (db, clock, limit) => {
      const closed = await db.query<{ id: string }>(sql`
        SELECT account_id AS id FROM accounts WHERE closed_at < ${clock.sql} - interval '1 day' LIMIT ${limit}`)
      for (const { id } of closed) await forgetTestAccount(db, id)
      return closed.length
    },
  },
]
