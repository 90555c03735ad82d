-- Addresses that reveals hand over since an import brought them or changed their status: whoever paid before was not given them, so that they
-- are no reason to keep a credit. Keyed hashes, kept as long as bounces may be reported. Owner: src/catalog.
CREATE TABLE arrived_emails (
  contact_id text NOT NULL,
  email_hash bytea NOT NULL,
  arrived_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (contact_id, email_hash, arrived_at)
);
COMMENT ON TABLE arrived_emails IS 'Owner: src/catalog';
CREATE INDEX arrived_emails_by_time ON arrived_emails (arrived_at);
