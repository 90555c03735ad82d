-- The states that the catalogue was in, each under a name that no other state has: a search index that was kept in a file
-- belongs to this database only if its state is listed. After a restore, states from after the backup are not. Owner: src/catalog.
CREATE TABLE catalogue_history (
  state_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  version bigint NOT NULL,
  suppression_version bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX catalogue_history_by_version ON catalogue_history (version, suppression_version);

-- How often people were erased: what was kept before holds them still.
ALTER TABLE catalogue_state ADD COLUMN erasures bigint NOT NULL DEFAULT 0;

INSERT INTO catalogue_history (version, suppression_version) SELECT version, suppression_version FROM catalogue_state;

-- By a trigger, so that nodes of the release before take part.
CREATE FUNCTION note_catalogue_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO catalogue_history (version, suppression_version) VALUES (NEW.version, NEW.suppression_version);
  RETURN NULL;
END $$;
CREATE TRIGGER note_catalogue_state AFTER UPDATE ON catalogue_state FOR EACH ROW
  WHEN (NEW.version <> OLD.version OR NEW.suppression_version <> OLD.suppression_version)
  EXECUTE FUNCTION note_catalogue_state();
