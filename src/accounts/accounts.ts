import { trialEndingDays } from '../base/bounds.ts'
import { dayMs } from '../base/durations.ts'
import { newAccountId } from '../base/ids.ts'
import { prepared, type Sql, sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { openCounters } from '../metering/request-counters.ts'
import { accessStatuses } from './api-access.ts'
import type { PlanState, Plans } from './plan.ts'

export type Account = PlanState & {
  id: string
  name: string
  nextPlanId: string | null
  nextPlanAt: Date | null
  customerId: string | null
  paymentMethodOnFile: boolean
  /** The operator's overrides; null means as the plan says. */
  requestsPerMinute: number | null
  requestsPerDay: number | null
  searchRowsPerMonth: number | null
  /** When the operator suspended it; null: it is open. */
  suspendedAt: Date | null
  /** How far the clock of a test account was moved ahead. */
  clockAheadSeconds: number
}

/** The columns of an account as `Account` names them; `a` is the table's alias. */
export const accountColumns: Sql = sql`a.account_id AS id, a.name, a.plan_id AS "planId", a.status,
  a.period_anchor AS "periodAnchor", a.trial_ends_at AS "trialEndsAt", a.access_ends_at AS "accessEndsAt",
  a.next_plan_id AS "nextPlanId", a.next_plan_at AS "nextPlanAt",
  a.customer_id AS "customerId", a.payment_method_on_file AS "paymentMethodOnFile",
  a.requests_per_minute AS "requestsPerMinute", a.requests_per_day AS "requestsPerDay",
  a.search_rows_per_month AS "searchRowsPerMonth", a.suspended_at AS "suspendedAt",
  a.clock_ahead_seconds AS "clockAheadSeconds"`

export type LimitOverrides = Partial<Pick<Account, 'requestsPerMinute' | 'requestsPerDay' | 'searchRowsPerMonth'>>

/** Makes the account and its counters. The caller opens the ledger in the same transaction. */
export async function insertAccount(tx: Db, account: { name: string } & PlanState & LimitOverrides): Promise<string> {
  const id = newAccountId()
  await tx.query(sql`
    INSERT INTO accounts (account_id, name, plan_id, status, period_anchor, trial_ends_at, access_ends_at,
      requests_per_minute, requests_per_day, search_rows_per_month)
    VALUES (${id}, ${account.name}, ${account.planId}, ${account.status}, ${account.periodAnchor},
      ${account.trialEndsAt}, ${account.accessEndsAt}, ${account.requestsPerMinute}, ${account.requestsPerDay},
      ${account.searchRowsPerMonth})`)
  await openCounters(tx, id)
  return id
}

export async function findAccount(db: Db, accountId: string): Promise<Account | null> {
  const [account] = await db.query<Account>(
    prepared('find_account', sql`SELECT ${accountColumns} FROM accounts a WHERE a.account_id = ${accountId}`),
  )
  return account ?? null
}

/**
 * For changes to the account, and for counting what it has before adding to it: they run one after the other. Inserts that
 * only refer to the account (a new session, a new member) do not wait for this lock, so they can't deadlock with it.
 */
export async function lockAccount(tx: Db, accountId: string): Promise<Account | null> {
  const [account] = await tx.query<Account>(
    prepared(
      'lock_account',
      sql`SELECT ${accountColumns} FROM accounts a WHERE a.account_id = ${accountId} FOR NO KEY UPDATE`,
    ),
  )
  return account ?? null
}

export async function saveAccount(tx: Db, account: Account): Promise<void> {
  await tx.query(sql`
    UPDATE accounts SET name = ${account.name}, plan_id = ${account.planId}, status = ${account.status},
      period_anchor = ${account.periodAnchor}, trial_ends_at = ${account.trialEndsAt},
      access_ends_at = ${account.accessEndsAt}, next_plan_id = ${account.nextPlanId},
      next_plan_at = ${account.nextPlanAt}, customer_id = ${account.customerId},
      payment_method_on_file = ${account.paymentMethodOnFile}, requests_per_minute = ${account.requestsPerMinute},
      requests_per_day = ${account.requestsPerDay}, search_rows_per_month = ${account.searchRowsPerMonth}
    WHERE account_id = ${account.id}`)
}

export async function setAccountName(db: Db, accountId: string, name: string): Promise<void> {
  await db.query(sql`UPDATE accounts SET name = ${name} WHERE account_id = ${accountId}`)
}

type UndescribedPlan = { planId: string; accounts: number; someIds: string[] }

/**
 * Plans that accounts are on, or will be at the end of their month, and nobody describes: asked once, at the start, since no request could
 * be answered for them. Closed test accounts get none.
 */
export async function findUndescribedPlans(db: Db, plans: Plans): Promise<UndescribedPlan[]> {
  return db.query(sql`
    SELECT held.plan_id AS "planId", count(*) AS accounts, (array_agg(account_id ORDER BY account_id))[1:3] AS "someIds"
    FROM accounts, LATERAL (VALUES (accounts.plan_id), (next_plan_id)) AS held (plan_id)
    WHERE held.plan_id <> ALL(${[...plans.keys()]}::text[]) AND closed_at IS NULL GROUP BY held.plan_id ORDER BY held.plan_id`)
}

/** The first few by their ids. */
export const someAccounts = ({ accounts, someIds }: UndescribedPlan): string =>
  someIds.join(', ') + (accounts > someIds.length ? ', …' : '')

/** Accounts that the payment provider knows as this customer. */
export async function findAccountsOfCustomer(db: Db, customerId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    sql`SELECT account_id AS id FROM accounts WHERE customer_id = ${customerId}`,
  )
  return rows.map(({ id }) => id)
}

