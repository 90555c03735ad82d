-- Owner: src/collections. What people who left an account had kept to themselves there: nobody could see or delete it, and it counted
-- towards what the account may have. Since this release it ends with the membership. Watches of these lists end with them (src/watches).
DELETE FROM watches w USING contact_lists l
WHERE l.account_id = w.account_id AND NOT l.shared AND w.created_by = l.created_by
  AND w.query->'query'->'store'->>'list_id' = l.list_id
  AND NOT EXISTS (SELECT FROM members m WHERE m.account_id = l.account_id AND m.user_id = l.created_by);

DELETE FROM contact_lists l
WHERE NOT l.shared AND NOT EXISTS (SELECT FROM members m WHERE m.account_id = l.account_id AND m.user_id = l.created_by);
