-- Who of our people an open batch of deletion lists names. Written while it is matched, removed once it is answered. Owner: src/privacy.
CREATE TABLE drop_matches (
  batch_id text NOT NULL REFERENCES drop_batches,
  item_id text NOT NULL,
  contact_id text NOT NULL,
  -- Tells people apart who hold the same identifier.
  name_hash bytea,
  PRIMARY KEY (batch_id, item_id, contact_id)
);
COMMENT ON TABLE drop_matches IS 'Owner: src/privacy';

-- A batch as it came, sealed, in parts of a few megabytes; deleted once it was read. It was one value, which no list of millions fits.
CREATE TABLE drop_archive_parts (
  batch_id text NOT NULL REFERENCES drop_batches,
  part integer NOT NULL,
  sealed bytea NOT NULL,
  key_id text NOT NULL,
  PRIMARY KEY (batch_id, part)
);
COMMENT ON TABLE drop_archive_parts IS 'Owner: src/privacy';
ALTER TABLE drop_batches DROP COLUMN archive, DROP COLUMN archive_key_id;
