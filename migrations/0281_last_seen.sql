-- Owner: src/catalog. When people were last seen, for retention by source. Most lines list everybody who was listed before, so the time
-- is kept once per store, and a contact has one of its own only while the last list of its store's people does not hold it.
ALTER TABLE stores
  -- The last line that named people of this store: when it was observed, and the import that brought it. NULL: only the lines that
  -- the contacts themselves were last written by.
  ADD COLUMN people_seen_at timestamptz,
  ADD COLUMN people_seen_run bigint,
  -- `people_seen_at` before the import that `people_seen_run` names.
  ADD COLUMN people_seen_before timestamptz;

ALTER TABLE contacts
  -- NULL: seen when the people of the store were.
  ADD COLUMN seen_at timestamptz,
  ADD COLUMN seen_run bigint;
