-- Jobs that fail: they are tried again, later each time, and end as failed. Owner of the table: src/jobs
ALTER TABLE jobs
  -- How many runners took it since an outcome was last recorded; also those that died.
  ADD COLUMN attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  -- After a failed attempt: nobody takes it before.
  ADD COLUMN retry_at timestamptz;

-- Cancelled while somebody worked on it: what that runner did last is recorded by it, or by another one after its death.
CREATE INDEX jobs_unsettled ON jobs (created_at) WHERE status = 'cancelled' AND lease IS NOT NULL;
