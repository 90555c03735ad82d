-- Of lists of apps or pixels that nobody has stated: what observations said of single ones, {apps: {present, absent}, pixels: …}. Owner: src/catalog.
ALTER TABLE stores ADD COLUMN partly_known jsonb;
