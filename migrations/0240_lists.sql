-- Lists of contacts, revealed or not, and of stores, for people and credentials alike. Owner: src/collections.
--
-- The tables keep their names, because nodes of the release before go on using them: contact_lists holds lists of both kinds,
-- contact_list_items the items of those of contacts. created_by is a person or a key.

ALTER TABLE contact_lists ADD COLUMN kind text NOT NULL DEFAULT 'contacts' CHECK (kind IN ('contacts', 'stores'));
CREATE INDEX contact_list_items_by_age ON contact_list_items (account_id, list_id, added_at, contact_id);

CREATE TABLE store_list_items (
  account_id text NOT NULL,
  list_id text NOT NULL,
  store_id text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, list_id, store_id),
  FOREIGN KEY (account_id, list_id) REFERENCES contact_lists ON DELETE CASCADE
);
COMMENT ON TABLE store_list_items IS 'Owner: src/collections';
CREATE INDEX store_list_items_by_age ON store_list_items (account_id, list_id, added_at, store_id);
