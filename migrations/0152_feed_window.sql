-- Reading events and managing webhooks are counted in a window of their own. Owner: src/metering.
ALTER TABLE request_counters DROP CONSTRAINT request_counters_meter_check;
ALTER TABLE request_counters ADD CONSTRAINT request_counters_meter_check
  CHECK (meter IN ('request', 'own', 'billing', 'session', 'feed') OR meter LIKE 'web:%') NOT VALID;
