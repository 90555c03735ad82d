-- The entry with which an account was told that its credits run low. Owner: src/credits. NULL from the opening of a period on, so that
-- it is told once in each. Nodes of the release before leave it as it is: an account may then miss one such event.

ALTER TABLE credit_balances ADD COLUMN low_told_seq bigint;

-- For finding credits that expire soon. Few accounts have any, and a spend does not move the date.
CREATE INDEX credit_balances_by_lot_end ON credit_balances (lots_expire_at) WHERE lots_expire_at < 'infinity';
