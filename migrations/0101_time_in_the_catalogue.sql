-- Owner: src/catalog. When things were seen, and by which import from which source. NULL where rows of earlier releases do not tell.

-- Where files come from (`import --source`).
CREATE TABLE sources (
  name text PRIMARY KEY CHECK (name ~ '^[a-z0-9_-]{1,40}$'),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Every import that began. `import_run` of stores and contacts names the one that last wrote the row.
CREATE TABLE imports (
  import_run bigint PRIMARY KEY,
  source text NOT NULL REFERENCES sources,
  inputs text[] NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- When lines that do not say it were observed: the start; of a run that continues an interrupted one, the start of that.
  observed_at timestamptz NOT NULL,
  -- The catalogue was empty when it began: what it brings is no change.
  baseline boolean NOT NULL,
  -- NULL while it runs, and of one that was interrupted.
  finished_at timestamptz,
  result jsonb
);

ALTER TABLE stores
  ADD COLUMN first_seen_at timestamptz,
  ADD COLUMN updated_at timestamptz,
  ADD COLUMN observed_at timestamptz,
  -- The import that last met the row, also if it changed nothing.
  ADD COLUMN observed_run bigint,
  -- Apps and pixels that the last observation of them did not hold and the one before did: {"apps": {"at": …, "names": […]}}.
  ADD COLUMN missing jsonb;

ALTER TABLE contacts
  ADD COLUMN added_at timestamptz,
  ADD COLUMN updated_at timestamptz,
  ADD COLUMN collected_at timestamptz;

-- What changed at a store, dated by the observation. `value` is '' where a type has none. A removal is `undecided` until its import
-- ends; if too many stores would lose one technology at once it is `held` until the operator decides.
CREATE TABLE store_changes (
  store_id text NOT NULL,
  observed_at timestamptz NOT NULL,
  type text NOT NULL,
  value text NOT NULL DEFAULT '',
  old_value text,
  new_value text,
  import_run bigint NOT NULL,
  state text NOT NULL DEFAULT 'recorded' CHECK (state IN ('recorded', 'undecided', 'held')),
  PRIMARY KEY (store_id, observed_at, type, value)
);
CREATE INDEX store_changes_by_age ON store_changes (observed_at);
CREATE INDEX store_changes_open ON store_changes (import_run) WHERE state <> 'recorded';
