import { type Sql, sql } from '../base/sql.ts'
import { type AccountRange, inRange } from './account-range.ts'
import { isActorSpendKept } from './retention.ts'
import { checkBounces, checkLotOrder, checkLotParts, checkLots } from './verify-lot-checks.ts'

/** Each finds the breaches of one invariant of README.md, as sentences in the column `problem`. */
export const checks: ((range: AccountRange) => Sql)[] = [
  checkSequence,
  checkBalances,
  checkSpends,
  checkReveals,
  checkRefunds,
  checkBounces,
  checkPeriodCredits,
  checkPeriods,
  checkActorSpends,
  checkLots,
  checkLotParts,
  checkLotOrder,
]

/** L2: gapless numbers, and each balance is the one before it plus the amount. */
function checkSequence(range: AccountRange): Sql {
  return sql`
    WITH entry AS (
      SELECT account_id, seq, amount, balance_after, lag(seq, 1, 0::bigint) OVER numbered AS before_seq,
        lag(balance_after, 1, 0) OVER numbered AS before_balance
      FROM credit_entries WHERE ${inRange(range)} WINDOW numbered AS (PARTITION BY account_id ORDER BY seq)
    )
    SELECT format('Account %s, entry %s: the one before it has the number %s, so something was taken out.', account_id,
      seq, before_seq) AS problem
    FROM entry WHERE seq <> before_seq + 1
    UNION ALL
    SELECT format('Account %s, entry %s: the balance was %s and the amount is %s, but the balance after it is %s.',
      account_id, seq, before_balance, amount, balance_after)
    FROM entry WHERE balance_after <> before_balance::bigint + amount OR balance_after < 0`
}

/** L1 and L3: the balance row says what the entries say. */
function checkBalances(range: AccountRange): Sql {
  return sql`
    WITH summed AS (
      SELECT account_id, sum(amount) AS total, max(seq) AS last_seq, max(period_start) AS last_period
      FROM credit_entries WHERE ${inRange(range)} GROUP BY account_id
    ), kept AS (
      SELECT account_id, balance, period_start, b.last_seq, coalesce(total, 0) AS total,
        coalesce(s.last_seq, 0) AS seen_seq, last_period,
        coalesce((SELECT balance_after FROM credit_entries e
          WHERE e.account_id = b.account_id AND e.seq = s.last_seq), 0) AS last_balance
      FROM (SELECT * FROM credit_balances WHERE ${inRange(range)}) b LEFT JOIN summed s USING (account_id)
    )
    SELECT format('Account %s has entries but no balance.', account_id) AS problem
    FROM summed WHERE account_id NOT IN (SELECT account_id FROM kept)
    UNION ALL
    SELECT format('Account %s: the balance is %s, but its entries add up to %s.', account_id, balance, total)
    FROM kept WHERE balance <> total
    UNION ALL
    SELECT format('Account %s: the balance is %s, but the last entry (%s) left %s.', account_id, balance, seen_seq,
      last_balance)
    FROM kept WHERE balance <> last_balance
    UNION ALL
    SELECT format('Account %s: the balance counts %s entries, but the last one is %s.', account_id, last_seq, seen_seq)
    FROM kept WHERE last_seq <> seen_seq
    UNION ALL
    SELECT format('Account %s: the balance stands in the period of %s, but its entries in that of %s.', account_id,
      period_start, last_period)
    FROM kept WHERE period_start <> last_period`
}

/**
 * L4: a spend took one credit for each of its contacts, and these very contacts are revealed by it. Reveals can't repeat
 * a contact, so as many of them, all of them named, are the same list.
 */
