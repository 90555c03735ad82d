import { type Sql, sql } from '../base/sql.ts'
import { endOf, numberOf, type Windows, windowsIn } from './windows.ts'

/** The minute and the day of a request, as its node takes the database's time to be: it is counted only if that is so. */
export type ExpectedMinute = Pick<Windows, 'minute' | 'day'> & { from: Date; until: Date }

export function minuteOf(time: Date): ExpectedMinute {
  const minute = numberOf('minute', time)
  return { minute, day: numberOf('day', time), from: endOf('minute', minute - 1, 0), until: endOf('minute', minute, 0) }
}

/**
 * `countWhole` for one request whose caller, limits and minute are known: without anything to join or to work out, which is most of
 * what counting costs a request that comes alone. It gives the windows, and no row, with nothing counted, where `where` does not hold
 * or a window is full.
 */
export function countAlone(request: {
  accountId: Sql
  expected: { minute: Sql; day: Sql }
  limits: { minute: Sql; day: Sql }
  where: Sql
}): Sql {
  const { accountId, expected, limits, where } = request
  const { minute, minuteUsed, day, dayUsed } = windowsIn(expected)
  return sql`
    UPDATE request_counters c
    SET minute = ${minute}, minute_used = ${minuteUsed} + 1, day = ${day}, day_used = ${dayUsed} + 1
    WHERE c.account_id = ${accountId} AND c.meter = 'request' AND ${where}
      AND ${minuteUsed} < ${limits.minute} AND ${dayUsed} < ${limits.day}
    RETURNING c.minute, c.minute_used AS "minuteUsed", c.day, c.day_used AS "dayUsed"`
}
