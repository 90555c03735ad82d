-- Keyed hashes of identifiers on deletion lists: whoever an import brings under one of them is not stored. Owner: src/catalog.
CREATE TABLE deletion_list_hashes (
  kind text NOT NULL CHECK (kind IN ('email', 'phone')),
  hash bytea NOT NULL,
  -- Several people hold it: nobody knows who asked, so they are hidden, not erased.
  shared boolean NOT NULL DEFAULT false,
  PRIMARY KEY (kind, hash)
);
COMMENT ON TABLE deletion_list_hashes IS 'Owner: src/catalog';

-- California's Delete Request and Opt-out Platform. Owner: src/privacy.
CREATE TABLE drop_batches (
  batch_id text PRIMARY KEY,
  downloaded_at timestamptz NOT NULL,
  -- The archive as it came, sealed; deleted once it has been answered.
  archive bytea,
  archive_key_id text,
  -- NULL while work is left.
  reported_at timestamptz,
  -- Why it can't be worked on.
  fault text
);
COMMENT ON TABLE drop_batches IS 'Owner: src/privacy';

CREATE TABLE drop_items (
  -- The platform's own id of the request, which names nobody.
  item_id text PRIMARY KEY,
  batch_id text NOT NULL REFERENCES drop_batches,
  file_name text NOT NULL,
  list_type text NOT NULL,
  -- Keyed; NULL for lists of identifiers that the catalogue does not hold.
  hash bytea,
  -- 2 exempt, 3 deleted, 4 opted out, 5 not found. NULL until it was looked for.
  status smallint CHECK (status IN (2, 3, 4, 5)),
  decided_at timestamptz,
  -- The person cancelled the request.
  removed_at timestamptz
);
COMMENT ON TABLE drop_items IS 'Owner: src/privacy';
CREATE INDEX drop_items_of_batch ON drop_items (batch_id, item_id);
CREATE INDEX drop_items_by_hash ON drop_items (hash) WHERE hash IS NOT NULL;

-- One row: when the platform was asked, and what came of it.
CREATE TABLE drop_state (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  since timestamptz NOT NULL,
  asked_at timestamptz,
  -- Everything that the platform had was answered.
  completed_at timestamptz,
  retry_at timestamptz,
  fault text,
  warned_at timestamptz
);
COMMENT ON TABLE drop_state IS 'Owner: src/privacy';