function checkSpends(range: AccountRange): Sql {
  return sql`
    WITH spend AS (
      SELECT account_id, seq, amount, contact_ids AS paid FROM credit_entries WHERE kind = 'spend' AND ${inRange(range)}
    ), revealed AS (
      SELECT account_id, entry_seq AS seq, array_agg(contact_id) AS shown
      FROM reveals WHERE ${inRange(range)} GROUP BY account_id, entry_seq
    )
    SELECT format('Account %s, entry %s: a spend of %s for %s contacts.', account_id, seq, amount, cardinality(paid)) AS problem
    FROM spend WHERE amount <> -cardinality(paid)
    UNION ALL
    SELECT format('Account %s, entry %s: it paid for %s, but revealed %s.', account_id, seq,
      array_to_string(paid, ', '), coalesce(array_to_string(shown, ', '), 'nothing'))
    FROM spend LEFT JOIN revealed USING (account_id, seq)
    WHERE cardinality(paid) <> coalesce(cardinality(shown), 0) OR NOT paid @> shown`
}

/** L4 from the other side: no reveal without the spend that paid for it, at the same moment. */
function checkReveals(range: AccountRange): Sql {
  return sql`
    WITH reveal AS (
      SELECT account_id, entry_seq AS seq, contact_id, revealed_at FROM reveals WHERE ${inRange(range)}
    ), spend AS (
      SELECT account_id, seq, created_at FROM credit_entries WHERE kind = 'spend' AND ${inRange(range)}
    )
    SELECT format('Account %s, entry %s: contact %s is revealed by it, but there is no such spend.', account_id, seq,
      contact_id) AS problem
    FROM reveal LEFT JOIN spend USING (account_id, seq) WHERE created_at IS NULL
    UNION ALL
    SELECT format('Account %s, entry %s: it is dated %s, but contact %s was revealed at %s.', account_id, seq, created_at,
      contact_id, revealed_at)
    FROM reveal JOIN spend USING (account_id, seq) WHERE created_at <> revealed_at`
}

/** L8: a refund names a spend before it, and all refunds of a spend give back no more than it took. */
function checkRefunds(range: AccountRange): Sql {
  return sql`
    WITH refund AS (
      SELECT account_id, seq, amount, refunds_seq FROM credit_entries WHERE kind = 'refund' AND ${inRange(range)}
    ), spend AS (
      SELECT account_id, seq AS refunds_seq, amount AS taken FROM credit_entries WHERE kind = 'spend' AND ${inRange(range)}
    )
    SELECT format('Account %s, entry %s: it refunds entry %s, which is not an earlier spend.', account_id, seq,
      coalesce(refunds_seq::text, 'none')) AS problem
    FROM refund LEFT JOIN spend USING (account_id, refunds_seq) WHERE taken IS NULL OR refunds_seq >= seq
    UNION ALL
    SELECT format('Account %s, entry %s: it took %s, but %s were refunded.', account_id, refunds_seq, -taken, sum(amount))
    FROM refund JOIN spend USING (account_id, refunds_seq)
    GROUP BY account_id, refunds_seq, taken HAVING sum(amount) > -taken`
}

/** L10: what the period was given in all is its opening grant, the other grants and the adjustments, but for packs. */
function checkPeriodCredits(range: AccountRange): Sql {
  return sql`
    SELECT format('Account %s: this period was given %s credits, but its entries say %s.', account_id, period_credits,
      coalesce(given, 0)) AS problem
    FROM (SELECT * FROM credit_balances WHERE ${inRange(range)}) kept
    LEFT JOIN (
      SELECT account_id, period_start, sum(amount) AS given
      FROM credit_entries e
      WHERE kind IN ('grant', 'adjust') AND ${inRange(range)} AND NOT EXISTS (
        SELECT FROM credit_lots l
        WHERE l.account_id = e.account_id AND l.lot_seq = e.lot_seq AND l.source = 'pack')
      GROUP BY account_id, period_start
    ) granted USING (account_id, period_start)
    WHERE period_credits <> coalesce(given, 0)`
}

/**
 * L9: each period opens once, with its first entry, on nothing but lots with a date; what else was left expired as a whole. Only
 * a pair goes back: the opening of a period that was over when it became known, and its expiry.
 */
