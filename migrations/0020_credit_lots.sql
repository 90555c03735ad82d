-- Credits in lots. Owner: src/credits, whose README says how they are spent.
--
-- The credits of a period need no row here: whatever the other lots do not hold belongs to the period. So accounts from
-- before this migration are right as they are, and nodes of the release before keep working next to new ones.

CREATE TABLE credit_lots (
  account_id text NOT NULL,
  -- The entry that made the lot.
  lot_seq bigint NOT NULL,
  source text NOT NULL CHECK (source IN ('pack', 'goodwill', 'returned')),
  granted integer NOT NULL CHECK (granted > 0),
  -- Of the lot that is being spent from (credit_balances.lot_seq) the balance row knows better: balance - set_aside.
  remaining integer NOT NULL CHECK (remaining BETWEEN 0 AND granted),
  -- NULL: with the period.
  expires_at timestamptz,
  -- What it was given for, such as a purchase: only once in an account.
  reference text,
  PRIMARY KEY (account_id, lot_seq)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX credit_lots_by_reference ON credit_lots (account_id, reference) WHERE reference IS NOT NULL;

ALTER TABLE credit_balances
  -- The lot that is being spent from; NULL for the period's own credits.
  ADD COLUMN lot_seq bigint,
  -- What lies in all lots but that one.
  ADD COLUMN set_aside integer NOT NULL DEFAULT 0,
  -- When the next lot with a date runs out.
  ADD COLUMN lots_expire_at timestamptz NOT NULL DEFAULT 'infinity',
  -- No spend can take more from a lot than is in it. Every row there is fulfils this, so none is looked at.
  ADD CONSTRAINT credit_balances_set_aside CHECK (set_aside BETWEEN 0 AND balance) NOT VALID;

-- Which lot an entry made or took from, NULL for the period's own credits. If there were several, which and how much of
-- each, 0 being the period's own.
ALTER TABLE credit_entries
  ADD COLUMN lot_seq bigint,
  ADD COLUMN lot_seqs bigint[],
  ADD COLUMN lot_amounts integer[];
