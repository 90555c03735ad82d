-- Reveal jobs of people who are named by an address, a profile, or their name and store. Owner of the table: src/jobs
--
-- The contact that was found for a person. It is stored before it is paid for, so that a runner that takes over pays for the same
-- one. `input` of such an item is sealed: it may hold an address.
ALTER TABLE job_items ADD COLUMN contact_id text;
