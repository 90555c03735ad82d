-- Who may call: accounts with their plan state, and API keys. Owner: src/access.

CREATE TABLE accounts (
  account_id text PRIMARY KEY CHECK (account_id ~ '^acc_[A-Za-z0-9]{16,}$'),
  name text NOT NULL,
  plan_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('none', 'trialing', 'active', 'past_due', 'lapsed')),
  -- Where the usage months are counted from; for a trial, its start. NULL before the first subscription.
  period_anchor timestamptz,
  trial_ends_at timestamptz,
  -- From here on the account has no paid access, whatever its status says: no timer has to fire.
  access_ends_at timestamptz,
  -- The operator's overrides of the plan; NULL means as the plan says.
  requests_per_minute integer CHECK (requests_per_minute >= 0),
  requests_per_day integer CHECK (requests_per_day >= 0),
  search_rows_per_month integer CHECK (search_rows_per_month >= 0),
  -- The account's customer at the payment provider, once there is one.
  customer_id text UNIQUE,
  payment_method_on_file boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (status IN ('none', 'lapsed') OR period_anchor IS NOT NULL),
  CHECK (status <> 'trialing' OR trial_ends_at IS NOT NULL)
);

-- For the notices about access that the clock ended: only accounts that have an end in sight.
CREATE INDEX accounts_by_access_end ON accounts (access_ends_at)
  WHERE status IN ('trialing', 'active', 'past_due') AND access_ends_at IS NOT NULL;
CREATE INDEX accounts_by_trial_end ON accounts (trial_ends_at) WHERE status = 'trialing';

-- Looked up by hash before the account is known; on a distributed database this is a reference table.
CREATE TABLE api_keys (
  secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
  key_id text NOT NULL UNIQUE CHECK (key_id ~ '^key_[A-Za-z0-9]{16,}$'),
  account_id text NOT NULL REFERENCES accounts,
  name text NOT NULL,
  prefix text NOT NULL,
  scopes text[] NOT NULL,
  credit_limit integer CHECK (credit_limit >= 0),
  created_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);
