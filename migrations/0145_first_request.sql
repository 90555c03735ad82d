-- Owner: src/credits. A replay names the request that was answered first, which is the one on its ledger entry.
-- NULL for keys that a node of the release before stored; they are forgotten after two days.
ALTER TABLE idempotency_keys ADD COLUMN request_id text;
COMMENT ON COLUMN idempotency_keys.request_id IS 'The request whose outcome is stored here: credit_entries.request_id of its spend.';
