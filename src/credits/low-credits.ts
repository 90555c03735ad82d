import { lowPercent } from '../base/bounds.ts'
import type { Clock } from '../base/clock.ts'
import { isTestAccount } from '../base/ids.ts'
import { rawSql, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'

/** With this many left, or fewer, credits are low: for mails, events, usage and the web application. */
export const lowAt = (given: number): number => Math.floor((given * lowPercent) / 100)

/** Whether so few are left that credits are low. */
export const isLow = (balance: number, periodCredits: number): boolean =>
  periodCredits > 0 && balance <= lowAt(periodCredits)

/** `isLow` in SQL, of balance `b` with that many credits. */
const hasFew = (balance: Sql): Sql =>
  sql`b.period_credits > 0 AND (${balance}) <= b.period_credits::bigint * ${rawSql(String(lowPercent))} / 100`

/** Low, and not reported in this period yet, in SQL, for balance `b` after a debit. */
export const reportsLow = (balanceAfter: Sql): Sql => sql`b.low_told_seq IS NULL AND ${hasFew(balanceAfter)}`

/**
 * Of these accounts, those whose credits may be low: few are left, or some have run out by date and are still in the balance. A period that
 * is due makes nobody's credits low. The clocks of test accounts are others.
 */
export async function findPossiblyLow(db: Db, { sql: now }: Clock, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ accountId: string }>(sql`
    SELECT account_id AS "accountId" FROM credit_balances b
    WHERE account_id = ANY(${accountIds}::text[])
      AND (${hasFew(sql`b.balance`)} OR b.lots_expire_at <= ${now} OR ${isTestAccount(sql`b.account_id`)})`)
  return rows.map(({ accountId }) => accountId)
}
