-- Request and search-row counters. Owner: src/usage.
-- One row per account and meter, made with the account, so that counting is always an update of a row that is there.

CREATE TABLE request_counters (
  account_id text NOT NULL,
  meter text NOT NULL CHECK (meter IN ('request', 'own', 'billing', 'session')),
  -- Fixed windows as whole numbers since the epoch: the clock minute and the UTC day.
  minute bigint NOT NULL DEFAULT 0,
  minute_used integer NOT NULL DEFAULT 0 CHECK (minute_used >= 0),
  day bigint NOT NULL DEFAULT 0,
  day_used integer NOT NULL DEFAULT 0 CHECK (day_used >= 0),
  PRIMARY KEY (account_id, meter)
) WITH (fillfactor = 50);

CREATE TABLE search_row_counters (
  account_id text PRIMARY KEY,
  period_start timestamptz NOT NULL DEFAULT '-infinity',
  rows_used integer NOT NULL DEFAULT 0 CHECK (rows_used >= 0)
) WITH (fillfactor = 50);
