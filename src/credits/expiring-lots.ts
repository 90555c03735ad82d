import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

type ExpiringLot = { accountId: string; seq: number; credits: number; expiresAt: Date }

/** Lots with a date of their own that run out between the two times, and what is left in them: of one account, or of all. */
export function findExpiringLots(
  db: Db,
  { since, until }: { since: Date; until: Date },
  accountId: string | null,
): Promise<ExpiringLot[]> {
  return db.query<ExpiringLot>(sql`
    SELECT b.account_id AS "accountId", l.lot_seq AS seq, l.expires_at AS "expiresAt",
      CASE WHEN l.lot_seq = b.lot_seq THEN b.balance - b.set_aside ELSE l.remaining END AS credits
    FROM credit_balances b JOIN credit_lots l ON l.account_id = b.account_id AND l.remaining > 0
    WHERE b.lots_expire_at <= ${until} AND b.lots_expire_at < 'infinity' AND l.expires_at > ${since} AND l.expires_at <= ${until}
      AND (${accountId}::text IS NULL OR b.account_id = ${accountId})
    ORDER BY 1, 2`)
}
