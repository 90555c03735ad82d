-- Addresses of the synthetic catalogue that test accounts reported as bounced: each for itself, the catalogue stays as it is. Owner: src/catalog.
CREATE TABLE test_email_reports (
  account_id text NOT NULL REFERENCES accounts,
  email_hash bytea NOT NULL,
  reported_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, email_hash),
  CONSTRAINT test_email_reports_of_mode CHECK (starts_with(account_id, 'acc_test_'))
);
COMMENT ON TABLE test_email_reports IS 'Owner: src/catalog';
