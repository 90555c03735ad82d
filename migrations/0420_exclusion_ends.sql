-- Owner: src/catalog. When an exclusion list ends, and whom it names is found again; NULL: never.
ALTER TABLE exclusions ADD COLUMN expires_at timestamptz;
CREATE INDEX exclusions_by_end ON exclusions (expires_at) WHERE expires_at IS NOT NULL;
