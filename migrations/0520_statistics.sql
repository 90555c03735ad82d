-- Every import ends with fresh statistics for the planner. No condition compares these columns, and the lists among them take
-- the most time. Owner: src/catalog.
ALTER TABLE contacts
  ALTER COLUMN channels SET STATISTICS 0,
  ALTER COLUMN fingerprint SET STATISTICS 0,
  ALTER COLUMN email_kinds SET STATISTICS 0,
  ALTER COLUMN emails_verified_at SET STATISTICS 0;
ALTER TABLE stores
  ALTER COLUMN fingerprint SET STATISTICS 0,
  ALTER COLUMN unknown_fields SET STATISTICS 0,
  ALTER COLUMN missing SET STATISTICS 0,
  ALTER COLUMN partly_known SET STATISTICS 0;
