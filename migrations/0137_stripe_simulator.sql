-- The sandbox becomes a simulator of Stripe's API, and what it kept becomes the simulator's. Owner: src/billing.
--
-- A customer is one row: all that the simulator knows of them, in the form in which Stripe's API shows it. Times are seconds, with
-- a fraction where the sandbox had one, so that the months that it opened stay the same ones.

CREATE TABLE stripe_simulator_customers (
  customer_id text PRIMARY KEY,
  world jsonb NOT NULL,
  -- Everything in it that calls may name.
  object_ids text[] NOT NULL DEFAULT '{}',
  -- When something falls due next.
  due_at timestamptz
);
CREATE INDEX stripe_simulator_customers_by_object ON stripe_simulator_customers USING gin (object_ids);
CREATE INDEX stripe_simulator_customers_due ON stripe_simulator_customers (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE stripe_simulator_visits (
  -- The link in the address, and the cookie it is exchanged for: only their hashes.
  link_hash bytea PRIMARY KEY CHECK (length(link_hash) = 32),
  session_hash bytea UNIQUE CHECK (length(session_hash) = 32),
  page text NOT NULL CHECK (page IN ('checkout', 'portal', 'top-up')),
  customer_id text NOT NULL REFERENCES stripe_simulator_customers,
  checkout_id text NOT NULL,
  -- Of the link until it is used, then of the session.
  expires_at timestamptz NOT NULL
);
CREATE INDEX stripe_simulator_visits_by_age ON stripe_simulator_visits (expires_at);

ALTER TABLE sandbox_events RENAME TO stripe_simulator_events;
ALTER INDEX sandbox_events_waiting RENAME TO stripe_simulator_events_waiting;

WITH price AS (
  SELECT DISTINCT plan_id, interval, 'price_sandbox_' || plan_id || '_' || interval AS price_id
  FROM (
    SELECT plan_id, interval FROM sandbox_subscriptions
    UNION SELECT scheduled_plan_id, scheduled_interval FROM sandbox_subscriptions WHERE scheduled_plan_id IS NOT NULL
  ) sold
), subscription AS (
  SELECT s.account_id, s.subscription_id AS id, jsonb_build_object(
    'id', s.subscription_id, 'object', 'subscription', 'customer', c.customer_id,
    'status', CASE WHEN s.ended_at IS NOT NULL THEN 'canceled' WHEN s.open_invoice_id IS NOT NULL THEN 'past_due'
      WHEN s.period_end = s.trial_ends_at THEN 'trialing' ELSE 'active' END,
    'metadata', jsonb_build_object('account_id', s.account_id, 'plan_id', s.plan_id),
    'start_date', round(extract(epoch FROM s.started_at), 3), 'created', round(extract(epoch FROM s.started_at), 3),
    'billing_cycle_anchor', round(extract(epoch FROM s.billing_anchor), 3),
    'trial_start', CASE WHEN s.trial_ends_at IS NOT NULL THEN round(extract(epoch FROM s.started_at), 3) END,
    'trial_end', round(extract(epoch FROM s.trial_ends_at), 3),
    'cancel_at', NULL, 'cancel_at_period_end', s.cancel_at_period_end, 'canceled_at', NULL,
    'ended_at', round(extract(epoch FROM s.ended_at), 3), 'pause_collection', NULL,
    'collection_method', 'charge_automatically', 'days_until_due', NULL,
    'schedule', CASE WHEN s.scheduled_plan_id IS NOT NULL THEN 'sub_sched_' || s.subscription_id END,
    'default_payment_method', 'pm_' || c.customer_id, 'default_source', NULL,
    'latest_invoice', (SELECT invoice_id FROM sandbox_invoices i WHERE i.subscription_id = s.subscription_id
      ORDER BY created_at DESC, invoice_id LIMIT 1),
    'items', jsonb_build_object('object', 'list', 'data', jsonb_build_array(jsonb_build_object(
      'id', 'si_' || s.subscription_id, 'object', 'subscription_item',
      'price', jsonb_build_object('id', p.price_id, 'object', 'price', 'active', false, 'lookup_key', NULL, 'currency', 'usd',
        'nickname', s.plan_id, 'unit_amount', 0, 'recurring', jsonb_build_object('interval', s.interval, 'interval_count', 1),
        'metadata', '{}'::jsonb,
        'product', jsonb_build_object('id', 'prod_' || s.plan_id, 'object', 'product',
          'metadata', jsonb_build_object('prospector_plan', s.plan_id))),
      'current_period_start', round(extract(epoch FROM s.period_start), 3),
      'current_period_end', round(extract(epoch FROM s.period_end), 3))))
  ) AS object, s.started_at, s.period_start, s.period_end, s.ended_at, s.scheduled_plan_id, s.scheduled_interval, p.price_id
  FROM sandbox_subscriptions s JOIN sandbox_customers c USING (account_id)
  JOIN price p ON p.plan_id = s.plan_id AND p.interval = s.interval
), invoice AS (
  SELECT i.account_id, i.invoice_id AS id, i.amount, i.amount_refunded, i.status, c.customer_id, jsonb_build_object(
    'id', i.invoice_id, 'object', 'invoice', 'customer', c.customer_id, 'status', i.status, 'billing_reason', 'manual',
    'created', round(extract(epoch FROM i.created_at), 3), 'currency', i.currency, 'total', i.amount,
    'amount_due', i.amount, 'amount_paid', CASE WHEN i.status = 'paid' THEN i.amount ELSE 0 END,
    'attempted', true, 'attempt_count', 4, 'collection_method', 'charge_automatically', 'due_date', NULL,
    'next_payment_attempt', NULL, 'number', 'SANDBOX-' || upper(right(i.invoice_id, 6)), 'description', i.description,
    'metadata', CASE WHEN i.pack IS NULL THEN '{}'::jsonb ELSE jsonb_build_object('account_id', i.account_id,
      'pack_id', i.pack->>'packId', 'pack_credits', i.pack->>'credits', 'pack_valid_months', i.pack->>'validMonths') END,
    'hosted_invoice_url', NULL, 'invoice_pdf', NULL,
    'parent', CASE WHEN i.subscription_id IS NOT NULL THEN jsonb_build_object('type', 'subscription_details',
      'subscription_details', jsonb_build_object('subscription', i.subscription_id,
        'metadata', jsonb_build_object('account_id', i.account_id))) END,
    'status_transitions', jsonb_build_object('finalized_at', round(extract(epoch FROM i.created_at), 3),
      'paid_at', round(extract(epoch FROM i.paid_at), 3), 'voided_at', NULL, 'marked_uncollectible_at', NULL),
    'lines', jsonb_build_object('object', 'list', 'data', jsonb_build_array(jsonb_build_object(
      'id', 'il_' || i.invoice_id, 'object', 'line_item', 'amount', i.amount, 'description', i.description,
      'period', jsonb_build_object('start', round(extract(epoch FROM i.period_start), 3),
        'end', round(extract(epoch FROM i.period_end), 3)),
      'pricing', CASE WHEN i.plan_id IS NOT NULL THEN jsonb_build_object('type', 'price_details', 'price_details',
        jsonb_build_object('price', 'price_sandbox_' || i.plan_id || '_' || coalesce(s.interval, 'month'),
          'product', 'prod')) END))),
    'payments', jsonb_build_object('object', 'list', 'data', CASE WHEN i.status = 'paid' AND i.amount > 0 THEN
      jsonb_build_array(jsonb_build_object('id', 'inpay_' || i.invoice_id, 'object', 'invoice_payment', 'status', 'paid',
        'payment', jsonb_build_object('type', 'payment_intent', 'payment_intent', 'pi_' || i.invoice_id)))
      ELSE '[]'::jsonb END)
  ) AS object, i.created_at
  FROM sandbox_invoices i JOIN sandbox_customers c USING (account_id)
  LEFT JOIN sandbox_subscriptions s ON s.subscription_id = i.subscription_id
), charge AS (
  SELECT account_id, 'ch_' || id AS id, 'pi_' || id AS intent, jsonb_build_object('id', 'ch_' || id, 'object', 'charge',
    'customer', customer_id, 'payment_intent', 'pi_' || id, 'amount', amount, 'amount_refunded', amount_refunded,
    'disputed', false) AS object, created_at
  FROM invoice WHERE status = 'paid' AND amount > 0
), schedule AS (
  SELECT account_id, 'sub_sched_' || id AS id, jsonb_build_object('id', 'sub_sched_' || id,
    'object', 'subscription_schedule', 'status', 'active', 'subscription', id, 'phases', jsonb_build_array(
      jsonb_build_object('start_date', round(extract(epoch FROM period_start), 3),
        'end_date', round(extract(epoch FROM period_end), 3),
        'items', jsonb_build_array(jsonb_build_object('price', price_id))),
      jsonb_build_object('start_date', round(extract(epoch FROM period_end), 3), 'end_date', NULL,
        'items', jsonb_build_array(jsonb_build_object('price',
          'price_sandbox_' || scheduled_plan_id || '_' || scheduled_interval))))) AS object
  FROM subscription WHERE scheduled_plan_id IS NOT NULL AND ended_at IS NULL
)
INSERT INTO stripe_simulator_customers (customer_id, world, object_ids, due_at)
SELECT c.customer_id, jsonb_build_object(
    'now', extract(epoch FROM now()), 'nextId', 0, 'idStem', replace(c.customer_id, 'cus_', '') || '_', 'answers', '[]'::jsonb,
    'customers', jsonb_build_array(jsonb_build_object('id', c.customer_id, 'object', 'customer', 'email', NULL,
      'name', NULL, 'metadata', jsonb_build_object('account_id', c.account_id), 'default_source', NULL,
      'invoice_settings', jsonb_build_object('default_payment_method', 'pm_' || c.customer_id))),
    'cards', jsonb_build_array(jsonb_build_object('id', 'pm_' || c.customer_id,
      'fingerprint', 'fp_' || c.customer_id, 'last4', c.card_last4, 'pays', c.card_pays)),
    'subscriptions', coalesce((SELECT jsonb_agg(object ORDER BY started_at) FROM subscription s WHERE s.account_id = c.account_id), '[]'),
    'invoices', coalesce((SELECT jsonb_agg(object ORDER BY created_at, id) FROM invoice i WHERE i.account_id = c.account_id), '[]'),
    'charges', coalesce((SELECT jsonb_agg(object ORDER BY created_at, id) FROM charge h WHERE h.account_id = c.account_id), '[]'),
    'schedules', coalesce((SELECT jsonb_agg(object) FROM schedule d WHERE d.account_id = c.account_id), '[]'),
    'disputes', '[]'::jsonb, 'sessions', '[]'::jsonb),
  ARRAY(SELECT id FROM subscription s WHERE s.account_id = c.account_id
    UNION ALL SELECT id FROM invoice i WHERE i.account_id = c.account_id
    UNION ALL SELECT unnest(ARRAY[id, intent]) FROM charge h WHERE h.account_id = c.account_id
    UNION ALL SELECT id FROM schedule d WHERE d.account_id = c.account_id),
  (SELECT min(period_end) FROM subscription s WHERE s.account_id = c.account_id AND s.ended_at IS NULL)
FROM sandbox_customers c;

DROP TABLE sandbox_visits, sandbox_invoices, sandbox_subscriptions, sandbox_customers;
