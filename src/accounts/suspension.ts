/** The operator's way to close an account at once, whatever its plan says, and to open it again. */
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import type { Account } from './accounts.ts'
import { hasApiAccess, hasApiAccessSql } from './api-access.ts'

/** The condition under which account `a` lets anybody in. */
export const isNotSuspended: Sql = sql`a.suspended_at IS NULL`

/** Before scope and plan: who is closed out learns that, and nothing else. */
export function refuseSuspended({ suspendedAt }: Account): void {
  if (suspendedAt !== null) throw problems.accountSuspended()
}

/** Whether the service acts for the account on its own: sends, reports or buys. True with access and without a suspension. */
export const isServed = (account: Account, now: Date): boolean =>
  account.suspendedAt === null && hasApiAccess(account, now)

/** The same of the account with this id, for statements of other modules. */
export const isServedSql = (accountIdColumn: Sql, now: Sql): Sql => sql`EXISTS (
          SELECT FROM accounts a WHERE a.account_id = ${accountIdColumn} AND ${isNotSuspended} AND ${hasApiAccessSql(now)})`

/** Whether the account with this id is open, for statements of other modules. */
export const isOpenSql = (accountIdColumn: Sql): Sql =>
  sql`EXISTS (SELECT FROM accounts a WHERE a.account_id = ${accountIdColumn} AND ${isNotSuspended})`

/** With its test account. The ids of those that were open. */
export async function suspend(tx: Db, clock: Clock, accountId: string, reason: string): Promise<string[]> {
  const suspended = await tx.query<{ id: string }>(sql`
    UPDATE accounts SET suspended_at = ${clock.sql}, suspended_reason = ${reason}
    WHERE (account_id = ${accountId} OR live_account_id = ${accountId} AND closed_at IS NULL) AND suspended_at IS NULL
    RETURNING account_id AS id`)
  return suspended.map(({ id }) => id)
}

export async function readSuspension(db: Db, accountId: string): Promise<{ at: Date; reason: string } | null> {
  const [found] = await db.query<{ at: Date; reason: string }>(sql`
    SELECT suspended_at AS at, suspended_reason AS reason FROM accounts
    WHERE account_id = ${accountId} AND suspended_at IS NOT NULL`)
  return found ?? null
}

/** The ids of those that were closed. */
export async function liftSuspension(tx: Db, accountId: string): Promise<string[]> {
  const lifted = await tx.query<{ id: string }>(sql`
    UPDATE accounts SET suspended_at = NULL, suspended_reason = NULL
    WHERE (account_id = ${accountId} OR live_account_id = ${accountId}) AND suspended_at IS NOT NULL
    RETURNING account_id AS id`)
  return lifted.map(({ id }) => id)
}