function checkPeriods(range: AccountRange): Sql {
  return sql`
    WITH numbered_entry AS (
      SELECT account_id, seq, kind, amount, balance_after, period_start, opens_period,
        row_number() OVER (PARTITION BY account_id, period_start ORDER BY seq) AS number_in_period,
        coalesce(max(period_start) OVER (numbered ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), '-infinity')
          AS before_period,
        lag(opens_period, 1, false) OVER numbered AS after_opening,
        lag(ROW(period_start, amount)) OVER numbered = ROW(period_start, -amount) AS undoes_before,
        lead(ROW(period_start, amount)) OVER numbered = ROW(period_start, -amount) AS is_undone_next,
        ${datedAmount} AS dated_amount, sum(${datedAmount}) OVER numbered AS dated
      FROM credit_entries e WHERE ${inRange(range)} WINDOW numbered AS (PARTITION BY account_id ORDER BY seq)
    ), entry AS (
      SELECT *, period_start < before_period AS goes_back,
        (opens_period AND (amount = 0 OR is_undone_next)) OR (kind = 'expire' AND after_opening AND undoes_before)
          AS is_of_pair
      FROM numbered_entry
    )
    SELECT format('Account %s, entry %s: it goes back to the period of %s.', account_id, seq, period_start) AS problem
    FROM entry WHERE goes_back AND is_of_pair IS NOT TRUE
    UNION ALL
    SELECT format('Account %s, entry %s: it begins the period of %s without opening it.', account_id, seq, period_start)
    FROM entry WHERE period_start > before_period AND NOT opens_period
    UNION ALL
    SELECT format('Account %s, entry %s: it opens the period of %s again.', account_id, seq, period_start)
    FROM entry WHERE opens_period AND number_in_period > 1
    UNION ALL
    SELECT format('Account %s, entry %s: it opens a period, but its kind is %s.', account_id, seq, kind)
    FROM entry WHERE opens_period AND kind <> 'grant'
    UNION ALL
    SELECT format('Account %s, entry %s: it opens a period with %s credits that should have expired.', account_id, seq,
      balance_after - amount - dated)
    FROM entry WHERE opens_period AND balance_after <> amount + dated AND NOT goes_back
    UNION ALL
    SELECT format('Account %s, entry %s: it let %s credits expire and left %s.', account_id, seq, -amount,
      balance_after - dated)
    FROM entry
    WHERE kind = 'expire' AND ((balance_after <> dated AND dated_amount = 0) OR amount >= 0) AND NOT goes_back`
}

/** What an entry of `e` did to lots with a date of their own. Most entries have nothing to do with them. */
const datedAmount = sql`CASE WHEN e.lot_seq IS NULL AND e.lot_seqs IS NULL THEN 0 ELSE coalesce((
          SELECT sum(part.amount)
          FROM unnest(coalesce(e.lot_seqs, ARRAY[e.lot_seq]), coalesce(e.lot_amounts, ARRAY[e.amount])) AS part (lot_seq, amount)
          JOIN credit_lots l ON l.account_id = e.account_id AND l.lot_seq = part.lot_seq AND l.expires_at IS NOT NULL), 0) END`

/** L11: the counters behind the limits of keys, members and connections are their spends; a connection's are its member's, too. */
function checkActorSpends(range: AccountRange): Sql {
  return sql`
    SELECT format('Account %s: %s %s spent %s credits in the period of %s, but its counter says %s.', of.account_id,
      actor_type, actor_id, coalesce(taken, 0), of.period_start, coalesce(spent, 0)) AS problem
    FROM (
      SELECT account_id, actor.actor_type, actor.actor_id, period_start, -sum(amount) AS taken
      FROM credit_entries e
      CROSS JOIN LATERAL (VALUES (e.actor_type, e.actor_id), ('member', e.member_id)) AS actor (actor_type, actor_id)
      WHERE kind = 'spend' AND actor.actor_id IS NOT NULL AND ${inRange(range)}
      GROUP BY account_id, actor.actor_type, actor.actor_id, period_start
    ) summed
    FULL JOIN (SELECT * FROM credit_actor_spends WHERE ${inRange(range)}) counted
      USING (account_id, actor_type, actor_id, period_start)
    CROSS JOIN LATERAL (SELECT account_id, period_start) of
    WHERE coalesce(taken, 0) <> coalesce(spent, 0) AND (spent IS NOT NULL OR ${isActorSpendKept(sql`of`)})`
}
