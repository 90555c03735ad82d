/** The windows that requests are counted in: a minute and a day of the clock, and what was used of them. */

import { type Sql, sql } from '../base/sql.ts'

/** How long windows are, wherever it matters: they begin at full minutes and days in UTC. */
export const windowSeconds = { minute: 60, day: 86_400 }

/** As the table holds them: which clock minute and which day, and what was used in each. */
export type Windows = { minute: number; minuteUsed: number; day: number; dayUsed: number }

export const unused: Windows = { minute: 0, minuteUsed: 0, day: 0, dayUsed: 0 }

/** The windows without the requests that were counted after this one. */
export const windowsBefore = (after: Windows, later: number): Windows => ({
  minute: after.minute,
  minuteUsed: after.minuteUsed - later,
  day: after.day,
  dayUsed: after.dayUsed - later,
})

/**
 * The window that a request falls in, and what was used in it before. `c` is the row of the counters. A request that
 * waited for its row may be a minute behind it and counts in the newer window. A row further ahead was written while the
 * database's clock was wrong: kept, it would refuse everybody until that time really comes, so its windows begin again.
 */
export function windowsIn(current: { minute: Sql; day: Sql }): Record<keyof Windows, Sql> {
  const isAhead = sql`c.minute > ${current.minute} + 1`
  return {
    minute: sql`CASE WHEN ${isAhead} THEN ${current.minute} ELSE greatest(c.minute, ${current.minute}) END`,
    minuteUsed: sql`CASE WHEN c.minute BETWEEN ${current.minute} AND ${current.minute} + 1 THEN c.minute_used ELSE 0 END`,
    day: sql`CASE WHEN ${isAhead} THEN ${current.day} ELSE greatest(c.day, ${current.day}) END`,
    dayUsed: sql`CASE WHEN c.day = ${current.day} OR c.day > ${current.day} AND NOT ${isAhead} THEN c.day_used ELSE 0 END`,
  }
}

type Length = keyof typeof windowSeconds

/** Windows are numbered from 1970 on. */
export const numberOf = (length: Length, now: Date): number =>
  Math.floor(now.getTime() / (windowSeconds[length] * 1_000))

export const endOf = (length: Length, number: number, aheadMs: number): Date =>
  new Date((number + 1) * windowSeconds[length] * 1_000 + aheadMs)
