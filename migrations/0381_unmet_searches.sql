-- What was searched for and not found, by words that several accounts used. Owner: src/reports.

-- Who asked for what within a month, as keyed hashes only, so that a word can be counted without being known. Deleted when the month
-- is over.
CREATE TABLE unmet_askers (
  month date NOT NULL,
  word_hash bytea NOT NULL,
  account_hash bytea NOT NULL,
  PRIMARY KEY (month, word_hash, account_hash)
);
COMMENT ON TABLE unmet_askers IS 'Owner: src/reports';

-- A word is written down when enough accounts have asked for it, not before.
CREATE TABLE unmet_words (
  month date NOT NULL,
  -- The filter, such as store.apps.
  filter text NOT NULL,
  word text NOT NULL CHECK (length(word) <= 60),
  accounts integer NOT NULL,
  PRIMARY KEY (month, filter, word)
);
COMMENT ON TABLE unmet_words IS 'Owner: src/reports';
