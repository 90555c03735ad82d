import { lowPercent } from '../base/bounds.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'

/** With this many left, or fewer, credits are low: for mails, events, usage and the web application. */
export const lowAt = (given: number): number => Math.floor((given * lowPercent) / 100)

/** Whether so few are left that credits are low. */
export const isLow = (balance: number, periodCredits: number): boolean =>
  periodCredits > 0 && balance <= lowAt(periodCredits)

/** Low, and not reported in this period yet, in SQL, for balance `b` after a debit. */
export const reportsLow = (balanceAfter: Sql): Sql =>
  sql`b.low_told_seq IS NULL AND b.period_credits > 0 AND (${balanceAfter}) <= b.period_credits::bigint * ${rawSql(String(lowPercent))} / 100`
