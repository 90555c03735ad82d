-- Owner: src/catalog. A catalogue that is empty now has no rows of earlier releases whose addresses are still to be hashed.
UPDATE catalogue_state SET sha256_hashed_to = '~' WHERE NOT EXISTS (SELECT FROM contacts);
