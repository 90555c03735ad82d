-- What customers start and come back for: reveals, enrichments and exports of thousands. Owner: src/jobs
CREATE TABLE jobs (
  account_id text NOT NULL REFERENCES accounts,
  job_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reveal', 'enrich', 'export')),
  status text NOT NULL DEFAULT 'queued'
    CHECK (status IN ('queued', 'running', 'finished', 'stopped', 'cancelled', 'failed')),
  stop_reason text,
  -- Whoever made it, or resumed it last: its work is done in their name and within their limits.
  door text NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  -- What was asked for, without its lists, which are the items.
  request jsonb NOT NULL,
  idempotency_key text,
  -- Of the whole request, to tell a repeated one from another under the same key.
  request_hash bytea NOT NULL,
  max_credits integer CHECK (max_credits >= 0),
  total integer NOT NULL CHECK (total >= 0),
  -- How many items, from the first on, have an outcome, and how many of each.
  done integer NOT NULL DEFAULT 0 CHECK (done BETWEEN 0 AND total),
  counts jsonb NOT NULL DEFAULT '{}',
  -- What the items with an outcome cost. The ledger names the job on every spend and has the last word.
  credits_spent integer NOT NULL DEFAULT 0 CHECK (credits_spent >= 0),
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- The runner that works on it, and until when nobody else may. A runner whose lease is gone can't record anything.
  lease text,
  leased_until timestamptz,
  CHECK (max_credits IS NULL OR credits_spent <= max_credits),
  PRIMARY KEY (account_id, job_id)
);
CREATE UNIQUE INDEX jobs_by_key ON jobs (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX jobs_unfinished ON jobs (created_at) WHERE status IN ('queued', 'running');
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;

-- One row per input, in the order given. An outcome is a fact about the input; what is shown of a contact or store is read
-- from the catalogue each time, so no channel is kept here and a suppression holds for results, too.
CREATE TABLE job_items (
  account_id text NOT NULL,
  job_id text NOT NULL,
  index integer NOT NULL CHECK (index >= 0),
  input text NOT NULL,
  outcome text,
  charged boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, job_id, index),
  FOREIGN KEY (account_id, job_id) REFERENCES jobs ON DELETE CASCADE
) WITH (fillfactor = 70);

-- The job that a spend is part of. Owner of the table: src/credits
ALTER TABLE credit_entries ADD COLUMN job_id text;
CREATE INDEX credit_entries_by_job ON credit_entries (account_id, job_id) WHERE job_id IS NOT NULL;
