-- Mails of the privacy centre and notices that a mail server refused. Owner: src/privacy.

-- When a mail of this request was last tried in vain: one that can't be sent keeps no other back. NULL: not yet.
ALTER TABLE privacy_requests ADD COLUMN tried_at timestamptz;

-- Addresses without a mailbox: nobody is told there that data of them is held, and no attempt is made again.
CREATE TABLE refused_notices (
  -- Keyed, like those of contacts.
  email_hash bytea PRIMARY KEY,
  refused_at timestamptz NOT NULL
);
COMMENT ON TABLE refused_notices IS 'Owner: src/privacy';
CREATE INDEX refused_notices_by_age ON refused_notices (refused_at);
