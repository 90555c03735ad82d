-- What happened to contacts, for the accounts that revealed them. Owner: src/catalog.
--
-- Written with its cause, and deleted in the transaction that tells the accounts. Who revealed a contact is looked up then: an
-- import never waits for an account.

CREATE TABLE contact_notices (
  notice_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  contact_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('updated', 'suppressed', 'erased'))
);
COMMENT ON TABLE contact_notices IS 'Owner: src/catalog';
