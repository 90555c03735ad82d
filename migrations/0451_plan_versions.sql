-- The plans as operators changed them, one row for each change: the newest one counts, on every node. Without a row, plans.json does. Owner: src/billing.
CREATE TABLE plan_versions (
  version integer PRIMARY KEY CHECK (version > 0),
  -- As plans.json would hold it.
  plans text NOT NULL,
  reason text NOT NULL,
  changed_by text NOT NULL,
  created_at timestamptz NOT NULL
);
COMMENT ON TABLE plan_versions IS 'Owner: src/billing';
