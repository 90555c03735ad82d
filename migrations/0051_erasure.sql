-- Owner: src/catalog. The ids that a source gives its people are kept as keyed hashes: a source may use an address as its id.
-- The plain ones are brought over by hash-source-ids.ts, which knows the key; the index makes that stop when nothing is left.
ALTER TABLE contacts ADD COLUMN source_hash bytea, ADD COLUMN erased_at timestamptz;
CREATE INDEX contacts_with_plain_source ON contacts (contact_id) WHERE source_id IS NOT NULL;

-- Erased: nothing of the person is kept but the hashes that keep them out.
ALTER TABLE suppressions ADD COLUMN erased boolean NOT NULL DEFAULT false;
