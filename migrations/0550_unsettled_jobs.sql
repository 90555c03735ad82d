-- A paused job whose runner died is settled, too, as a cancelled one is.
DROP INDEX jobs_unsettled;
CREATE INDEX jobs_unsettled ON jobs (created_at) WHERE status IN ('cancelled', 'stopped') AND lease IS NOT NULL;
