-- Owner: src/usage. How many requests the last count let through: the statement that counts reads it back, since
-- before PostgreSQL 18 an UPDATE can't return what a row held before it.
ALTER TABLE request_counters ADD COLUMN granted integer NOT NULL DEFAULT 0 CHECK (granted >= 0);
