-- Checkouts at the payment provider that may still be completed: a new one closes the older ones. Owner: src/billing.
CREATE TABLE billing_checkouts (
  session_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES accounts,
  expires_at timestamptz NOT NULL
);
CREATE INDEX billing_checkouts_by_account ON billing_checkouts (account_id);
