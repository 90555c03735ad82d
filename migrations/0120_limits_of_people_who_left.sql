-- Owner: src/members. A limit that binds a person, because an owner set it or because they were an admin, outlives their
-- membership: whoever removes them and invites them again, without being an owner, does not lift it.
CREATE TABLE kept_member_limits (
  account_id text NOT NULL REFERENCES accounts,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  credit_limit integer NOT NULL CHECK (credit_limit >= 0),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX kept_member_limits_by_user ON kept_member_limits (user_id);
