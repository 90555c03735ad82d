-- Backups that were begun: which one runs, what came of the others. The files themselves say what they are. Owner: src/backups.
CREATE TABLE backup_runs (
  run_id text PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('running', 'good', 'failed')),
  -- The scheduled time that it is for; NULL: by command.
  due_at timestamptz,
  started_at timestamptz NOT NULL,
  -- Renewed while it runs: one that is not renewed has died.
  alive_at timestamptz NOT NULL,
  ended_at timestamptz,
  host text NOT NULL,
  -- Of one that was verified.
  name text,
  bytes bigint,
  -- Why it failed, in a sentence.
  problem text
);
COMMENT ON TABLE backup_runs IS 'Owner: src/backups';
-- One at a time, over all nodes and commands.
CREATE UNIQUE INDEX backup_runs_running ON backup_runs (state) WHERE state = 'running';
CREATE INDEX backup_runs_by_start ON backup_runs (started_at);
