-- Which accounts were told of an erased contact, not only which confirmed: who is missing is what the operator has to know. Owner: src/privacy.
ALTER TABLE erasure_confirmations
  -- When the account was told (contact.erased).
  ADD COLUMN told_at timestamptz,
  -- How often its owners were reminded, and when last.
  ADD COLUMN reminders smallint NOT NULL DEFAULT 0,
  ADD COLUMN reminded_at timestamptz,
  ALTER COLUMN actor_name DROP NOT NULL,
  ALTER COLUMN confirmed_at DROP NOT NULL;
UPDATE erasure_confirmations SET told_at = confirmed_at;
ALTER TABLE erasure_confirmations
  ALTER COLUMN told_at SET NOT NULL,
  ADD CONSTRAINT erasure_confirmations_whole CHECK (confirmed_at IS NOT NULL OR actor_name IS NULL);

CREATE INDEX erasure_confirmations_by_age ON erasure_confirmations (account_id, told_at, contact_id);
CREATE INDEX erasure_confirmations_waiting ON erasure_confirmations (told_at) WHERE confirmed_at IS NULL;
