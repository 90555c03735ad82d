-- Owner: src/catalog. What an import changed, so that the last one can be undone; and what the operator says of a source.

ALTER TABLE stores
  -- The import that brought the row. NULL for rows of earlier releases.
  ADD COLUMN added_run bigint,
  -- `observed_at` before the import that `observed_run` names.
  ADD COLUMN observed_before timestamptz;

ALTER TABLE contacts ADD COLUMN added_run bigint;

ALTER TABLE imports
  ADD COLUMN kind text NOT NULL DEFAULT 'files' CHECK (kind IN ('files', 'ingest')),
  ADD COLUMN undone_at timestamptz;

ALTER TABLE sources
  ADD COLUMN label text,
  ADD COLUMN legal_basis text,
  ADD COLUMN max_age_days integer CHECK (max_age_days > 0);

-- Rows as they were before the last import, and changes that it took back. Emptied when the next one begins.
CREATE TABLE import_before (
  kind text NOT NULL CHECK (kind IN ('store', 'contact', 'change')),
  row_id text NOT NULL,
  row_before jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (kind, row_id)
);
