-- Owner: src/credits. A connection spends for a member, and what it spends counts towards the limits of both.
ALTER TABLE credit_entries ADD COLUMN member_id text;
COMMENT ON COLUMN credit_entries.member_id IS 'The member behind a connection; NULL when the actor is no connection.';
