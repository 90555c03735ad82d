-- What an account keeps for itself: saved searches, and lists of contacts it has revealed. Owner: src/collections.

CREATE TABLE saved_searches (
  account_id text NOT NULL,
  saved_search_id text NOT NULL,
  name text NOT NULL,
  searches text NOT NULL CHECK (searches IN ('contacts', 'stores')),
  -- The filters as the search operation takes them.
  query jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, saved_search_id)
);

CREATE TABLE contact_lists (
  account_id text NOT NULL,
  list_id text NOT NULL,
  name text NOT NULL,
  -- Seen by its maker alone, or by every member of the account.
  shared boolean NOT NULL DEFAULT false,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, list_id)
);

CREATE TABLE contact_list_items (
  account_id text NOT NULL,
  list_id text NOT NULL,
  contact_id text NOT NULL,
  added_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, list_id, contact_id),
  FOREIGN KEY (account_id, list_id) REFERENCES contact_lists ON DELETE CASCADE
);
