-- What expires first is spent first. Owner: src/credits.
--
-- Credits without a date of their own expire with the period. They were spent before packs that end sooner; from here on
-- they take their place by the period's end.

-- On a spend that takes from lots: the end of the period as it was known then, which the lots were ordered by ('infinity'
-- without a period). NULL on spends from before this migration, which took from lots without a date first.
ALTER TABLE credit_entries ADD COLUMN lots_period_end timestamptz;

-- Balances that are being spent from a lot without a date while a pack ends sooner: the pack's turn has come.
WITH reordered AS (
  SELECT b.account_id, b.lot_seq AS old_seq, b.balance - b.set_aside AS old_left, first.lot_seq AS new_seq,
    first.remaining AS new_left
  FROM credit_balances b
  JOIN credit_lots l ON l.account_id = b.account_id AND l.lot_seq = b.lot_seq AND l.expires_at IS NULL
  CROSS JOIN LATERAL (
    SELECT lot_seq, remaining FROM credit_lots p
    WHERE p.account_id = b.account_id AND p.remaining > 0 AND p.expires_at < coalesce(b.period_end, 'infinity')
    ORDER BY p.expires_at, p.lot_seq LIMIT 1) first
  FOR UPDATE OF b
), kept AS (
  UPDATE credit_lots l SET remaining = r.old_left
  FROM reordered r WHERE l.account_id = r.account_id AND l.lot_seq = r.old_seq
)
UPDATE credit_balances b SET lot_seq = r.new_seq, set_aside = b.balance - r.new_left
FROM reordered r WHERE b.account_id = r.account_id;
