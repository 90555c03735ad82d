import { type Account, lockAccount, saveAccount } from '../accounts/accounts.ts'
import type { Plans } from '../accounts/plan.ts'
import type { Clock } from '../clock.ts'
import { lockBalance } from '../credits/ledger.ts'
import { findUnopened, isDue, keepPeriodEnd, openPeriod, recordPastPeriod } from '../credits/periods.ts'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { readFacts } from './facts.ts'
import { type Standing, standingOf } from './standing.ts'

export type Settled = { before: Account; after: Account; standing: Standing }

/**
 * Brings an account to where its facts say it stands: plan state, ledger and history, all in the caller's transaction.
 * The balance is locked first, as everywhere; from there on no other node settles this account.
 */
export async function settle(
  tx: Db,
  clock: Clock,
  plans: Plans,
  accountId: string,
  factId: string,
): Promise<Settled | null> {
  let held = await lockBalance(tx, accountId)
  const before = await lockAccount(tx, accountId)
  if (!before) return null
  const standing = standingOf(plans, await readFacts(tx, accountId), before.planId)
  for (const period of await findUnopened(tx, accountId, standing.openings)) {
    const write = isDue(held, period) ? openPeriod : recordPastPeriod
    held = await write(tx, clock, held, period, 'billing')
  }
  await keepPeriodEnd(tx, held, standing.openings)
  const { planId, status, periodAnchor, trialEndsAt, accessEndsAt, customerId, paymentMethodOnFile } = standing
  const after: Account = {
    ...before,
    planId,
    status,
    periodAnchor,
    trialEndsAt,
    accessEndsAt,
    customerId,
    paymentMethodOnFile,
  }
  await saveAccount(tx, after)
  await keepHistory(tx, clock, factId, before, after)
  return { before, after, standing }
}

export async function keepHistory(
  tx: Db,
  clock: Clock,
  factId: string,
  before: Account,
  after: Account,
): Promise<void> {
  if (!isChanged(before, after)) return
  await tx.query(sql`
    INSERT INTO plan_history (account_id, seq, fact_id, changed_at, status_before, status_after, plan_before, plan_after,
      period_anchor, access_ends_at)
    SELECT ${after.id}, coalesce(max(seq), 0) + 1, ${factId}, ${clock.sql}, ${before.status}, ${after.status},
      ${before.planId}, ${after.planId}, ${after.periodAnchor}, ${after.accessEndsAt}
    FROM plan_history WHERE account_id = ${after.id}`)
}

function isChanged(before: Account, after: Account): boolean {
  const told = ({ planId, status, periodAnchor, trialEndsAt, accessEndsAt }: Account): string =>
    JSON.stringify([planId, status, periodAnchor, trialEndsAt, accessEndsAt])
  return told(before) !== told(after)
}
