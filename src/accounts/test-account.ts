/**
 * What an account does in test mode belongs to a test account: a row of its own, with an id of its own, so that nothing it owns can be
 * confused with what is live. People and limits are those of the live account.
 */
import type { Clock } from '../base/clock.ts'
import { isTestAccount, modeOf, newTestAccountId } from '../base/ids.ts'
import { type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { openCounters } from '../metering/request-counters.ts'
import { type Account, accountColumns, findAccount } from './accounts.ts'
import { limitsOf } from './limits.ts'
import type { Plan, PlanState, Plans } from './plan.ts'
import { planOf } from './plan-state.ts'

/** The time that an account lives in: that of the database, or ahead of it for a test account whose clock was moved. */
export const accountTime = ({ clockAheadSeconds }: Pick<Account, 'clockAheadSeconds'>, now: Date): Date =>
  clockAheadSeconds === 0 ? now : new Date(now.getTime() + clockAheadSeconds * 1_000)

/** The same for statements and everything else that asks a clock. */
export const accountClock = (clock: Clock, { clockAheadSeconds }: Pick<Account, 'clockAheadSeconds'>): Clock => ({
  sql: sql`(${clock.sql} + make_interval(secs => ${clockAheadSeconds}))`,
  now: () => new Date(clock.now().getTime() + clockAheadSeconds * 1_000),
})

/** How far the clock of an account is ahead; nothing for a live one. */
export async function clockAheadOf(db: Db, accountId: string): Promise<Pick<Account, 'clockAheadSeconds'>> {
  const account = modeOf(accountId) === 'test' ? await findAccount(db, accountId) : null
  return { clockAheadSeconds: account?.clockAheadSeconds ?? 0 }
}

/** The clock of an account, for whoever works on those of many. */
export const clockOf = async (db: Db, clock: Clock, accountId: string): Promise<Clock> =>
  accountClock(clock, await clockAheadOf(db, accountId))

/** How far ahead the clock is of the account that a column names, with its table: an interval. For statements of other modules. */
export const clockAheadSql = (accountIdColumn: Sql): Sql => sql`CASE WHEN ${isTestAccount(accountIdColumn)}
  THEN (SELECT make_interval(secs => a.clock_ahead_seconds) FROM accounts a WHERE a.account_id = ${accountIdColumn})
  ELSE interval '0' END`

/** Test accounts whose clock does not show real time. */
export const findMovedAccounts = (db: Db): Promise<Account[]> =>
  db.query<Account>(
    sql`SELECT ${accountColumns} FROM accounts a WHERE a.clock_ahead_seconds > 0 AND a.closed_at IS NULL`,
  )

export async function findTestAccount(db: Db, liveAccountId: string): Promise<Account | null> {
  const [account] = await db.query<Account>(sql`
    SELECT ${accountColumns} FROM accounts a WHERE a.live_account_id = ${liveAccountId} AND a.closed_at IS NULL`)
  return account ?? null
}

/** The account whose people and limits a test account shares. */
export async function findLiveAccount(db: Db, testAccountId: string): Promise<Account> {
  const [account] = await db.query<Account>(sql`
    SELECT ${accountColumns} FROM accounts a
    WHERE a.account_id = (SELECT live_account_id FROM accounts WHERE account_id = ${testAccountId})`)
  if (!account) throw new Error(`${testAccountId} is not a test account.`)
  return account
}

/** Dates stay dates that everybody can store. */
export const clockAheadMaxYears = 10
export const clockAheadMaxSeconds = clockAheadMaxYears * 365 * 86_400

/** The account in its new time; null if that would be too far ahead. */
export async function advanceClock(tx: Db, accountId: string, seconds: number): Promise<Account | null> {
  const [account] = await tx.query<Account>(sql`
    UPDATE accounts a SET clock_ahead_seconds = a.clock_ahead_seconds + ${seconds}::integer
    WHERE a.account_id = ${accountId} AND a.live_account_id IS NOT NULL
      AND a.clock_ahead_seconds + ${seconds}::bigint <= ${clockAheadMaxSeconds}::bigint
    RETURNING ${accountColumns}`)
  return account ?? null
}

/** Another one takes its place. Nothing that it owns is reached again. */
export async function closeTestAccount(tx: Db, { sql: now }: Clock, accountId: string): Promise<void> {
  await tx.query(
    sql`UPDATE accounts SET closed_at = ${now} WHERE account_id = ${accountId} AND live_account_id IS NOT NULL`,
  )
}

/**
 * A closed test account with everything that it owns. The serving role can't delete from the ledger; the function of the owner
 * (migration 0320) takes closed test accounts alone.
 */
export const forgetTestAccount = (db: Db, accountId: string): Promise<unknown> =>
  db.query(sql`SELECT forget_test_account(${accountId})`)

/** For a live account that is erased: nothing of its test mode is left. */
export async function removeTestAccounts(tx: Db, clock: Clock, liveAccountId: string): Promise<void> {
  const accounts = await tx.query<{ id: string }>(
    sql`SELECT account_id AS id FROM accounts WHERE live_account_id = ${liveAccountId}`,
  )
  for (const { id } of accounts) {
    await closeTestAccount(tx, clock, id)
    await forgetTestAccount(tx, id)
  }
}

/** Makes the row and its counters. The caller opens the ledger in the same transaction, and holds the lock of the live account. */
export async function insertTestAccount(
  tx: Db,
  plans: Plans,
  live: Account,
  { planId, status, periodAnchor, trialEndsAt, accessEndsAt }: PlanState,
): Promise<string> {
  const id = newTestAccountId()
  const { requests, searchRowsPerMonth } = limitsOf(live, planOf(plans, live))
  await tx.query(sql`
    INSERT INTO accounts (account_id, live_account_id, name, plan_id, status, period_anchor, trial_ends_at, access_ends_at,
      requests_per_minute, requests_per_day, search_rows_per_month)
    VALUES (${id}, ${live.id}, ${live.name}, ${planId}, ${status}, ${periodAnchor}, ${trialEndsAt},
      ${accessEndsAt}, ${requests.minute}, ${requests.day}, ${searchRowsPerMonth})`)
  await openCounters(tx, id)
  return id
}

/** Test windows are as large as those of the live account, also after it has changed its plan. Of all of them, after the plans have changed: null. */
export async function shareLimits(tx: Db, plans: Plans, liveAccountId: string | null): Promise<void> {
  const of = (read: (plan: Plan) => number): number[] => [...plans.values()].map(read)
  await tx.query(sql`
    UPDATE accounts test SET requests_per_minute = shared.minute, requests_per_day = shared.day,
      search_rows_per_month = shared.search_rows, name = shared.name
    FROM (
      SELECT live.account_id, live.name, coalesce(live.requests_per_minute, plan.minute) AS minute,
        coalesce(live.requests_per_day, plan.day) AS day, coalesce(live.search_rows_per_month, plan.search_rows) AS search_rows
      FROM accounts live JOIN unnest(${[...plans.keys()]}::text[], ${of((plan) => plan.requestsPerMinute)}::int[],
        ${of((plan) => plan.requestsPerDay)}::int[], ${of((plan) => plan.searchRowsPerMonth)}::int[])
        AS plan (plan_id, minute, day, search_rows) USING (plan_id)
      WHERE ${liveAccountId === null ? sql`true` : sql`live.account_id = ${liveAccountId}`}) shared
    WHERE test.live_account_id = shared.account_id AND test.closed_at IS NULL
      AND (test.requests_per_minute, test.requests_per_day, test.search_rows_per_month, test.name)
        IS DISTINCT FROM (shared.minute, shared.day, shared.search_rows, shared.name)`)
}

/** The ids under which the keys of a live account are kept: its own, and that of its test account. */
export async function accountsOfKeys(db: Db, liveAccountId: string): Promise<string[]> {
  const test = await findTestAccount(db, liveAccountId)
  return test ? [liveAccountId, test.id] : [liveAccountId]
}

/** The account whose people these are: a test account shares those of the live one. */
export async function accountOfPeople(db: Db, accountId: string): Promise<string> {
  const [row] = await db.query<{ id: string }>(
    sql`SELECT coalesce(live_account_id, account_id) AS id FROM accounts WHERE account_id = ${accountId}`,
  )
  return row!.id
}
