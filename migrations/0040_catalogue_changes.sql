-- Which stores changed with which version of the catalogue: what search indexes follow. Owner: src/catalog.
-- A store is listed when anything that an index holds of it or of its contacts has changed.
CREATE TABLE catalogue_changes (
  version bigint NOT NULL,
  store_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (version, store_id)
);

-- The list is complete for the versions above changes_after, up to changes_until. A node of the release before raises the
-- version without it: then changes_until falls behind, and indexes are built whole.
ALTER TABLE catalogue_state
  ADD COLUMN changes_after bigint NOT NULL DEFAULT 0,
  ADD COLUMN changes_until bigint NOT NULL DEFAULT -1;
