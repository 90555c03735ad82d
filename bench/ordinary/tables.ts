import pg from 'pg'
import { rawSql } from '../../src/base/sql.ts'
import type { Database } from '../../src/db/database.ts'

/**
 * Tables of its own with the rows that ours have, so that nothing of our schema holds it back: only the columns it needs, one key
 * each, no triggers. Accounts, keys and balances are copied from ours; contacts and stores are read where they are.
 */
const statements = [
  'CREATE SCHEMA ordinary',
  `CREATE TABLE ordinary.accounts (account_id text PRIMARY KEY, status text NOT NULL, access_ends_at timestamptz,
     requests_per_minute integer NOT NULL, requests_per_day integer NOT NULL, search_rows_per_month integer NOT NULL)`,
  `INSERT INTO ordinary.accounts
   SELECT account_id, status, access_ends_at, requests_per_minute, requests_per_day, search_rows_per_month FROM accounts`,
  `CREATE TABLE ordinary.api_keys (secret_hash bytea PRIMARY KEY, key_id text NOT NULL, account_id text NOT NULL, name text NOT NULL,
     scopes text[] NOT NULL, credit_limit integer, expires_at timestamptz, revoked_at timestamptz)`,
  `INSERT INTO ordinary.api_keys
   SELECT secret_hash, key_id, account_id, name, scopes, credit_limit, expires_at, revoked_at FROM api_keys`,
  `CREATE TABLE ordinary.request_counters (account_id text PRIMARY KEY, minute bigint NOT NULL DEFAULT 0,
     minute_used integer NOT NULL DEFAULT 0, day bigint NOT NULL DEFAULT 0, day_used integer NOT NULL DEFAULT 0) WITH (fillfactor = 50)`,
  'INSERT INTO ordinary.request_counters (account_id) SELECT account_id FROM accounts',
  `CREATE TABLE ordinary.search_row_counters (account_id text PRIMARY KEY, rows_used integer NOT NULL DEFAULT 0)
     WITH (fillfactor = 50)`,
  'INSERT INTO ordinary.search_row_counters (account_id) SELECT account_id FROM accounts',
  `CREATE TABLE ordinary.credit_balances (account_id text PRIMARY KEY, balance integer NOT NULL CHECK (balance >= 0),
     period_start timestamptz NOT NULL, last_seq bigint NOT NULL) WITH (fillfactor = 50)`,
  `INSERT INTO ordinary.credit_balances SELECT account_id, balance, period_start, last_seq FROM credit_balances`,
  `CREATE TABLE ordinary.credit_lots (account_id text, lot_seq bigint, expires_at timestamptz, PRIMARY KEY (account_id, lot_seq))`,
  `INSERT INTO ordinary.credit_lots SELECT account_id, last_seq, period_end FROM credit_balances`,
  `CREATE TABLE ordinary.credit_entries (account_id text, seq bigint, entry_id text NOT NULL, kind text NOT NULL,
     amount integer NOT NULL, balance_after integer NOT NULL CHECK (balance_after >= 0), actor_id text NOT NULL, actor_name text NOT NULL,
     contact_ids text[] NOT NULL, request_id text NOT NULL, lot_seq bigint, period_start timestamptz NOT NULL,
     created_at timestamptz NOT NULL, PRIMARY KEY (account_id, seq))`,
  `CREATE TABLE ordinary.reveals (account_id text, contact_id text, entry_seq bigint NOT NULL, revealed_at timestamptz NOT NULL,
     PRIMARY KEY (account_id, contact_id))`,
  `CREATE TABLE ordinary.actor_spends (account_id text, actor_id text, period_start timestamptz, spent integer NOT NULL,
     PRIMARY KEY (account_id, actor_id, period_start)) WITH (fillfactor = 50)`,
  `CREATE TABLE ordinary.idempotency_keys (account_id text, idempotency_key text, request jsonb NOT NULL, reply jsonb NOT NULL,
     created_at timestamptz NOT NULL, PRIMARY KEY (account_id, idempotency_key))`,
  'ANALYZE ordinary.accounts, ordinary.api_keys, ordinary.request_counters, ordinary.credit_balances, ordinary.credit_lots',
]

export async function createOrdinaryTables(database: Database): Promise<void> {
  for (const statement of statements) await database.query(rawSql(statement))
}

/** More connections than cores, so that none is idle while another waits for the disk. */
export const openPool = (url: string): pg.Pool => new pg.Pool({ connectionString: url, max: 32 })
