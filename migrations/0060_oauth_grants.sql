-- Owner: src/oauth. One grant per authorization code that was redeemed: its access tokens name it, and end with it.
-- Several of one person and client live side by side, each with its own scopes.
CREATE TABLE oauth_grants (
  -- The hash of the code, under which refresh tokens know it too (authorization_code_id).
  grant_id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id text NOT NULL REFERENCES accounts,
  scopes jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  -- The last token under it. Ninety days later nothing of it can be alive.
  issued_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX oauth_grants_by_connection ON oauth_grants (account_id, user_id, client_id);

-- Who vouches for a client: the operator, or nobody but itself (RFC 7591, or a document at its own address).
ALTER TABLE oauth_clients ADD COLUMN origin text NOT NULL DEFAULT 'operator'
  CHECK (origin IN ('operator', 'registration', 'document'));
