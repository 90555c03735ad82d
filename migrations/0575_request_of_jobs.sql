-- The request that made a job: a replay of it names the one that was answered first. Null: made before this was kept.
ALTER TABLE jobs ADD COLUMN request_id text;
