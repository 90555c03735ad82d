-- Addresses that accounts reported as bounced. Owner: src/catalog.
--
-- What the reports say is written into the sealed channels of every contact that holds the address, so that nobody has to look here to
-- read a contact; imports look here to keep it so. The address itself is not kept: only the keyed hash that contacts are matched by.
CREATE TABLE email_reports (
  account_id text NOT NULL REFERENCES accounts,
  email_hash bytea NOT NULL,
  reported_at timestamptz NOT NULL,
  -- Keyed hash of the card that the account pays with, as of the newest report of this address; NULL without one.
  card_hash bytea,
  PRIMARY KEY (account_id, email_hash),
  CONSTRAINT email_reports_of_mode CHECK (NOT starts_with(account_id, 'acc_test_'))
);
COMMENT ON TABLE email_reports IS 'Owner: src/catalog';
CREATE INDEX email_reports_by_hash ON email_reports (email_hash);

-- Bounces beyond what is returned automatically: the operator decides. Owner: src/bounces.
CREATE TABLE bounce_reviews (
  account_id text NOT NULL REFERENCES accounts,
  contact_id text NOT NULL,
  email_hash bytea NOT NULL,
  review_id text NOT NULL,
  code text,
  bounced_at timestamptz,
  reported_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'refused')),
  decided_at timestamptz,
  -- A contact returns at most one credit, so it waits at most once.
  PRIMARY KEY (account_id, contact_id),
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CONSTRAINT bounce_reviews_of_mode CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'))
);
COMMENT ON TABLE bounce_reviews IS 'Owner: src/bounces';
CREATE INDEX bounce_reviews_waiting ON bounce_reviews (reported_at) WHERE state = 'waiting';

-- Owner: src/billing. Tells cards apart without knowing them: a keyed hash of the provider's fingerprint. Filled in with the next look.
ALTER TABLE billing_customers ADD COLUMN card_hash bytea;
