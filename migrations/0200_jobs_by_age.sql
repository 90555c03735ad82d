-- Lists of jobs, newest first, and how many there are. Owner of the table: src/jobs
CREATE INDEX jobs_by_age ON jobs (account_id, created_at DESC, job_id DESC);
