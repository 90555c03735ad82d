-- Owner: src/access. A limit that an owner or admin set on a member's connection binds that member, so it is remembered
-- who set it. NULL: nobody but the member.
ALTER TABLE oauth_consents ADD COLUMN limit_set_by text;
-- Disconnecting empties a consent and keeps the row: its limit, and under its id what it spent this month, outlive it.
COMMENT ON COLUMN oauth_consents.scopes IS 'What the person granted last; empty once they disconnected.';
COMMENT ON COLUMN oauth_consents.created_at IS 'Since when it is connected: what was issued before opens nothing.';
