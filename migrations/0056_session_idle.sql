-- Owner: src/sign-in. A session ends after a time without use as well: expires_at is then the nearer of both ends, and
-- moves on with use. Sessions from before have the whole time left once.
UPDATE sessions SET expires_at = least(expires_at, now() + interval '14 days'), updated_at = now();
