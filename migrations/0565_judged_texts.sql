-- Up to which contact a walk after the upgrade has looked for the contact's own channels in its texts: earlier releases judged a text by
-- the channels of its own line alone. '~': all of them. Owner: src/catalog.
ALTER TABLE catalogue_state ADD COLUMN texts_judged_to text NOT NULL DEFAULT '';
UPDATE catalogue_state SET texts_judged_to = '~' WHERE NOT EXISTS (SELECT FROM contacts);
