-- How far an import is, for whoever watches it. Owner: src/catalog.
ALTER TABLE imports ADD COLUMN progress jsonb, ADD COLUMN progressed_at timestamptz;
