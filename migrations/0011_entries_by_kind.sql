-- Owner: src/credits. Grants, expiries, refunds and adjustments are few among the spends of a busy account: asked for by
-- kind, they are found here instead of by reading its whole ledger. Costs a spend nothing.
CREATE INDEX credit_entries_but_spends ON credit_entries (account_id, seq) WHERE kind <> 'spend';
