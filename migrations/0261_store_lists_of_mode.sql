-- Test mode, for lists of stores. Owner: src/collections.
ALTER TABLE store_list_items ADD CONSTRAINT store_list_items_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(store_id, 'st_test_'));
