-- What operators open to see an account as one of its members does. It ends with the operator's session, and when the member leaves. Owner: src/sign-in.
CREATE TABLE support_views (
  account_id text NOT NULL REFERENCES accounts ON DELETE CASCADE,
  view_id text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  -- As whom: the view shows what this member sees.
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  operator_session_id text NOT NULL REFERENCES operator_sessions ON DELETE CASCADE,
  operator_id text NOT NULL,
  operator_name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, view_id)
);
CREATE INDEX support_views_by_session ON support_views (operator_session_id);
CREATE INDEX support_views_by_user ON support_views (user_id);
CREATE INDEX support_views_by_end ON support_views (expires_at);
COMMENT ON TABLE support_views IS 'Owner: src/sign-in';
