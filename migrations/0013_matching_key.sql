-- Owner: src/catalog. Which key the hashes of people and opted-out addresses are made with (a fingerprint of it). Under
-- another one, nobody would be recognised and every opt-out by address forgotten.
ALTER TABLE catalogue_state ADD COLUMN matching_key_id text;
