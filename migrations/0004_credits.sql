-- The ledger. Owner: src/credits, whose README numbers the invariants these constraints defend.

CREATE TABLE credit_balances (
  account_id text PRIMARY KEY,
  balance integer NOT NULL DEFAULT 0 CHECK (balance >= 0),
  -- What this period was given in all: its opening grant plus the operator's grants and adjustments.
  period_credits integer NOT NULL DEFAULT 0 CHECK (period_credits >= 0),
  period_start timestamptz NOT NULL DEFAULT '-infinity',
  period_end timestamptz,
  last_seq bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

CREATE TABLE credit_entries (
  account_id text NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  entry_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'spend', 'expire', 'refund', 'adjust')),
  amount integer NOT NULL,
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  door text NOT NULL CHECK (door IN ('api_key', 'oauth', 'mcp', 'web', 'operator', 'billing', 'system')),
  actor_type text,
  actor_id text,
  actor_name text,
  reason text,
  contact_ids text[] NOT NULL DEFAULT '{}',
  request_id text,
  period_start timestamptz NOT NULL,
  -- True on the one grant that opened the period.
  opens_period boolean NOT NULL DEFAULT false,
  -- The spend that a refund gives back.
  refunds_seq bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, seq),
  CHECK (CASE kind
    WHEN 'spend' THEN amount = -cardinality(contact_ids) AND amount < 0
    WHEN 'expire' THEN amount < 0
    WHEN 'refund' THEN amount > 0 AND refunds_seq IS NOT NULL
    WHEN 'grant' THEN amount >= 0
    ELSE true END)
);
-- The database itself refuses to open one period twice.
CREATE UNIQUE INDEX credit_entries_one_opening ON credit_entries (account_id, period_start) WHERE opens_period;

CREATE TABLE reveals (
  account_id text NOT NULL,
  contact_id text NOT NULL,
  entry_seq bigint NOT NULL,
  revealed_at timestamptz NOT NULL,
  -- A second charge for the same contact is impossible here, whatever the code does.
  PRIMARY KEY (account_id, contact_id)
);

-- What each key, connection or member spent in a period, for their own limits.
CREATE TABLE credit_actor_spends (
  account_id text NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  period_start timestamptz NOT NULL,
  spent integer NOT NULL CHECK (spent >= 0),
  PRIMARY KEY (account_id, actor_type, actor_id, period_start)
) WITH (fillfactor = 50);

-- First outcomes under an Idempotency-Key: facts only, never a channel.
CREATE TABLE idempotency_keys (
  account_id text NOT NULL,
  idempotency_key text NOT NULL CHECK (length(idempotency_key) BETWEEN 1 AND 255),
  requested_ids text[] NOT NULL,
  available_ids text[] NOT NULL,
  charged_ids text[] NOT NULL,
  credits_remaining integer NOT NULL CHECK (credits_remaining >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, idempotency_key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Append-only: even the role that owns these tables may only insert and read.
REVOKE UPDATE, DELETE, TRUNCATE ON credit_entries, reveals FROM CURRENT_USER;
