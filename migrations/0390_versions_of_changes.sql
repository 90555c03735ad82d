-- With which version of the catalogue a change becomes known, and which version was there when an item came into a list: of an import that is being
-- written while somebody adds a store, the clock can't say which came first. NULL in rows from before.

-- Owner: src/catalog
ALTER TABLE store_changes ADD COLUMN recorded_version bigint;

-- Owner: src/collections
ALTER TABLE store_list_items ADD COLUMN added_version bigint;
ALTER TABLE contact_list_items ADD COLUMN added_version bigint;
