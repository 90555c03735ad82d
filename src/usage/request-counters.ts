import type { Db } from '../db/database.ts'
import { type Sql, sql } from '../db/sql.ts'

/** What a request is counted as; `null` limits mean "not limited". */
export const meters = ['request', 'own', 'billing', 'session'] as const
export type Meter = (typeof meters)[number]

export type MeterLimits = { minute: number; day: number | null }

/** Windows of their own, the same for every account: contract section 4. */
export const fixedMeterLimits: Record<Exclude<Meter, 'request'>, MeterLimits> = {
  own: { minute: 120, day: null },
  billing: { minute: 30, day: null },
  session: { minute: 240, day: null },
}

export type WindowState = { limit: number; used: number; resetsAt: Date }
export type CounterState = { minute: WindowState; day: WindowState | null }

/** Called once, when an account is made: counting then never has to insert. */
export async function openCounters(db: Db, accountId: string): Promise<void> {
  await db.query(sql`
    WITH requests AS (
      INSERT INTO request_counters (account_id, meter) SELECT ${accountId}, unnest(${[...meters]}::text[])
    )
    INSERT INTO search_row_counters (account_id) VALUES (${accountId})`)
}

/**
 * The counting part of admission, as CTEs to stand behind one named `eligible (slot, account_id, meter, minute_limit,
 * day_limit)`. Rows are locked in ascending order and read as they are now, so any number of nodes counts exactly. The
 * CTE `counted` then has, per slot, whether it went through and what the windows held before it. Whoever is refused
 * writes nothing.
 */
export function countRequests(now: Sql): Sql {
  return sql`
    demand AS MATERIALIZED (
      SELECT account_id, meter, count(*)::int AS requests, min(minute_limit) AS minute_limit, min(day_limit) AS day_limit
      FROM eligible GROUP BY account_id, meter
    ),
    held AS MATERIALIZED (
      SELECT c.account_id, c.meter,
        greatest(c.minute, t.minute) AS minute, CASE WHEN c.minute >= t.minute THEN c.minute_used ELSE 0 END AS minute_used,
        greatest(c.day, t.day) AS day, CASE WHEN c.day >= t.day THEN c.day_used ELSE 0 END AS day_used
      FROM (
        SELECT floor(extract(epoch FROM ${now}) / 60)::bigint AS minute, floor(extract(epoch FROM ${now}) / 86400)::bigint AS day
      ) t, request_counters c
      WHERE (c.account_id, c.meter) IN (SELECT account_id, meter FROM demand)
      ORDER BY c.account_id, c.meter
      FOR UPDATE OF c
    ),
    granted AS MATERIALIZED (
      SELECT held.*, greatest(0, least(requests, minute_limit - minute_used, day_limit - day_used)) AS granted
      FROM held JOIN demand USING (account_id, meter)
    ),
    count_up AS (
      UPDATE request_counters c
      SET minute = g.minute, minute_used = g.minute_used + g.granted, day = g.day, day_used = g.day_used + g.granted
      FROM granted g WHERE c.account_id = g.account_id AND c.meter = g.meter AND g.granted > 0
    ),
    counted AS (
      SELECT e.slot, e.place <= g.granted AS passed, least(e.place, g.granted)::int AS place,
        g.minute, g.minute_used, g.day, g.day_used
      FROM (SELECT *, row_number() OVER (PARTITION BY account_id, meter ORDER BY slot) AS place FROM eligible) e
      JOIN granted g USING (account_id, meter)
    )`
}

/** The windows as they stand, without counting: what getUsage shows. */
export async function readCounters(
  db: Db,
  accountId: string,
  meter: Meter,
  limits: MeterLimits,
  now: Date,
): Promise<CounterState> {
  const [row] = await db.query<{ minute: number; minute_used: number; day: number; day_used: number }>(sql`
    SELECT minute, minute_used, day, day_used FROM request_counters WHERE account_id = ${accountId} AND meter = ${meter}`)
  const minute = Math.floor(now.getTime() / 60_000)
  const day = Math.floor(now.getTime() / 86_400_000)
  return counterState(limits, {
    minute,
    minuteUsed: row?.minute === minute ? row.minute_used : 0,
    day,
    dayUsed: row?.day === day ? row.day_used : 0,
  })
}

export function counterState(
  limits: MeterLimits,
  windows: { minute: number; minuteUsed: number; day: number; dayUsed: number },
): CounterState {
  return {
    minute: { limit: limits.minute, used: windows.minuteUsed, resetsAt: new Date((windows.minute + 1) * 60_000) },
    day:
      limits.day === null
        ? null
        : { limit: limits.day, used: windows.dayUsed, resetsAt: new Date((windows.day + 1) * 86_400_000) },
  }
}
