-- Webhooks: addresses that events are brought to, and what became of each. Owner: src/webhooks.

CREATE TABLE webhooks (
  account_id text NOT NULL,
  webhook_id text NOT NULL,
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'test')),
  url text NOT NULL,
  -- NULL: every type, also those that are added later.
  types text[],
  status text NOT NULL DEFAULT 'enabled' CHECK (status IN ('enabled', 'disabled')),
  -- Sealed. For a day after a rotation the secret before it signs as well.
  secret text NOT NULL,
  secret_before text,
  secret_before_until timestamptz,
  -- Events up to this number have become deliveries, or are not wanted.
  position bigint NOT NULL,
  -- A node that works on it; nobody else does until then.
  leased_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL,
  last_success_at timestamptz,
  failing_since timestamptz,
  -- The owners were told that it fails.
  warned_at timestamptz,
  PRIMARY KEY (account_id, webhook_id)
);
COMMENT ON TABLE webhooks IS 'Owner: src/webhooks';

CREATE TABLE webhook_deliveries (
  account_id text NOT NULL,
  webhook_id text NOT NULL,
  sequence bigint NOT NULL,
  event_id text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('pending', 'succeeded', 'failed')),
  attempt integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz,
  attempted_at timestamptz,
  status_code integer,
  -- What is known of the last reply: its first bytes, or why there was none.
  response text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, webhook_id, sequence),
  FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE,
  CHECK ((outcome = 'pending') = (next_attempt_at IS NOT NULL))
);
COMMENT ON TABLE webhook_deliveries IS 'Owner: src/webhooks';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (account_id, webhook_id, next_attempt_at) WHERE outcome = 'pending';
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries USING brin (created_at) WITH (pages_per_range = 32);
