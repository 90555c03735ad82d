-- Every account has a counter for its events from the day it is made, so that numbering them is one UPDATE. Owner: src/events.
INSERT INTO event_sequences (account_id, last)
SELECT account_id, 0 FROM credit_balances ON CONFLICT DO NOTHING;
