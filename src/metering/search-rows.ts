import type { Clock } from '../base/clock.ts'
import { isTestAccount } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** Rows that keys and integrations were given, and rows that people in the web application were: counted apart. */
export type RowCounter = 'api' | 'web'

const columnsOf: Record<RowCounter, { periodStart: Sql; rowsUsed: Sql }> = {
  api: { periodStart: sql`period_start`, rowsUsed: sql`rows_used` },
  web: { periodStart: sql`web_period_start`, rowsUsed: sql`web_rows_used` },
}

/**
 * A month that has not begun was opened while the database's clock was wrong, or by the test clock of a test account. Requests are
 * never late by more than moments.
 */
const hasBegun = (periodStart: Sql, now: Sql): Sql =>
  sql`(${periodStart} <= ${now} + interval '1 minute' OR ${isTestAccount(sql`account_id`)})`

/** Rows returned by searches in the usage month that starts at `periodStart`. A counter of an older month counts as zero. */
export async function readSearchRows(
  db: Db,
  { sql: now }: Clock,
  accountId: string,
  counter: RowCounter,
  periodStart: Date,
): Promise<number> {
  const columns = columnsOf[counter]
  const [row] = await db.query<{ used: number }>(sql`
    SELECT CASE WHEN ${columns.periodStart} >= ${periodStart} AND ${hasBegun(columns.periodStart, now)}
      THEN ${columns.rowsUsed} ELSE 0 END AS used
    FROM search_row_counters WHERE account_id = ${accountId}`)
  return row?.used ?? 0
}

export type TakenRows = {
  /** How many of the wanted rows may be returned. */
  granted: number
  /** How many were left before. */
  left: number
}

type LoneSearch = { from: Sql; where: Sql; accountId: Sql; periodStart: Sql; wanted: Sql; rowLimit: Sql }

/**
 * `grantSearchRows` for one search of the API that may have all the rows it wants: a single UPDATE, which costs a lone request a third
 * as much. It gives `granted (left)`, and no row, with nothing counted, where that is not so.
 */
export function takeSearchRows(now: Sql, search: LoneSearch): Sql {
  const { from, where, accountId, periodStart, wanted, rowLimit } = search
  const begun = hasBegun(sql`counter.period_start`, now)
  const used = sql`CASE WHEN counter.period_start >= ${periodStart} AND ${begun} THEN counter.rows_used ELSE 0 END`
  return sql`
  granted AS (
    UPDATE search_row_counters counter SET
      period_start = CASE WHEN ${begun} THEN greatest(counter.period_start, ${periodStart}) ELSE ${periodStart} END,
      rows_used = ${used} + ${wanted}
    FROM ${from}
    WHERE counter.account_id = ${accountId} AND ${where} AND ${used} + ${wanted} <= ${rowLimit}
    RETURNING ${rowLimit} - counter.rows_used + ${wanted} AS left
  )`
}

/**
 * A part of a statement that takes rows for several searches at once. It expects a table `asked (slot, account_id, is_web,
 * period_start, wanted, row_limit)` and gives `granted (slot, granted, left)`: to each up to `wanted` of what those before
 * it have left of its counter. Two searches at once can't both take the last ones. Rows are locked in the order of accounts.
 */
export const grantSearchRows = (now: Sql): Sql => sql`
  held AS MATERIALIZED (
    SELECT * FROM search_row_counters
    WHERE account_id = ANY (ARRAY(SELECT DISTINCT account_id FROM asked)) ORDER BY account_id FOR UPDATE
  ), lined_up AS (
    SELECT *, sum(wanted) OVER (PARTITION BY account_id, is_web ORDER BY slot) - wanted AS wanted_before,
      max(period_start) OVER (PARTITION BY account_id, is_web) AS newest_start
    FROM asked
  ), granted AS MATERIALIZED (
    SELECT slot, account_id, is_web, used.period_start, used.rows,
      greatest(0, least(wanted, row_limit - used.rows - wanted_before))::int AS granted,
      greatest(0, row_limit - used.rows - wanted_before)::int AS left
    FROM lined_up JOIN held USING (account_id),
      LATERAL (
        SELECT CASE WHEN is_web THEN held.web_period_start ELSE held.period_start END AS since,
          CASE WHEN is_web THEN held.web_rows_used ELSE held.rows_used END AS rows
      ) AS counter,
      LATERAL (
        SELECT CASE WHEN ${hasBegun(sql`counter.since`, now)} THEN greatest(counter.since, newest_start) ELSE newest_start END AS period_start,
          CASE WHEN counter.since >= newest_start AND ${hasBegun(sql`counter.since`, now)} THEN counter.rows ELSE 0 END AS rows
      ) AS used
  ), taken AS (
    SELECT account_id, max(period_start) FILTER (WHERE NOT is_web) AS period_start,
      max(period_start) FILTER (WHERE is_web) AS web_period_start,
      (max(rows) FILTER (WHERE NOT is_web) + sum(granted) FILTER (WHERE NOT is_web))::int AS rows_used,
      (max(rows) FILTER (WHERE is_web) + sum(granted) FILTER (WHERE is_web))::int AS web_rows_used
    FROM granted WHERE granted > 0 GROUP BY account_id
  ), counted AS (
    UPDATE search_row_counters counter SET
      period_start = coalesce(taken.period_start, counter.period_start),
      rows_used = coalesce(taken.rows_used, counter.rows_used),
      web_period_start = coalesce(taken.web_period_start, counter.web_period_start),
      web_rows_used = coalesce(taken.web_rows_used, counter.web_rows_used)
    FROM taken WHERE counter.account_id = taken.account_id
  )`
