-- Owner of the table: src/jobs
ALTER TABLE jobs
  -- When something was last done for it, so that a job that hangs can be told from one that is large.
  ADD COLUMN progressed_at timestamptz,
  -- When a runner last took it. The account whose last turn is longest ago is next.
  ADD COLUMN turn_at timestamptz;
CREATE INDEX jobs_turns ON jobs (account_id, turn_at);
