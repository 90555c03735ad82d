import { type Sql, sql } from '../base/sql.ts'
import { type AccountRange, inRange } from './account-range.ts'
import { bounceReference } from './bounces.ts'

/** L18: a bounce returned one credit for one contact, by a refund of the spend that revealed it, with a date of its own. */
export function checkBounces(range: AccountRange): Sql {
  return sql`
    WITH returned AS (
      SELECT account_id, lot_seq, substr(reference, ${bounceReference('').length + 1}) AS contact_id, expires_at
      FROM credit_lots WHERE starts_with(reference, ${bounceReference('')}) AND ${inRange(range)}
    )
    SELECT format('Account %s, lot %s: it returned a credit for the bounced contact %s, but entry %s is not its refund.',
      l.account_id, l.lot_seq, l.contact_id, l.lot_seq) AS problem
    FROM returned l
    LEFT JOIN credit_entries e ON e.account_id = l.account_id AND e.seq = l.lot_seq
    LEFT JOIN reveals r ON r.account_id = l.account_id AND r.contact_id = l.contact_id
    WHERE (e.kind = 'refund' AND e.amount = 1 AND e.contact_ids = ARRAY[l.contact_id] AND e.refunds_seq = r.entry_seq
      AND l.expires_at > e.created_at) IS NOT TRUE`
}
