-- Owner: src/ingest. Keys of the operator's own programs, and the batches that they sent.

CREATE TABLE operator_keys (
  operator_key_id text PRIMARY KEY,
  secret_hash bytea NOT NULL UNIQUE,
  name text NOT NULL,
  prefix text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz,
  last_used_at timestamptz
);

-- How many lines of a batch have been taken: those are not taken again. Raised in the transaction that takes them.
CREATE TABLE ingest_batches (
  operator_key_id text NOT NULL REFERENCES operator_keys,
  batch_id text NOT NULL,
  lines_done integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (operator_key_id, batch_id)
);
CREATE INDEX ingest_batches_by_age ON ingest_batches (created_at);
