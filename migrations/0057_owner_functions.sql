-- Owner: src/db. What the serving role may do to append-only tables and can't do by itself: it owns no table (src/db/roles.ts).
-- Each function is one lawful act and checks that it is one. They run as the role that owns the tables, which holds the
-- right for the time of the act alone; the lock keeps two of them, and earlier releases, from changing one privilege at once.

-- Retention of the audit log. The period is enforced here: nobody who may only call this can delete a younger entry.
CREATE FUNCTION forget_old_audit_entries(most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  deleted integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7305120832);
  GRANT DELETE ON public.audit_entries TO CURRENT_USER;
  DELETE FROM public.audit_entries WHERE seq = ANY(ARRAY(
    SELECT seq FROM public.audit_entries WHERE created_at < now() - interval '400 days'
    ORDER BY created_at LIMIT least(most, 10000)));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  REVOKE DELETE ON public.audit_entries FROM CURRENT_USER;
  RETURN deleted;
END $$;

-- The end of "account erase": names go, amounts and ids stay. Only for an account that has no access, no people and no keys
-- any more, and only names of people who are deleted. The entries that say so stay, and one more is written.
CREATE FUNCTION forget_account(erased_account text, erased_people text[], entry_id text, operator_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM FROM public.accounts WHERE account_id = erased_account AND status NOT IN ('trialing', 'active', 'past_due') FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % does not exist or still has access', erased_account USING ERRCODE = 'check_violation';
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

-- After an import, readers plan with fresh statistics. Before PostgreSQL 17 only an owner may collect them.
CREATE FUNCTION analyze_catalogue() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  ANALYZE public.stores, public.contacts, public.import_sightings;
END $$;

REVOKE EXECUTE ON FUNCTION forget_old_audit_entries, forget_account, analyze_catalogue FROM PUBLIC;
