-- How good the catalogue was when it was last measured for the console: one row. Owner: src/catalog.
CREATE TABLE catalogue_quality (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  measured_at timestamptz NOT NULL,
  quality jsonb NOT NULL
);
COMMENT ON TABLE catalogue_quality IS 'Owner: src/catalog';
