-- The newest look at this customer whose answer was taken in, also if it said nothing new: an older look, answered later, must not undo what
-- a newer one confirmed. Owner: src/billing.
ALTER TABLE billing_customers ADD COLUMN look_taken bigint NOT NULL DEFAULT 0;
