-- Owner: src/catalog. Whom an account knows already: left out of its searches and never charged. Entries are keyed hashes, as those of
-- suppressions are; nobody can read from them what was sent.
CREATE TABLE exclusions (
  account_id text NOT NULL REFERENCES accounts,
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, label)
);
CREATE TABLE exclusion_entries (
  account_id text NOT NULL,
  label text NOT NULL,
  hash bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'domain', 'linkedin_url', 'email_sha256')),
  PRIMARY KEY (account_id, label, hash),
  FOREIGN KEY (account_id, label) REFERENCES exclusions ON DELETE CASCADE
);
-- An import finds the accounts that exclude somebody it brings.
CREATE INDEX exclusion_entries_by_hash ON exclusion_entries (hash);

-- What the entries match in the catalogue now: kept with every change of either, so that searches and reveals look up one row.
CREATE TABLE excluded_stores (
  account_id text NOT NULL,
  store_id text NOT NULL,
  -- The entry that matches: the keyed hash of the domain.
  hash bytea NOT NULL,
  PRIMARY KEY (account_id, store_id)
);
CREATE INDEX excluded_stores_by_store ON excluded_stores (store_id);
CREATE TABLE excluded_contacts (
  account_id text NOT NULL,
  contact_id text NOT NULL,
  PRIMARY KEY (account_id, contact_id)
);
CREATE INDEX excluded_contacts_by_contact ON excluded_contacts (contact_id);

-- One row per account with exclusions. The version changes with what is matched: nodes keep what they read until then.
CREATE TABLE exclusion_states (
  account_id text PRIMARY KEY REFERENCES accounts,
  version bigint NOT NULL,
  entries integer NOT NULL CHECK (entries >= 0)
);

-- People are found by their profile, too.
CREATE INDEX contacts_by_linkedin_hash ON contacts (linkedin_hash) WHERE linkedin_hash IS NOT NULL;

-- email_hashes also holds a hash of each address's SHA-256. Up to this contact, rows of earlier releases have theirs.
ALTER TABLE catalogue_state ADD COLUMN sha256_hashed_to text NOT NULL DEFAULT '';

-- Owner: src/credits. Under an Idempotency-Key: contacts that the account excluded. NULL for keys of the release before.
ALTER TABLE idempotency_keys ADD COLUMN excluded_ids text[];
