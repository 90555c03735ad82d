-- Watches: news of saved searches and lists. Owner: src/watches.

CREATE TABLE watches (
  account_id text NOT NULL,
  watch_id text NOT NULL,
  -- What is watched: one of the two.
  saved_search_id text,
  list_id text,
  mail text NOT NULL DEFAULT 'off' CHECK (mail IN ('off', 'daily', 'weekly')),
  events boolean NOT NULL DEFAULT true,
  add_to_list_id text,
  -- The list of stores that its maker follows one by one.
  follows_stores boolean NOT NULL DEFAULT false,
  -- A person or a key.
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The version of the catalogue up to which changed stores were judged.
  judged_version bigint NOT NULL,
  -- The query that the known items belong to. NULL for a list.
  query jsonb,
  -- The number of the newest match, and of the newest that a mail told.
  last_match bigint NOT NULL DEFAULT 0,
  mailed_match bigint NOT NULL DEFAULT 0,
  mailed_at timestamptz,
  PRIMARY KEY (account_id, watch_id),
  FOREIGN KEY (account_id, saved_search_id) REFERENCES saved_searches ON DELETE CASCADE,
  FOREIGN KEY (account_id, list_id) REFERENCES contact_lists ON DELETE CASCADE,
  FOREIGN KEY (account_id, add_to_list_id) REFERENCES contact_lists ON DELETE SET NULL (add_to_list_id),
  CHECK ((saved_search_id IS NULL) <> (list_id IS NULL))
);
COMMENT ON TABLE watches IS 'Owner: src/watches';
CREATE INDEX watches_by_version ON watches (judged_version);
CREATE UNIQUE INDEX watches_of_followers ON watches (account_id, created_by) WHERE follows_stores;
CREATE INDEX watches_to_mail ON watches (account_id) WHERE mail <> 'off' AND last_match > mailed_match;

-- What a watch has told.
CREATE TABLE watch_matches (
  account_id text NOT NULL,
  watch_id text NOT NULL,
  match bigint NOT NULL,
  -- A contact or a store.
  item_id text NOT NULL,
  -- The changes of the store that it is told for: [{type, value, observed_at}].
  changes jsonb NOT NULL,
  matched_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, watch_id, match),
  FOREIGN KEY (account_id, watch_id) REFERENCES watches ON DELETE CASCADE,
  CONSTRAINT watch_matches_of_mode CHECK (starts_with(account_id, 'acc_test_') = (split_part(item_id, '_', 2) = 'test'))
);
COMMENT ON TABLE watch_matches IS 'Owner: src/watches';
CREATE INDEX watch_matches_by_age ON watch_matches USING brin (matched_at) WITH (pages_per_range = 32);

-- What a watch knows and does not tell again: eight bytes of a hash for each item, and for each item with a change, by the first byte.
CREATE TABLE watch_known (
  account_id text NOT NULL,
  watch_id text NOT NULL,
  bucket smallint NOT NULL,
  hashes bytea NOT NULL CHECK (length(hashes) % 8 = 0),
  PRIMARY KEY (account_id, watch_id, bucket),
  FOREIGN KEY (account_id, watch_id) REFERENCES watches ON DELETE CASCADE
);
COMMENT ON TABLE watch_known IS 'Owner: src/watches';

-- How far somebody has looked at the matches.
CREATE TABLE watch_visits (
  account_id text NOT NULL,
  watch_id text NOT NULL,
  -- A person or a key.
  visitor_id text NOT NULL,
  seen_match bigint NOT NULL,
  PRIMARY KEY (account_id, watch_id, visitor_id),
  FOREIGN KEY (account_id, watch_id) REFERENCES watches ON DELETE CASCADE
);
COMMENT ON TABLE watch_visits IS 'Owner: src/watches';

-- Owner: src/catalog. When a change became known to customers, whenever it was observed. NULL of changes that an undo brought back from before.
ALTER TABLE store_changes ADD COLUMN recorded_at timestamptz DEFAULT now();
