-- Mail has a text part and an HTML part, and there is more to tell. Owner: src/billing.
ALTER TABLE billing_notices
  ADD COLUMN html text,
  DROP CONSTRAINT billing_notices_kind_check,
  ADD CONSTRAINT billing_notices_kind_check CHECK (kind IN ('trial_ending', 'trial_ended', 'payment_failed', 'access_lapsed',
    'credits_80', 'credits_100', 'card_expiring', 'receipt', 'plan_changed', 'auto_top_up_declined'));
