-- Owner: src/catalog. What may be known of a contact's emails before a reveal: status and type (`verified work`) of each that may
-- leave, in the order in which a reveal lists them, and when each was verified. NULL until rows of earlier releases are filled in.
ALTER TABLE contacts
  ADD COLUMN email_kinds text[],
  ADD COLUMN emails_verified_at timestamptz[],
  ADD CONSTRAINT contacts_emails_alike CHECK (cardinality(email_kinds) = cardinality(emails_verified_at));
CREATE INDEX contacts_without_email_kinds ON contacts (contact_id) WHERE has_email AND email_kinds IS NULL;
