-- Who was told that their data is held, and who is withheld until they are. Owner: src/catalog.
ALTER TABLE contacts
  ADD COLUMN notified_at timestamptz,
  -- Not told, at a store in a country of which nobody untold is shown. Whoever owns the contact still reads it.
  ADD COLUMN withheld boolean NOT NULL DEFAULT false;
CREATE INDEX contacts_withheld ON contacts (contact_id) WHERE withheld;

CREATE TABLE withheld_countries (country text PRIMARY KEY CHECK (country ~ '^[A-Z]{2}$'));
COMMENT ON TABLE withheld_countries IS 'Owner: src/catalog';
