-- Finds the jobs that named a person who is erased. Owner: src/jobs.
CREATE INDEX job_items_by_contact ON job_items (contact_id) WHERE contact_id IS NOT NULL;
