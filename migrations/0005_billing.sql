-- What the payment provider and the operator told us about each account's plan, and what was made of it. Owner: src/billing.

-- One row a subscription at the provider. Its row lock makes events of one subscription take turns, so that a payment
-- that arrives before the subscription it belongs to is never lost between two transactions.
CREATE TABLE billing_subscriptions (
  subscription_id text PRIMARY KEY,
  -- NULL until an event says whose it is. No foreign key: checking it would lock the account before its balance, and
  -- two events of one account would wait for each other.
  account_id text
);
CREATE INDEX billing_subscriptions_by_account ON billing_subscriptions (account_id);

-- Append-only. An account's plan state is a pure function of its facts, whatever order they came in.
CREATE TABLE billing_facts (
  -- The provider's event id: the same event twice is one fact.
  fact_id text PRIMARY KEY,
  subscription_id text REFERENCES billing_subscriptions,
  account_id text REFERENCES accounts,
  fact jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  CHECK ((subscription_id IS NULL) <> (account_id IS NULL))
);
CREATE INDEX billing_facts_by_subscription ON billing_facts (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX billing_facts_by_account ON billing_facts (account_id) WHERE account_id IS NOT NULL;

-- Each change of an account's plan state, with the fact that caused it.
CREATE TABLE plan_history (
  account_id text NOT NULL REFERENCES accounts,
  seq integer NOT NULL CHECK (seq > 0),
  fact_id text NOT NULL,
  changed_at timestamptz NOT NULL,
  status_before text NOT NULL,
  status_after text NOT NULL,
  plan_before text NOT NULL,
  plan_after text NOT NULL,
  period_anchor timestamptz,
  access_ends_at timestamptz,
  PRIMARY KEY (account_id, seq)
);

-- Mail to owners, written with the change it tells about and sent afterwards. The key makes each notice unique.
CREATE TABLE billing_notices (
  account_id text NOT NULL REFERENCES accounts,
  kind text NOT NULL CHECK (kind IN ('trial_ended', 'payment_failed', 'access_lapsed', 'credits_80', 'credits_100')),
  -- Which trial, failure, lapse or period it is about.
  about text NOT NULL,
  user_id text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (account_id, kind, about, user_id)
);
CREATE INDEX billing_notices_waiting ON billing_notices (next_attempt_at) WHERE sent_at IS NULL;

REVOKE UPDATE, DELETE, TRUNCATE ON billing_facts, plan_history FROM CURRENT_USER;

-- The sandbox payment provider's own books. Nothing else reads them: Prospector learns of them through signed events.
CREATE TABLE sandbox_customers (
  account_id text PRIMARY KEY REFERENCES accounts,
  customer_id text NOT NULL UNIQUE,
  card_last4 text NOT NULL,
  -- Whether a charge of this card succeeds.
  card_pays boolean NOT NULL
);

CREATE TABLE sandbox_subscriptions (
  subscription_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox_customers,
  plan_id text NOT NULL,
  started_at timestamptz NOT NULL,
  trial_ends_at timestamptz,
  -- What is paid for now: the trial, then month by month from its end.
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  billing_anchor timestamptz NOT NULL,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  open_invoice_id text,
  ended_at timestamptz
);
CREATE UNIQUE INDEX sandbox_one_live_subscription ON sandbox_subscriptions (account_id) WHERE ended_at IS NULL;

CREATE TABLE sandbox_visits (
  -- The link in the address, and the cookie it is exchanged for: only their hashes.
  link_hash bytea PRIMARY KEY CHECK (length(link_hash) = 32),
  session_hash bytea UNIQUE CHECK (length(session_hash) = 32),
  page text NOT NULL CHECK (page IN ('checkout', 'portal')),
  account_id text NOT NULL REFERENCES accounts,
  plan_id text NOT NULL,
  trial_days integer,
  -- Of the link until it is used, then of the session.
  expires_at timestamptz NOT NULL
);
CREATE INDEX sandbox_visits_by_age ON sandbox_visits (expires_at);

CREATE TABLE sandbox_events (
  event_id text PRIMARY KEY,
  payload text NOT NULL,
  created_at timestamptz NOT NULL,
  delivered_at timestamptz
);
CREATE INDEX sandbox_events_waiting ON sandbox_events (created_at) WHERE delivered_at IS NULL;
