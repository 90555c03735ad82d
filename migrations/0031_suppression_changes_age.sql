-- Owner: src/catalog. Changes of suppressions are kept for some days and then deleted, up to and with the version that is
-- remembered here. Nodes of the release before know neither column and need neither.
ALTER TABLE suppression_changes ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE catalogue_state ADD COLUMN changes_deleted_to bigint NOT NULL DEFAULT 0;
CREATE INDEX suppression_changes_by_age ON suppression_changes (created_at);
