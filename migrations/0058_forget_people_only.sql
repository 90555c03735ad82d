-- Owner: src/db. "forget_account" (0057) took any id as a person's: with those of keys or of the operator, the serving role
-- could have taken names and addresses out of other accounts' logs. It now takes ids of people alone.
CREATE OR REPLACE FUNCTION forget_account(erased_account text, erased_people text[], entry_id text, operator_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.accounts WHERE account_id = erased_account AND status NOT IN ('trialing', 'active', 'past_due') FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % does not exist or still has access', erased_account USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM unnest(erased_people) AS person WHERE person IS NULL OR person !~ '^usr_[A-Za-z0-9]{16,}$') THEN
    RAISE EXCEPTION 'only people can be forgotten' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM public.members WHERE account_id = erased_account)
    OR EXISTS (SELECT FROM public.api_keys WHERE account_id = erased_account)
    OR EXISTS (SELECT FROM public.users WHERE id = ANY(erased_people))
  THEN
    RAISE EXCEPTION 'people or keys of account % are still there', erased_account USING ERRCODE = 'check_violation';
  END IF;
  PERFORM pg_advisory_xact_lock(7305120832);
  GRANT UPDATE ON public.credit_entries TO CURRENT_USER;
  UPDATE public.credit_entries SET actor_name = NULL,
    reason = CASE WHEN account_id = erased_account AND door = 'operator' THEN NULL ELSE reason END
  WHERE account_id = erased_account OR actor_id = ANY(erased_people);
  REVOKE UPDATE ON public.credit_entries FROM CURRENT_USER;
  GRANT UPDATE, DELETE ON public.audit_entries TO CURRENT_USER;
  DELETE FROM public.audit_entries WHERE account_id = erased_account AND action <> 'account.erased';
  UPDATE public.audit_entries SET
    actor_name = CASE WHEN actor_id = ANY(erased_people) THEN NULL ELSE actor_name END,
    target_name = CASE WHEN target_id = ANY(erased_people) THEN NULL ELSE target_name END,
    address = NULL, user_agent = NULL
  WHERE actor_id = ANY(erased_people) OR target_id = ANY(erased_people);
  REVOKE UPDATE, DELETE ON public.audit_entries FROM CURRENT_USER;
  INSERT INTO public.audit_entries (entry_id, account_id, action, door, actor_type, actor_id, actor_name, created_at)
  VALUES (forget_account.entry_id, erased_account, 'account.erased', 'operator', 'operator', 'operator', operator_name, now());
END $$;
