-- Matches of searches that were held to a list, which not everybody sees: what is new to somebody is counted without them. Owner: src/watches.
CREATE INDEX watch_matches_of_lists ON watch_matches (account_id, watch_id, match) WHERE list_id IS NOT NULL;
