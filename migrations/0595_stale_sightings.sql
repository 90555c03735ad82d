-- The import that last met the store with a line older than `observed_at`. `observed_run` stays the one that said the latest. Owner: src/catalog.
ALTER TABLE stores ADD COLUMN stale_run bigint;
