-- Test accounts that were started over are removed. Owner: src/accounts.
--
-- As in 0057: the serving role can't delete from append-only tables by itself. This is one lawful act on them: only a test account, and
-- only one that is closed, has nothing left afterwards. Tables are found by their column, so that none is forgotten.
CREATE FUNCTION forget_test_account(closed_account text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  owned record;
  customers text[];
BEGIN
  PERFORM FROM public.accounts
    WHERE account_id = closed_account AND starts_with(account_id, 'acc_test_') AND closed_at IS NOT NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % is not a closed test account', closed_account USING ERRCODE = 'check_violation';
  END IF;
  PERFORM pg_advisory_xact_lock(7305120832);
  -- UPDATE, too: when the account goes, PostgreSQL looks for rows that refer to it, and locks them.
  GRANT UPDATE, DELETE ON public.credit_entries, public.reveals, public.billing_facts, public.billing_snapshots, public.plan_history,
    public.audit_entries TO CURRENT_USER;
  customers := ARRAY(SELECT customer_id FROM public.billing_customer_accounts
    WHERE account_id = closed_account AND starts_with(customer_id, 'cus_test_'));
  -- What refers to another of these tables goes before it.
  FOR owned IN
    SELECT c.oid::regclass AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND attname = 'account_id' AND NOT attisdropped
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND c.oid <> 'public.accounts'::regclass
    ORDER BY (SELECT count(*) FROM pg_constraint f
      WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> 'public.accounts'::regclass) DESC, relname
  LOOP
    EXECUTE format('DELETE FROM %s WHERE account_id = $1', owned.name) USING closed_account;
  END LOOP;
  DELETE FROM public.billing_snapshots WHERE customer_id = ANY(customers);
  DELETE FROM public.billing_customers WHERE customer_id = ANY(customers);
  DELETE FROM public.stripe_simulator_visits WHERE customer_id = ANY(customers);
  DELETE FROM public.stripe_simulator_customers WHERE customer_id = ANY(customers);
  DELETE FROM public.accounts WHERE account_id = closed_account;
  REVOKE UPDATE, DELETE ON public.credit_entries, public.reveals, public.billing_facts, public.billing_snapshots, public.plan_history,
    public.audit_entries FROM CURRENT_USER;
END $$;
REVOKE EXECUTE ON FUNCTION forget_test_account FROM PUBLIC;

-- Those that live in a time of their own are looked at by themselves.
CREATE INDEX accounts_clock_moved ON accounts (account_id) WHERE clock_ahead_seconds > 0 AND closed_at IS NULL;

-- Exclusions of test mode match the synthetic catalogue and nothing else. Owner: src/catalog
DELETE FROM excluded_stores WHERE starts_with(account_id, 'acc_test_') <> starts_with(store_id, 'st_test_');
DELETE FROM excluded_contacts WHERE starts_with(account_id, 'acc_test_') <> starts_with(contact_id, 'ct_test_');
ALTER TABLE excluded_stores ADD CONSTRAINT excluded_stores_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(store_id, 'st_test_'));
ALTER TABLE excluded_contacts ADD CONSTRAINT excluded_contacts_of_mode
  CHECK (starts_with(account_id, 'acc_test_') = starts_with(contact_id, 'ct_test_'));
