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
import type { SubscriptionSnapshot } from './snapshot.ts'
import { hasTrialLeft, type Standing, standingOf } from './standing.ts'
import { type AccountFacts, isOfUnknownPlan } from './subscriptions.ts'
import { decideTrial, keepClaims } from './trials.ts'

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
    await shareLimits(tx, plans, after)
  }
  await keepHistory(tx, clock, cause, before, after)
  await tellAccount(tx, before, after)
  await settleCredits(tx, context, held, { account: after, known, standing })
  return { before, after, standing, known, corrections: await correctionsSince(tx, held) }
}

/** All known facts, with new trials decided. */
async function decideTrials(
  tx: Db,
  { clock, plans, authSecret }: BillingContext,
  known: AccountFacts,
  cardFingerprint: string | null,
): Promise<AccountFacts> {
  const { accountId } = known
  const person = { accountId, cardFingerprint }
  const tried = known.customers
    .flatMap(({ snapshot }) =>
      snapshot.subscriptions.map((found) => ({ ...found, owner: found.accountId ?? snapshot.accountId })),
    )
    .filter(({ owner, trial }) => owner === accountId && trial !== null)
    .toSorted((a, b) => a.startedAt - b.startedAt || (a.subscriptionId < b.subscriptionId ? -1 : 1))
  const grantedTrials = new Set(known.grantedTrials)
  let isFirst = grantedTrials.size === 0
  for (const subscription of tried) {
    // It is decided once the operator has named its price. Until then no later one takes its place.
    if (isOfUnknownPlan(accountId, subscription)) isFirst = false
    if (subscription.planId === null) continue
    const [firstPlanId] = plans.keys()
    const earlier = earlierThan(known, subscription)
    const isEligible = isFirst && hasTrialLeft(standingOf(plans, earlier, firstPlanId!))
    const { subscriptionId } = subscription
    if (await decideTrial(tx, clock, authSecret, subscriptionId, { ...person, isEligible })) {
      grantedTrials.add(subscriptionId)
    }
    if (isEligible) isFirst = false
  }
  if (known.grantedTrials.size > 0) await keepClaims(tx, clock, authSecret, person)
  return { ...known, grantedTrials }
}

/** What was there when a subscription began: the operator's word, and the subscriptions before it. */
function earlierThan(known: AccountFacts, { startedAt, subscriptionId }: SubscriptionSnapshot): AccountFacts {
  // Of two that began within one second, the order is that of the standing.
  const isEarlier = (found: SubscriptionSnapshot): boolean =>
    found.startedAt < startedAt || (found.startedAt === startedAt && found.subscriptionId < subscriptionId)
  const operator = known.operator && known.operator.at <= startedAt + 1_000 ? known.operator : null
  const customers = known.customers.map(({ observedAt, snapshot }) => ({
    observedAt,
    snapshot: { ...snapshot, subscriptions: snapshot.subscriptions.filter(isEarlier) },
  }))
  return { ...known, operator, customers }
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
