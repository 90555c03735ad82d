import { rawSql, type Sql, sql } from './sql.ts'

/**
 * Where the time comes from. Facts are stamped by the database (`clock.sql` inside a statement), so nodes with skewed
 * clocks agree; the rest uses `now()`. Tests inject a clock that they move.
 */
export type Clock = { readonly sql: Sql; now(): Date }

export const systemClock: Clock = {
  // Not now(): that is the start of the transaction, which may have waited for a lock since.
  sql: rawSql('statement_timestamp()'),
  now: () => new Date(),
}

export function fixedClock(read: () => Date): Clock {
  return { sql: sql`${() => read()}::timestamptz`, now: read }
}
