-- What happened to an account, for those who follow it: the feed and webhooks. Owner: src/events.
--
-- Rows are written in the transaction that causes them, and numbered there: the counter's row stays locked until the commit, so the
-- numbers of an account rise in the order of commits, without a gap.

CREATE TABLE event_sequences (
  account_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  last bigint NOT NULL CHECK (last >= 0),
  PRIMARY KEY (account_id, mode)
) WITH (fillfactor = 50);
COMMENT ON TABLE event_sequences IS 'Owner: src/events';

CREATE TABLE events (
  account_id text NOT NULL,
  mode text NOT NULL CHECK (mode IN ('live', 'test')),
  sequence bigint NOT NULL CHECK (sequence > 0),
  -- Holds the sequence as well, so that an event is found by its id without another index.
  event_id text NOT NULL,
  type text NOT NULL,
  data json NOT NULL,
  -- What it is about, where looking again must not tell it twice.
  once text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, mode, sequence)
);
COMMENT ON TABLE events IS 'Owner: src/events';
CREATE UNIQUE INDEX events_told_once ON events (account_id, mode, once) WHERE once IS NOT NULL;
-- For deleting what is old: small, and next to nothing to keep.
CREATE INDEX events_by_age ON events USING brin (created_at) WITH (pages_per_range = 32);
