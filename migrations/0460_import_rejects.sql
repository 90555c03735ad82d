-- Lines that an import did not take: where they are and why, for the operator to download. Never their text, which may hold addresses. Owner: src/catalog.
CREATE TABLE import_rejects (
  import_run bigint NOT NULL,
  number integer NOT NULL,
  input text NOT NULL,
  line bigint NOT NULL,
  column_name text,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (import_run, number)
);
COMMENT ON TABLE import_rejects IS 'Owner: src/catalog';
CREATE INDEX import_rejects_by_time ON import_rejects (created_at);
