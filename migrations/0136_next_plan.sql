-- A change of plan that waits for the end of the period. Owner: src/accounts.
--
-- The clock opens a month before anybody hears of it: with these it opens one of the right plan. Nodes of the release before
-- neither write nor read them.
ALTER TABLE accounts
  ADD COLUMN next_plan_id text,
  ADD COLUMN next_plan_at timestamptz,
  ADD CONSTRAINT accounts_next_plan CHECK ((next_plan_id IS NULL) = (next_plan_at IS NULL)) NOT VALID;
