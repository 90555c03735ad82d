-- The sandbox payment provider sells yearly plans, changes of plan and credit packs, and keeps invoices. Owner: src/billing.
ALTER TABLE sandbox_subscriptions
  ADD COLUMN interval text NOT NULL DEFAULT 'month' CHECK (interval IN ('month', 'year')),
  ADD COLUMN scheduled_plan_id text,
  ADD COLUMN scheduled_interval text CHECK (scheduled_interval IN ('month', 'year'));

CREATE TABLE sandbox_invoices (
  invoice_id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES sandbox_customers,
  subscription_id text,
  plan_id text,
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('open', 'paid', 'void')),
  amount integer NOT NULL CHECK (amount >= 0),
  amount_refunded integer NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
  currency text NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- {packId, credits, validMonths} of a one-off purchase.
  pack jsonb
);
CREATE INDEX sandbox_invoices_by_account ON sandbox_invoices (account_id, created_at);

ALTER TABLE sandbox_visits
  ADD COLUMN interval text NOT NULL DEFAULT 'month' CHECK (interval IN ('month', 'year')),
  ADD COLUMN pack_id text,
  DROP CONSTRAINT sandbox_visits_page_check,
  ADD CONSTRAINT sandbox_visits_page_check CHECK (page IN ('checkout', 'portal', 'top-up'));
