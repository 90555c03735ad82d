-- The people who run this service, and their sessions in the console. Never members of an account. Owner: src/operator.
CREATE TABLE operators (
  operator_id text PRIMARY KEY,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  name text NOT NULL,
  password_hash text NOT NULL,
  -- Sealed with a key that is derived from AUTH_SECRET. Null until the second factor is set up, at the first sign-in.
  totp_secret text,
  -- The half minute of the last code that was used: neither it nor an earlier one works again.
  totp_step bigint NOT NULL DEFAULT 0,
  -- Hashes of the recovery codes that are left.
  recovery_hashes bytea[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz
);

CREATE TABLE operator_sessions (
  session_id text PRIMARY KEY,
  token_hash bytea NOT NULL UNIQUE,
  operator_id text NOT NULL REFERENCES operators ON DELETE CASCADE,
  -- Only the password was shown so far: it opens nothing but the second step.
  is_half boolean NOT NULL,
  -- The secret that this session's browser was shown to set up, sealed: another session's is another one, whoever knows the password.
  proposed_secret text,
  address text NOT NULL,
  user_agent text,
  created_at timestamptz NOT NULL,
  used_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);
CREATE INDEX operator_sessions_by_end ON operator_sessions (expires_at);

-- What operators did, newest first. Owner: src/audit.
CREATE INDEX audit_entries_of_operators ON audit_entries (seq) WHERE door = 'operator';
