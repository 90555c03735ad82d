-- Whether it is sent to an account that has lapsed or is suspended, too; NULL: of an earlier release, its event says so. The others of such an
-- account wait, and nobody looks through them meanwhile. Owner: src/webhooks.
ALTER TABLE webhook_deliveries ADD COLUMN even_without_access boolean;
CREATE INDEX webhook_deliveries_due_always ON webhook_deliveries (account_id, webhook_id, next_attempt_at)
  WHERE outcome = 'pending' AND even_without_access IS DISTINCT FROM false;
