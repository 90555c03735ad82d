-- Addresses that reveals handed over until an import took them away or changed their status: whoever paid before may still report that they
-- bounce. Keyed hashes, kept as long as bounces may be reported. Owner: src/catalog.
CREATE TABLE withdrawn_emails (
  contact_id text NOT NULL,
  email_hash bytea NOT NULL,
  withdrawn_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (contact_id, email_hash)
);
COMMENT ON TABLE withdrawn_emails IS 'Owner: src/catalog';
CREATE INDEX withdrawn_emails_by_hash ON withdrawn_emails (email_hash);
CREATE INDEX withdrawn_emails_by_time ON withdrawn_emails (withdrawn_at);
