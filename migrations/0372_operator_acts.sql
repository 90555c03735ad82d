-- What an operator asked for with a key of its own, a form's or a program's: asked again, it is answered and not done again. Owner: src/operator.
CREATE TABLE operator_acts (
  actor_id text NOT NULL,
  once_key text NOT NULL,
  -- Hash of what was asked.
  fingerprint bytea NOT NULL,
  result jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (actor_id, once_key)
);
CREATE INDEX operator_acts_by_age ON operator_acts (created_at);

-- Whether a key opens the operator's API besides ingestion. Those that exist do not. Owner: src/ingest.
ALTER TABLE operator_keys ADD COLUMN can_operate boolean NOT NULL DEFAULT false;

-- How operators find an account: newest first, by its name, by the domain of its people, by a key. Owner: src/accounts.
CREATE INDEX accounts_by_age ON accounts (created_at, account_id) WHERE live_account_id IS NULL;
CREATE INDEX accounts_by_status ON accounts (status, created_at, account_id) WHERE live_account_id IS NULL;
CREATE INDEX accounts_suspended ON accounts (created_at, account_id) WHERE live_account_id IS NULL AND suspended_at IS NOT NULL;
CREATE INDEX accounts_by_name ON accounts (lower(name) text_pattern_ops, account_id) WHERE live_account_id IS NULL;
-- Owner: src/sign-in.
CREATE INDEX users_by_domain ON users (lower(split_part(email, '@', 2)));
-- Owner: src/keys.
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);

-- What came in of late. Entries are in the order of time, so a summary of each block is enough and costs a spend nothing. Owner: src/credits.
CREATE INDEX credit_entries_by_time ON credit_entries USING brin (created_at) WITH (autosummarize = on);
-- Owner: src/billing.
CREATE INDEX billing_snapshots_by_time ON billing_snapshots (observed_at);