/** All of them, or one account's. */
export function findCustomerIds(
  db: Db,
  accountId: string | null,
): Promise<{ accountId: string; customerId: string }[]> {
  return db.query(sql`
    SELECT account_id AS "accountId", customer_id AS "customerId" FROM accounts
    WHERE customer_id IS NOT NULL AND (${accountId}::text IS NULL OR account_id = ${accountId})`)
}

/** Later than `since`, up to and including `until`. */
export type TimePassed = { since: Date; until: Date }

/** Accounts whose access the clock ended since `since`; what provider and operator end is known when they do it. */
export function findAccessEnded(
  db: Db,
  { since, until }: TimePassed,
  accountId: string | null = null,
): Promise<Account[]> {
  return db.query<Account>(sql`
    SELECT ${accountColumns} FROM accounts a
    WHERE a.status = ANY(${accessStatuses}::text[]) AND a.access_ends_at > ${since} AND a.access_ends_at <= ${until}
      AND ${livesInThisTime(accountId)}`)
}

/** Accounts whose trial ends in this time. */
export function findTrialsEnding(
  db: Db,
  { since, until }: TimePassed,
  accountId: string | null = null,
): Promise<Account[]> {
  return db.query<Account>(sql`
    SELECT ${accountColumns} FROM accounts a
    WHERE a.status = 'trialing' AND a.trial_ends_at > ${since} AND a.trial_ends_at <= ${until}
      AND ${livesInThisTime(accountId)}`)
}

/**
 * Accounts whose trial's end is announced in this time, by mail and as an event: `trialEndingDays` before it. A trial that lasts hardly
 * longer than that is not announced.
 */
export async function findTrialsToAnnounce(
  db: Db,
  { since, until }: TimePassed,
  accountId: string | null = null,
): Promise<Account[]> {
  const ahead = (time: Date): Date => new Date(time.getTime() + trialEndingDays * dayMs)
  const ending = await findTrialsEnding(db, { since: ahead(since), until: ahead(until) }, accountId)
  return ending.filter(
    ({ periodAnchor, trialEndsAt }) => trialEndsAt!.getTime() - periodAnchor!.getTime() > (trialEndingDays + 1) * dayMs,
  )
}

/** One account by its own clock, or all whose clock shows real time. */
const livesInThisTime = (accountId: string | null): Sql =>
  accountId === null ? sql`a.clock_ahead_seconds = 0 AND a.closed_at IS NULL` : sql`a.account_id = ${accountId}`

/** Nothing tells whose it was; the id stays, because the ledger stands under it. Access that the clock ended is over for good. */
export async function anonymiseAccount(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`
    UPDATE accounts SET name = 'Erased account', customer_id = NULL, payment_method_on_file = false,
      status = CASE WHEN status = ANY(${accessStatuses}::text[]) THEN 'lapsed' ELSE status END
    WHERE account_id = ${accountId}`)
}

/** The names of these accounts, by id. */
export async function accountNames(db: Db, accountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.query<{ id: string; name: string }>(
    sql`SELECT account_id AS id, name FROM accounts WHERE account_id = ANY(${accountIds}::text[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
