-- Owner: src/audit. Who did what to an account, and from where: sign-ins, keys, members, limits, connections, billing, exports,
-- and the operator's commands. Never a secret.
CREATE TABLE audit_entries (
  -- Orders the log. Written off the hot path, so a sequence does no harm here.
  seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  entry_id text NOT NULL,
  -- Null: what the operator did to the whole service.
  account_id text REFERENCES accounts,
  action text NOT NULL,
  door text NOT NULL,
  -- Null when nobody knows, as after a wrong password.
  actor_type text,
  actor_id text,
  actor_name text,
  target_type text,
  target_id text,
  target_name text,
  details jsonb NOT NULL DEFAULT '{}',
  address text,
  user_agent text,
  request_id text,
  created_at timestamptz NOT NULL
);
CREATE INDEX audit_entries_by_account ON audit_entries (account_id, seq);
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);

-- Append-only, as the ledger is. Retention and erasure take the right to delete for one transaction (src/db/append-only.ts).
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM CURRENT_USER;
