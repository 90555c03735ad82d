-- HubSpot: the connection of an account to its portal, what is sent there, and which record is which contact. Owner: src/hubspot.

CREATE TABLE hubspot_connections (
  account_id text NOT NULL PRIMARY KEY,
  portal_id bigint NOT NULL,
  -- Under which HubSpot records what we write.
  app_id bigint NOT NULL,
  -- Sealed.
  token text NOT NULL,
  -- Whether contacts are sent as they are revealed.
  automatic boolean NOT NULL,
  status text NOT NULL DEFAULT 'connected' CHECK (status IN ('connected', 'stopped')),
  -- Why it is stopped.
  problem text CHECK (problem IN ('token_refused', 'scopes_missing')),
  missing_scopes text[] NOT NULL DEFAULT '{}',
  -- Events up to this number have become runs, or are not wanted.
  position bigint NOT NULL,
  -- A node that works on it; nobody else does until then.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  -- HubSpot asked for a pause, or could not answer.
  paused_until timestamptz NOT NULL DEFAULT '-infinity',
  failures integer NOT NULL DEFAULT 0,
  failing_since timestamptz,
  created_at timestamptz NOT NULL,
  last_success_at timestamptz,
  CHECK ((status = 'stopped') = (problem IS NOT NULL))
);
COMMENT ON TABLE hubspot_connections IS 'Owner: src/hubspot';

CREATE TABLE hubspot_runs (
  account_id text NOT NULL,
  run_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('push', 'dry_run', 'erasure', 'exclusion')),
  -- A request, or the type of event that made it.
  origin text NOT NULL,
  status text NOT NULL DEFAULT 'running' CHECK (status IN ('running', 'finished', 'failed')),
  -- Why it failed.
  reason text,
  total integer NOT NULL DEFAULT 0,
  -- How many items came to which outcome.
  counts jsonb NOT NULL DEFAULT '{}',
  -- Of an exclusion: the list that it fills, and how far it has read.
  label text,
  reading jsonb,
  -- Runs of an account take turns.
  worked_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (account_id, run_id),
  FOREIGN KEY (account_id) REFERENCES hubspot_connections ON DELETE CASCADE
);
COMMENT ON TABLE hubspot_runs IS 'Owner: src/hubspot';
CREATE INDEX hubspot_runs_running ON hubspot_runs (account_id, worked_at) WHERE status = 'running';
CREATE INDEX hubspot_runs_by_age ON hubspot_runs (created_at);

CREATE TABLE hubspot_run_items (
  account_id text NOT NULL,
  run_id text NOT NULL,
  contact_id text NOT NULL,
  -- NULL: not done yet.
  outcome text,
  reason text,
  -- Names of HubSpot's properties, never their values.
  filled text[] NOT NULL DEFAULT '{}',
  kept text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, run_id, contact_id),
  FOREIGN KEY (account_id, run_id) REFERENCES hubspot_runs ON DELETE CASCADE,
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'))
);
COMMENT ON TABLE hubspot_run_items IS 'Owner: src/hubspot';
CREATE INDEX hubspot_run_items_waiting ON hubspot_run_items (account_id, run_id, contact_id) WHERE outcome IS NULL;

-- Which record of the portal is which contact or store. Ids only.
CREATE TABLE hubspot_records (
  account_id text NOT NULL,
  object text NOT NULL CHECK (object IN ('contacts', 'companies')),
  own_id text NOT NULL,
  record_id text NOT NULL,
  PRIMARY KEY (account_id, object, own_id),
  FOREIGN KEY (account_id) REFERENCES hubspot_connections ON DELETE CASCADE
);
COMMENT ON TABLE hubspot_records IS 'Owner: src/hubspot';
