-- Test mode. Owner: src/accounts.
--
-- What an account does in test mode belongs to a test account, whose id begins with acc_test_. The account leads the key of everything
-- that is owned, so the two modes share no row; the checks below keep ids of the other mode out of them.
ALTER TABLE accounts
  DROP CONSTRAINT accounts_account_id_check,
  ADD CONSTRAINT accounts_account_id_check CHECK (account_id ~ '^acc_(test_)?[A-Za-z0-9]{16,}$'),
  -- The account that a test account belongs to, whose members and limits it shares.
  ADD COLUMN live_account_id text REFERENCES accounts,
  -- How far the test clock was moved ahead.
  ADD COLUMN clock_ahead_seconds integer NOT NULL DEFAULT 0 CHECK (clock_ahead_seconds >= 0),
  -- It was started over: another test account has taken its place, and housekeeping removes it.
  ADD COLUMN closed_at timestamptz,
  ADD CONSTRAINT accounts_of_test_mode CHECK (starts_with(account_id, 'acc_test_') = (live_account_id IS NOT NULL)),
  ADD CONSTRAINT accounts_live_belongs_to_live CHECK (live_account_id IS NULL OR NOT starts_with(live_account_id, 'acc_test_')),
  ADD CONSTRAINT accounts_live_clock CHECK (live_account_id IS NOT NULL OR (clock_ahead_seconds = 0 AND closed_at IS NULL));
CREATE UNIQUE INDEX accounts_one_test_account ON accounts (live_account_id) WHERE closed_at IS NULL AND live_account_id IS NOT NULL;
CREATE INDEX accounts_closed ON accounts (account_id) WHERE closed_at IS NOT NULL;

-- Owner: src/keys
ALTER TABLE api_keys ADD CONSTRAINT api_keys_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(prefix, 'psk_test_'));

-- Owner: src/credits
ALTER TABLE reveals ADD CONSTRAINT reveals_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'));
-- Each id of an entry is a row of reveals as well, written by the same statement.
ALTER TABLE credit_entries ADD CONSTRAINT credit_entries_of_mode CHECK (cardinality(contact_ids) = 0
  OR starts_with(account_id, 'acc_test_') = starts_with(contact_ids[1], 'ct_test_'));

-- Owner: src/collections
ALTER TABLE contact_list_items ADD CONSTRAINT contact_list_items_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'));

-- The id of the account says the mode. Owner: src/events
ALTER TABLE event_sequences DROP COLUMN mode, ADD PRIMARY KEY (account_id);
ALTER TABLE events DROP COLUMN mode, ADD PRIMARY KEY (account_id, sequence);
CREATE UNIQUE INDEX events_told_once ON events (account_id, once) WHERE once IS NOT NULL;
-- Owner: src/webhooks
ALTER TABLE webhooks DROP COLUMN mode;
