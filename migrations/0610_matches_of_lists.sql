-- Owner: src/watches. The list that the search was held to when it found the match: who may not see the list does not see the match.
-- NULL where there was none, and of watches of lists, which nobody sees who does not see the list.
ALTER TABLE watch_matches ADD COLUMN list_id text;

UPDATE watch_matches m SET list_id = w.query->'query'->'store'->>'list_id'
FROM watches w
WHERE w.account_id = m.account_id AND w.watch_id = m.watch_id AND w.query->'query'->'store' ? 'list_id';
