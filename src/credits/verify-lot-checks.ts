import { type Sql, sql } from '../base/sql.ts'
import { type AccountRange, inRange } from './account-range.ts'
import { bounceReference } from './bounces.ts'

/** L17: what is left in a lot is what its entries say, and the balance row counts all lots but the one that is spent from. */
export function checkLots(range: AccountRange): Sql {
  return sql`
    WITH lot AS (
      SELECT l.account_id, l.lot_seq, l.granted,
        CASE WHEN l.lot_seq = b.lot_seq THEN b.balance - b.set_aside ELSE l.remaining END AS remaining
      FROM (SELECT * FROM credit_lots WHERE ${inRange(range)}) l LEFT JOIN credit_balances b USING (account_id)
    ), moved AS (
      SELECT e.account_id, part.lot_seq, sum(part.amount) AS total, bool_or(e.kind = 'expire') AS is_over,
        max(part.amount) FILTER (WHERE e.seq = part.lot_seq) AS granted
      FROM (SELECT * FROM credit_entries WHERE (lot_seq IS NOT NULL OR lot_seqs IS NOT NULL) AND ${inRange(range)}) e
      CROSS JOIN LATERAL unnest(coalesce(e.lot_seqs, ARRAY[e.lot_seq]), coalesce(e.lot_amounts, ARRAY[e.amount]))
        AS part (lot_seq, amount)
      WHERE part.lot_seq <> 0 GROUP BY e.account_id, part.lot_seq
    )
    SELECT format('Account %s, lot %s: %s of %s credits are left, but its entries say %s of %s.', account_id, lot_seq,
      coalesce(lot.remaining, 0), coalesce(lot.granted, 0), coalesce(total, 0), coalesce(moved.granted, 0)) AS problem
    FROM lot FULL JOIN moved USING (account_id, lot_seq)
    WHERE lot.remaining IS DISTINCT FROM total OR lot.granted IS DISTINCT FROM moved.granted
    UNION ALL
    SELECT format('Account %s, lot %s: it expired, but %s credits are left in it.', account_id, lot_seq, total)
    FROM moved WHERE is_over AND total <> 0
    UNION ALL
    SELECT format('Account %s: %s credits are set aside, but its other lots hold %s.', account_id, set_aside, held)
    FROM (
      SELECT account_id, set_aside, coalesce((SELECT sum(l.remaining) FROM credit_lots l
        WHERE l.account_id = b.account_id AND l.lot_seq IS DISTINCT FROM b.lot_seq), 0) AS held
      FROM credit_balances b WHERE ${inRange(range)}
    ) kept WHERE set_aside <> held`
}

/** L17: an entry that names several lots says how much of each, and they add up to its amount. */
export function checkLotParts(range: AccountRange): Sql {
  return sql`
    SELECT format('Account %s, entry %s: its amount is %s, but its lots add up to %s.', account_id, seq, amount, total) AS problem
    FROM (
      SELECT account_id, seq, amount, (SELECT sum(part) FROM unnest(lot_amounts) AS part) AS total
      FROM credit_entries WHERE lot_seqs IS NOT NULL AND ${inRange(range)}
    ) named WHERE total IS DISTINCT FROM amount`
}

/**
 * L17: a spend takes the period's own credits first, then from the lot that expires first, among equals from the oldest. So when it
 * takes from a lot, nothing of the period is left after it, and nothing in any lot that goes before. Lots only ever shrink:
 * one that is empty was emptied by the last entry that touched it. A lot without a date expires with the period, whose end a
 * spend names as it was known then; spends from before migration 0135 name none, and took from such lots first.
 */
export function checkLotOrder(range: AccountRange): Sql {
  return sql`
    WITH entry AS (
      SELECT account_id, seq, kind, balance_after, coalesce(lots_period_end, '-infinity') AS period_end,
        coalesce(lot_seqs, ARRAY[lot_seq]) AS lots,
        coalesce(lot_amounts, ARRAY[amount]) AS amounts
      FROM credit_entries WHERE (lot_seq IS NOT NULL OR lot_seqs IS NOT NULL) AND ${inRange(range)}
    ), part AS (
      SELECT account_id, seq, kind, balance_after, period_end, part.lot_seq, part.amount
      FROM entry CROSS JOIN LATERAL unnest(lots, amounts) AS part (lot_seq, amount) WHERE part.lot_seq <> 0
    ), lot AS (
      SELECT account_id, lot_seq, l.expires_at,
        CASE WHEN sum(amount) = 0 THEN max(seq) END AS emptied_seq
      FROM part JOIN credit_lots l USING (account_id, lot_seq) GROUP BY account_id, lot_seq, l.expires_at
    ), summed AS (
      SELECT account_id, seq, kind, balance_after - sum(sum(amount)) OVER (PARTITION BY account_id ORDER BY seq) AS own
      FROM part GROUP BY account_id, seq, kind, balance_after
    )
    SELECT format('Account %s, entry %s: it took from a lot while %s credits of the period were left.', account_id, seq,
      own) AS problem
    FROM summed WHERE kind = 'spend' AND own <> 0
    UNION ALL
    SELECT format('Account %s, entry %s: it took from lot %s while lot %s, which goes first, was not empty.', account_id,
      part.seq, taken.lot_seq, first.lot_seq)
    FROM part JOIN lot taken USING (account_id, lot_seq) JOIN lot first USING (account_id)
    WHERE part.kind = 'spend' AND (coalesce(first.expires_at, period_end), first.lot_seq)
        < (coalesce(taken.expires_at, period_end), taken.lot_seq)
      AND first.lot_seq < part.seq AND coalesce(first.emptied_seq > part.seq, true)`
}

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
