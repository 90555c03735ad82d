-- What the payment provider says about each customer, as we saw it. Owner: src/billing.

-- One row a customer at the provider. Its row lock makes looks at one customer take turns when they are stored.
CREATE TABLE billing_customers (
  customer_id text PRIMARY KEY,
  -- How many looks have begun. A look takes the next number before it asks the provider; a later number wins.
  looks bigint NOT NULL DEFAULT 0,
  -- Brand, last digits and expiry of the card on file, for the billing page. Nothing else of it is kept.
  card jsonb,
  next_look_at timestamptz NOT NULL DEFAULT '-infinity'
);
CREATE INDEX billing_customers_due ON billing_customers (next_look_at);

-- Whose customer it is. Usually one account's; a subscription of the same customer may name another. No foreign key to
-- accounts: checking it would lock the account before its balance, and two looks would wait for each other.
CREATE TABLE billing_customer_accounts (
  account_id text NOT NULL,
  customer_id text NOT NULL REFERENCES billing_customers,
  PRIMARY KEY (account_id, customer_id)
);

-- Append-only: a row for each look that showed something new. An account's plan state follows from the newest ones.
CREATE TABLE billing_snapshots (
  customer_id text NOT NULL REFERENCES billing_customers,
  look bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  snapshot jsonb NOT NULL,
  PRIMARY KEY (customer_id, look)
);
REVOKE UPDATE, DELETE, TRUNCATE ON billing_snapshots FROM CURRENT_USER;

-- Each thing that billing did to the ledger because of a purchase, a change of plan or a refund: done once, counted here.
CREATE TABLE billing_effects (
  account_id text NOT NULL REFERENCES accounts,
  -- pack:<invoice>, upgrade:<period start>, refund:<invoice>
  effect text NOT NULL,
  -- Credits in all, so far. A refund may grow; what was taken before is not taken again.
  credits integer NOT NULL CHECK (credits >= 0),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, effect)
);

-- What the owner allows to be bought without asking. Owner: src/billing.
CREATE TABLE billing_auto_top_ups (
  account_id text PRIMARY KEY REFERENCES accounts,
  enabled boolean NOT NULL,
  pack_id text NOT NULL,
  -- Bought when fewer credits than this are left.
  threshold integer NOT NULL CHECK (threshold > 0),
  monthly_credit_ceiling integer NOT NULL CHECK (monthly_credit_ceiling > 0),
  -- After a declined charge nothing is tried before this.
  not_before timestamptz
);
CREATE TABLE billing_auto_purchases (
  account_id text NOT NULL REFERENCES accounts,
  purchase_id text NOT NULL,
  credits integer NOT NULL CHECK (credits > 0),
  -- The calendar month (UTC) whose ceiling it counts towards.
  month date NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'paid', 'declined')),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, purchase_id)
);

-- Who has had a trial: keyed hashes of folded email addresses and of card fingerprints, never the values. Owner: src/billing.
CREATE TABLE trial_claims (
  kind text NOT NULL CHECK (kind IN ('email', 'card')),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  account_id text NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (kind, hash)
);
CREATE INDEX trial_claims_by_account ON trial_claims (account_id);

-- Whether a subscription's trial counts as one here, decided once. Owner: src/billing.
CREATE TABLE billing_trials (
  subscription_id text PRIMARY KEY,
  account_id text NOT NULL,
  is_granted boolean NOT NULL,
  decided_at timestamptz NOT NULL
);
CREATE INDEX billing_trials_by_account ON billing_trials (account_id);

-- Which plan a price of the provider stands for, as of the first time we saw it. A lookup key may move to another price
-- later; what was bought stays what it was. Owner: src/billing.
CREATE TABLE billing_prices (
  price_id text PRIMARY KEY,
  plan_id text NOT NULL,
  interval text NOT NULL CHECK (interval IN ('month', 'year')),
  seen_at timestamptz NOT NULL
);
