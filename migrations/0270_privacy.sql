-- Requests of people about data that the service holds of them, and which accounts deleted their copies. Owner: src/privacy.

CREATE TABLE privacy_requests (
  -- The number that the person is given.
  request_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('copy', 'object', 'correct', 'erase')),
  -- unconfirmed: nobody followed the link yet. open: waits for the operator.
  state text NOT NULL CHECK (state IN ('unconfirmed', 'open', 'done', 'refused', 'not_held')),
  -- Keyed, like those of contacts: finds the person without naming them.
  email_hash bytea NOT NULL,
  -- The address and what the person wrote, sealed under CHANNEL_KEY. Deleted when the request has ended.
  sealed bytea,
  sealed_key_id text,
  language text NOT NULL,
  -- Of the token in the link; the token itself is only in the mail.
  token_hash bytea,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  -- When the operator was reminded that it is due.
  reminded_at timestamptz,
  -- The contacts that the request was about when it was carried out. Ids are not personal once the person is erased.
  contact_ids text[] NOT NULL DEFAULT '{}',
  refusal text,
  CHECK ((confirmed_at IS NULL) = (state IN ('unconfirmed', 'not_held'))),
  CHECK ((due_at IS NULL) = (confirmed_at IS NULL)),
  CHECK ((ended_at IS NULL) = (state IN ('unconfirmed', 'open'))),
  CHECK ((refusal IS NULL) = (state <> 'refused'))
);
COMMENT ON TABLE privacy_requests IS 'Owner: src/privacy';
CREATE UNIQUE INDEX privacy_requests_by_token ON privacy_requests (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX privacy_requests_open ON privacy_requests (due_at) WHERE state = 'open';
CREATE INDEX privacy_requests_by_age ON privacy_requests (created_at);

-- What happened to a request, for whoever has to show it.
CREATE TABLE privacy_steps (
  request_id text NOT NULL REFERENCES privacy_requests ON DELETE CASCADE,
  step text NOT NULL,
  actor text NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE privacy_steps IS 'Owner: src/privacy';
CREATE INDEX privacy_steps_of_request ON privacy_steps (request_id, created_at);

-- An account says that it deleted its own copies of a contact that was erased.
CREATE TABLE erasure_confirmations (
  account_id text NOT NULL,
  contact_id text NOT NULL,
  actor_name text NOT NULL,
  confirmed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, contact_id)
);
COMMENT ON TABLE erasure_confirmations IS 'Owner: src/privacy';
