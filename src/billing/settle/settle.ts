import { isDeepStrictEqual } from 'node:util'
import { type Account, lockAccount, saveAccount } from '../../accounts/accounts.ts'
import { shareLimits } from '../../accounts/test-account.ts'
import { recordAct } from '../../audit/record.ts'
import type { Clock } from '../../base/clock.ts'
import { sql } from '../../base/sql.ts'
import { type Correction, correctionsSince } from '../../credits/entries.ts'
import { lockBalance } from '../../credits/ledger.ts'
import type { Db } from '../../db/database.ts'
import { recordEvents, withoutRecorded } from '../../events/record.ts'
import type { BillingContext } from '../context/billing-context.ts'
import { readKnown } from './facts.ts'
import { isLapsedByClock, lapseByClock, planChanges } from './plan-changed-event.ts'
import { settleCredits } from './settle-credits.ts'
import { type Standing, standingOf } from './standing.ts'
import type { AccountFacts } from './subscriptions.ts'
import { decideTrials } from './trials.ts'

export type Settlement = {
  before: Account
  after: Account
  standing: Standing
  known: AccountFacts
  /** What was given and taken beyond the months themselves. */
  corrections: Correction[]
}

/**
 * Brings an account to where everything known says it stands: plan state, ledger and history, all in the caller's
 * transaction. The balance is locked first, as everywhere; from there on no other node settles this account.
 */
export async function settle(
  tx: Db,
  context: BillingContext,
  accountId: string,
  { cause, cardFingerprint }: { cause: string; cardFingerprint: string | null },
): Promise<Settlement | null> {
  const { clock, plans } = context
  const held = await lockBalance(tx, accountId)
  const before = await lockAccount(tx, accountId)
  if (!before) return null
  const known = await decideTrials(tx, context, await readKnown(tx, accountId), cardFingerprint)
  const standing = standingOf(plans, known, before.planId)
  const { planId, status, periodAnchor, trialEndsAt, accessEndsAt, customerId, paymentMethodOnFile } = standing
  const { nextPlanId = null, nextPlanAt = null } = standing
  const state = { planId, status, periodAnchor, trialEndsAt, accessEndsAt, nextPlanId, nextPlanAt }
  const after: Account = { ...before, ...state, customerId, paymentMethodOnFile }
  if (!isDeepStrictEqual(before, after)) {
    await saveAccount(tx, after)
    await shareLimits(tx, plans, after.id)
  }
  await keepHistory(tx, clock, cause, before, after)
  await tellAccount(tx, before, after)
  await settleCredits(tx, context, held, { account: after, known, standing })
  return { before, after, standing, known, corrections: await correctionsSince(tx, held) }
}

/** The audit log of the account names what the provider's news came to. */
async function tellAccount(tx: Db, before: Account, after: Account): Promise<void> {
  if (before.planId === after.planId && before.status === after.status) return
  const details = { plan: after.planId, status: after.status, plan_before: before.planId, status_before: before.status }
  await recordAct(tx, [after.id], { action: 'billing.status_changed', door: 'billing', actor: null, details })
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
  const now = clock.now()
  const isLapseRecorded =
    isLapsedByClock(before, now) &&
    (await withoutRecorded(tx, [{ accountId: after.id, event: lapseByClock(before) }])).length === 0
  await recordEvents(tx, clock, after.id, planChanges(before, after, now, isLapseRecorded))
}

function isChanged(before: Account, after: Account): boolean {
  const told = ({ planId, status, periodAnchor, trialEndsAt, accessEndsAt }: Account): string =>
    JSON.stringify([planId, status, periodAnchor, trialEndsAt, accessEndsAt])
  return told(before) !== told(after)
}
