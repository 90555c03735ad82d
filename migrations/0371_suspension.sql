-- An account that the operator has suspended: nobody gets in until it is lifted. Owner: src/accounts.
ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
ALTER TABLE accounts ADD COLUMN suspended_reason text;
ALTER TABLE accounts ADD CONSTRAINT accounts_suspended_for_a_reason CHECK ((suspended_at IS NULL) = (suspended_reason IS NULL));
