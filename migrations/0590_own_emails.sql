-- What is left of a contact's emails for an account that reported addresses of it as bounced, without the addresses: its searches and
-- previews show this in place of what contacts hold for everybody. Kept with every change of either. Owner: src/catalog.
CREATE TABLE own_emails (
  account_id text NOT NULL REFERENCES accounts,
  contact_id text NOT NULL,
  -- As in contacts: of each email that may leave, in the order of a reveal.
  email_kinds text[] NOT NULL,
  emails_verified_at timestamptz[] NOT NULL,
  PRIMARY KEY (account_id, contact_id),
  CONSTRAINT own_emails_of_mode CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'))
);
COMMENT ON TABLE own_emails IS 'Owner: src/catalog';
CREATE INDEX own_emails_by_contact ON own_emails (contact_id);
