-- Owner: src/credits. What a caller says about a reveal beyond its contacts.
ALTER TABLE credit_entries ADD COLUMN reference text CHECK (length(reference) BETWEEN 1 AND 100);
COMMENT ON COLUMN credit_entries.reference IS 'The caller’s own words for the reveal: an order, a campaign, a ticket.';

-- NULL where a request had no options, as with keys of the release before.
ALTER TABLE idempotency_keys ADD COLUMN options text;
COMMENT ON COLUMN idempotency_keys.options IS 'The options of the first request: another one under the key is a conflict.';
