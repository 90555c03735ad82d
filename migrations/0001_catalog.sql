-- The catalogue: stores and the people who work at them. Owner: src/catalog.
-- Rows are never deleted: a contact that left the catalogue stays readable for accounts that revealed it.

CREATE TABLE stores (
  store_id text PRIMARY KEY CHECK (store_id ~ '^st_live_[A-Za-z]{16}$'),
  domain text NOT NULL UNIQUE,
  name text NOT NULL,
  category text,
  country text,
  traffic_tier text,
  revenue_tier text,
  shopify_plus boolean NOT NULL DEFAULT false,
  lead_fit_score double precision CHECK (lead_fit_score BETWEEN 0 AND 100),
  apps text[] NOT NULL DEFAULT '{}',
  pixels text[] NOT NULL DEFAULT '{}',
  theme_name text,
  theme_type text,
  ads_active boolean NOT NULL DEFAULT false,
  -- Keyed hash of everything above: an import that brings nothing new writes nothing.
  fingerprint bytea NOT NULL,
  -- The import that last wrote this row. One that met it unchanged notes it in import_sightings instead.
  import_run bigint NOT NULL,
  retired_at timestamptz
);

CREATE TABLE contacts (
  contact_id text PRIMARY KEY CHECK (contact_id ~ '^ct_live_[A-Za-z]{16}$'),
  store_id text NOT NULL REFERENCES stores,
  source_id text,
  first_name text,
  last_name text,
  full_name text,
  title text,
  role text,
  seniority text NOT NULL CHECK (seniority IN ('executive', 'decision_maker', 'other')),
  -- What a reveal can return, decided at import by catalog/channels.ts, so that nothing else has to decrypt.
  has_email boolean NOT NULL,
  has_phone boolean NOT NULL,
  has_linkedin boolean NOT NULL,
  -- AES-256-GCM of all channels, under the key that channels_key_id names. NULL when there are none.
  channels bytea,
  channels_key_id text,
  -- Keyed hashes: matching on import and suppression without the plain value.
  linkedin_hash bytea,
  email_hashes bytea[] NOT NULL DEFAULT '{}',
  fingerprint bytea NOT NULL,
  import_run bigint NOT NULL,
  suppressed boolean NOT NULL DEFAULT false,
  retired_at timestamptz,
  CHECK ((channels IS NULL) = (channels_key_id IS NULL))
);

CREATE INDEX contacts_by_store ON contacts (store_id);
CREATE INDEX contacts_by_email_hash ON contacts USING gin (email_hashes);

-- Opt-outs outlive imports. An email is kept as its keyed hash only; "shown" is what `suppress list` prints.
CREATE TABLE suppressions (
  kind text NOT NULL CHECK (kind IN ('email', 'contact', 'domain')),
  target bytea NOT NULL,
  shown text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, target)
);

-- One row. Nodes compare it with what their index was built from. Its row lock puts imports and suppressions in order.
CREATE TABLE catalogue_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  -- Raised when the index has to be rebuilt: by every finished import, and when suppressed contacts come back.
  version bigint NOT NULL DEFAULT 0,
  -- Raised by every change of suppressions: applied to the live index before the next answer.
  suppression_version bigint NOT NULL DEFAULT 0,
  -- The number of the import that began last.
  import_run bigint NOT NULL DEFAULT 0
);
INSERT INTO catalogue_state DEFAULT VALUES;

-- Which contacts a suppression_version hid or brought back: what a live index has to catch up on.
CREATE TABLE suppression_changes (
  version bigint NOT NULL,
  contact_id text NOT NULL,
  suppressed boolean NOT NULL,
  PRIMARY KEY (version, contact_id)
);

-- Stores and contacts that the running import met unchanged. Emptied by each import; worthless after a crash.
CREATE UNLOGGED TABLE import_sightings (seen_id text PRIMARY KEY);
