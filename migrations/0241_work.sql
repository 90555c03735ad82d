-- What an account works on: status, owner, tags and a note of contacts and stores, and who changed what. Owner: src/work.

CREATE TABLE work (
  account_id text NOT NULL,
  -- A contact or a store.
  item_id text NOT NULL,
  status text CHECK (status IN ('new', 'contacted', 'replied', 'won', 'lost')),
  -- A member, for as long as they are one.
  owner_id text,
  tags text[] NOT NULL DEFAULT '{}',
  note text,
  changed_at timestamptz NOT NULL,
  changed_by text NOT NULL,
  PRIMARY KEY (account_id, item_id),
  CONSTRAINT work_of_mode CHECK (starts_with(account_id, 'acc_test_') = (split_part(item_id, '_', 2) = 'test'))
);
COMMENT ON TABLE work IS 'Owner: src/work';

CREATE TABLE work_history (
  account_id text NOT NULL,
  item_id text NOT NULL,
  change_id text NOT NULL,
  changed_at timestamptz NOT NULL,
  actor_type text NOT NULL,
  actor_id text NOT NULL,
  -- The fields that were changed, with what they became.
  changes jsonb NOT NULL,
  PRIMARY KEY (account_id, item_id, changed_at, change_id)
);
COMMENT ON TABLE work_history IS 'Owner: src/work';

-- Owner: src/collections
ALTER TABLE store_list_items ADD CONSTRAINT store_list_items_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(store_id, 'st_test_'));
