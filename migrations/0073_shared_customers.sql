-- Two subscriptions of one customer may name two accounts, for example after a merger: each is settled by its own. Owner: src/accounts.
ALTER TABLE accounts DROP CONSTRAINT IF EXISTS accounts_customer_id_key;
