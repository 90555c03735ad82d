-- Owner: src/catalog. What nobody stated about a store is shown as false or an empty list, and is not the same as that: the
-- names of such fields (apps, pixels, shopify_plus, ads_active). NULL for rows of earlier releases, which did not tell.
ALTER TABLE stores ADD COLUMN unknown_fields text[];

-- Keyed hash of a contact's full name: who opted out stays out by name, too, within the store. NULL until the row is next written.
ALTER TABLE contacts ADD COLUMN name_hash bytea;
