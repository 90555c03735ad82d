-- Windows of their own for people in the web application. Owner: src/metering.
-- A member's window is a counter named `web:` and the user's id, made by their first request. Nodes of the release before
-- neither make nor read such counters, and count web searches as they did.

ALTER TABLE request_counters DROP CONSTRAINT request_counters_meter_check;
ALTER TABLE request_counters ADD CONSTRAINT request_counters_meter_check
  CHECK (meter IN ('request', 'own', 'billing', 'session') OR meter LIKE 'web:%') NOT VALID;

ALTER TABLE search_row_counters
  ADD COLUMN web_period_start timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN web_rows_used integer NOT NULL DEFAULT 0 CHECK (web_rows_used >= 0);
