-- Owner: src/catalog. Who was suppressed as a contact is known again by their full name and one of their addresses, at any store.
CREATE INDEX contacts_suppressed_by_name ON contacts (name_hash) WHERE suppressed;

-- Not for those whom an import brought and a deletion list names: the list keeps them out, for as long as they are on it.
ALTER TABLE suppressions ADD COLUMN by_list boolean NOT NULL DEFAULT false;

-- An erasure by contact id used to keep everybody out who held an address of that person, colleagues in a shared mailbox, too. Whoever
-- of them has not been imported since is still there: the address must not erase them.
DELETE FROM suppressions mark WHERE kind = 'email' AND erased AND EXISTS (
  SELECT FROM contacts living
  WHERE living.email_hashes @> ARRAY[mark.target] AND living.erased_at IS NULL AND living.name_hash IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM contacts gone
      WHERE gone.email_hashes @> ARRAY[mark.target] AND gone.erased_at IS NOT NULL AND gone.name_hash = living.name_hash));
