-- What an entry tells beyond the reveal that a spend is, as events without their numbers. Owner: src/credits.
ALTER TABLE credit_entries ADD COLUMN news json;
-- Up to which entry of the ledger the events of an account are numbered. Owner: src/events.
ALTER TABLE event_sequences ADD COLUMN entry_seq bigint NOT NULL DEFAULT 0;
UPDATE event_sequences s SET entry_seq = b.last_seq FROM credit_balances b WHERE b.account_id = s.account_id;
