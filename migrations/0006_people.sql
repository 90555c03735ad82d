-- People, their sessions and what they connected. Owner: src/access.
-- The tables of better-auth under our names (src/access/sign-in/auth-tables.ts maps them), and beside them members and
-- invitations, which are ours: who belongs to an account decides what may be spent.

CREATE TABLE users (
  id text PRIMARY KEY CHECK (id ~ '^usr_[A-Za-z0-9]{16,}$'),
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  two_factor_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE members (
  account_id text NOT NULL REFERENCES accounts,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  -- Contact credits this person may spend in a usage month; NULL means as many as the account has.
  credit_limit integer CHECK (credit_limit >= 0),
  joined_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id, joined_at);

CREATE TABLE invitations (
  invitation_id text PRIMARY KEY CHECK (invitation_id ~ '^inv_[A-Za-z0-9]{16,}$'),
  account_id text NOT NULL REFERENCES accounts,
  -- Only the hash of the link's token: who reads the database can't join an account.
  token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  credit_limit integer CHECK (credit_limit >= 0),
  invited_by text REFERENCES users ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
CREATE INDEX invitations_by_account ON invitations (account_id, created_at);

CREATE TABLE sessions (
  id text PRIMARY KEY,
  token text NOT NULL UNIQUE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Whose credits this session spends. Admission joins it with members: without a membership the session opens nothing.
  active_account_id text NOT NULL REFERENCES accounts,
  ip_address text,
  user_agent text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- How a person proves who they are; for now only by password (provider "credential").
CREATE TABLE sign_in_methods (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (provider_id, account_id)
);
CREATE INDEX sign_in_methods_by_user ON sign_in_methods (user_id);

CREATE TABLE verifications (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verifications_by_identifier ON verifications (identifier);

CREATE TABLE two_factors (
  id text PRIMARY KEY,
  secret text NOT NULL,
  backup_codes text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  verified boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);
CREATE INDEX two_factors_by_user ON two_factors (user_id);

-- Attempts per address and per email, so that guessing is as slow on ten nodes as on one.
CREATE TABLE sign_in_attempts (
  id text PRIMARY KEY,
  key text NOT NULL UNIQUE,
  count integer NOT NULL,
  last_request bigint NOT NULL DEFAULT 0
);

-- The keys that sign access tokens; the private part is encrypted under AUTH_SECRET.
CREATE TABLE signing_keys (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  alg text,
  crv text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz
);

CREATE TABLE oauth_clients (
  id text PRIMARY KEY,
  client_id text NOT NULL UNIQUE,
  client_secret text,
  client_discovery_id text,
  disabled boolean NOT NULL DEFAULT false,
  skip_consent boolean,
  enable_end_session boolean,
  subject_type text,
  scopes jsonb,
  client_credentials_scopes jsonb,
  user_id text REFERENCES users ON DELETE CASCADE,
  name text,
  uri text,
  icon text,
  contacts jsonb,
  tos text,
  policy text,
  software_id text,
  software_version text,
  software_statement text,
  redirect_uris jsonb NOT NULL,
  post_logout_redirect_uris jsonb,
  backchannel_logout_uri text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method text,
  application_type text,
  jwks text,
  jwks_uri text,
  grant_types jsonb,
  response_types jsonb,
  require_pkce boolean,
  dpop_bound_access_tokens boolean DEFAULT false,
  reference_id text,
  metadata jsonb,
  created_at timestamptz,
  updated_at timestamptz
);

CREATE TABLE oauth_resources (
  id text PRIMARY KEY,
  identifier text NOT NULL UNIQUE,
  name text NOT NULL,
  access_token_ttl integer,
  refresh_token_ttl integer,
  signing_algorithm text,
  signing_key_id text,
  allowed_scopes jsonb,
  custom_claims jsonb,
  dpop_bound_access_tokens_required boolean DEFAULT false,
  disabled boolean DEFAULT false,
  policy_version integer,
  metadata jsonb,
  created_at timestamptz,
  updated_at timestamptz
);

CREATE TABLE oauth_client_resources (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  resource_id text NOT NULL REFERENCES oauth_resources (identifier) ON DELETE CASCADE,
  metadata jsonb,
  created_at timestamptz,
  UNIQUE (client_id, resource_id)
);

-- A consent is what the product calls a connection: this client, for this person, in this account (reference_id).
CREATE TABLE oauth_consents (
  id text PRIMARY KEY,
  client_id text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  reference_id text NOT NULL REFERENCES accounts,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb NOT NULL,
  -- Ours: contact credits this connection may spend in a usage month.
  credit_limit integer CHECK (credit_limit >= 0),
  created_at timestamptz NOT NULL,
  updated_at timestamptz,
  UNIQUE (client_id, user_id, reference_id)
);
CREATE INDEX oauth_consents_by_account ON oauth_consents (reference_id, created_at);

-- A refresh token outlives the browser session in which it was granted: signing out disconnects nothing.
CREATE TABLE oauth_refresh_tokens (
  id text PRIMARY KEY,
  token text NOT NULL UNIQUE,
  client_id text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id text REFERENCES sessions ON DELETE SET NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  reference_id text,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  scopes jsonb NOT NULL,
  confirmation jsonb,
  auth_time timestamptz,
  expires_at timestamptz,
  created_at timestamptz,
  revoked timestamptz,
  rotated_at timestamptz,
  rotation_replay_response text,
  rotation_replay_expires_at timestamptz
);
CREATE INDEX oauth_refresh_tokens_by_user ON oauth_refresh_tokens (user_id, client_id);
CREATE INDEX oauth_refresh_tokens_by_session ON oauth_refresh_tokens (session_id);

-- Opaque tokens, which the API refuses. Access tokens for the API are signed and stored nowhere.
CREATE TABLE oauth_access_tokens (
  id text PRIMARY KEY,
  token text UNIQUE,
  client_id text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id text REFERENCES sessions ON DELETE SET NULL,
  user_id text REFERENCES users ON DELETE CASCADE,
  reference_id text,
  authorization_code_id text,
  resources jsonb,
  requested_user_info_claims jsonb,
  refresh_id text REFERENCES oauth_refresh_tokens ON DELETE CASCADE,
  scopes jsonb NOT NULL,
  confirmation jsonb,
  expires_at timestamptz,
  created_at timestamptz,
  revoked timestamptz
);
CREATE INDEX oauth_access_tokens_by_session ON oauth_access_tokens (session_id);
CREATE INDEX oauth_access_tokens_by_user ON oauth_access_tokens (user_id, client_id);

CREATE TABLE oauth_client_assertions (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
