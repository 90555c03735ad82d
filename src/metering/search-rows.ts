import type { Db } from '../db/database.ts'
import { prepared, type Sql, sql } from '../db/sql.ts'

/** Rows that keys and integrations were given, and rows that people in the web application were: counted apart. */
export type RowCounter = 'api' | 'web'

const columnsOf: Record<RowCounter, { periodStart: Sql; rowsUsed: Sql }> = {
  api: { periodStart: sql`period_start`, rowsUsed: sql`rows_used` },
  web: { periodStart: sql`web_period_start`, rowsUsed: sql`web_rows_used` },
}

/** Rows returned by searches in the usage month that starts at `periodStart`. A counter of an older month counts as zero. */
export async function readSearchRows(
  db: Db,
  accountId: string,
  counter: RowCounter,
  periodStart: Date,
): Promise<number> {
  const columns = columnsOf[counter]
  const [row] = await db.query<{ used: number }>(sql`
    SELECT CASE WHEN ${columns.periodStart} >= ${periodStart} THEN ${columns.rowsUsed} ELSE 0 END AS used
    FROM search_row_counters WHERE account_id = ${accountId}`)
  return row?.used ?? 0
}

export type TakenRows = {
  /** How many of the wanted rows may be returned. */
  granted: number
  /** How many were left before. */
  left: number
}

/**
 * Takes up to `wanted` rows of what is left, in one statement: two searches at once can't both take the last ones.
 * Takes nothing and answers null unless `onlyIf` holds at that moment.
 */
export async function takeSearchRows(
  db: Db,
  accountId: string,
  periodStart: Date,
  { wanted, limit, counter, onlyIf }: { wanted: number; limit: number; counter: RowCounter; onlyIf: Sql },
): Promise<TakenRows | null> {
  const columns = columnsOf[counter]
  const [row] = await db.query<TakenRows>(
    prepared(
      `take_${counter}_search_rows`,
      sql`
      WITH held AS MATERIALIZED (
        SELECT account_id, greatest(${columns.periodStart}, ${periodStart}) AS period_start,
          CASE WHEN ${columns.periodStart} >= ${periodStart} THEN ${columns.rowsUsed} ELSE 0 END AS used
        FROM search_row_counters WHERE account_id = ${accountId} AND ${onlyIf} FOR UPDATE
      ), granted AS (
        SELECT *, greatest(0, least(${wanted}::int, ${limit}::int - used)) AS granted FROM held
      ), counted AS (
        UPDATE search_row_counters c SET ${columns.periodStart} = g.period_start, ${columns.rowsUsed} = g.used + g.granted
        FROM granted g WHERE c.account_id = g.account_id AND g.granted > 0
      )
      -- Like the request counters, these may be lost with a crashed machine.
      SELECT granted, greatest(0, ${limit}::int - used) AS left, set_config('synchronous_commit', 'off', true)
      FROM granted`,
    ),
  )
  return row ? { granted: row.granted, left: row.left } : null
}

/** For rows that were taken and then could not be shown. A month that has begun since owes nothing for the one before. */
export async function giveSearchRowsBack(
  db: Db,
  accountId: string,
  counter: RowCounter,
  { periodStart, rows }: { periodStart: Date; rows: number },
): Promise<void> {
  const columns = columnsOf[counter]
  await db.query(sql`
    UPDATE search_row_counters SET ${columns.rowsUsed} = greatest(0, ${columns.rowsUsed} - ${rows}::int)
    WHERE account_id = ${accountId} AND ${columns.periodStart} = ${periodStart}`)
}
