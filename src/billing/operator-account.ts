import { insertAccount, type LimitOverrides } from '../accounts/accounts.ts'
import { hasApiAccess } from '../accounts/api-access.ts'
import { type Plan, type PlanState, type PlanStatus, type Plans, standardTrial } from '../accounts/plan.ts'
import { periodOf, planOf } from '../accounts/plan-state.ts'
import type { Clock } from '../base/clock.ts'
import { dayMs } from '../base/durations.ts'
import { randomBase62 } from '../base/ids.ts'
import { lockBalance, openLedger } from '../credits/ledger.ts'
import { openPeriod } from '../credits/periods.ts'
import type { Db } from '../db/database.ts'
import { makeKey } from '../keys/keys.ts'
import { createOwner } from '../members/owners.ts'
import { insertOperatorFact } from './settle/facts.ts'
import { graceDays } from './settle/transitions.ts'

export type AccountDraft = LimitOverrides & {
  name: string
  email: string
  /** By `hashPassword`, which takes a tenth of a second: too long for a transaction to wait for it. */
  passwordHash: string
  planId: string
  status: PlanStatus
  /** The current period's grant, when it is not the plan's. */
  credits?: number
}

export type CreatedAccount = { accountId: string; userId: string; keyId: string; apiKey: string }

/**
 * The operator's way to an account: with an owner, a ledger and a key of every scope, in any status, so that a lapsed
 * account with an existing key can be set up too.
 */
export function createOperatorAccount(
  db: Db,
  clock: Clock,
  plans: Plans,
  draft: AccountDraft,
): Promise<CreatedAccount> {
  const now = clock.now()
  const plan = planOf(plans, draft)
  const state = planState(draft.status, plan, now)
  return db.transaction(async (tx) => {
    const accountId = await insertAccount(tx, { ...draft, ...state })
    const userId = await createOwner(tx, { accountId, email: draft.email, passwordHash: draft.passwordHash })
    await openLedger(tx, accountId)
    await recordOperatorsWord(tx, clock, accountId, state)
    const period = periodOf(state, plan, now)
    if (period && hasApiAccess(state, now)) {
      const held = await lockBalance(tx, accountId)
      await openPeriod(tx, clock, held, { ...period, credits: draft.credits ?? period.credits }, 'operator')
    }
    const { keyId, apiKey } = await makeKey(tx, { accountId, name: 'First key', createdBy: userId })
    return { accountId, userId, keyId, apiKey }
  })
}

/** A subscription that begins (or, for past_due and lapsed, began) now. */
export function planState(status: PlanStatus, plan: Plan, now: Date): PlanState {
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const state: PlanState = { planId: plan.id, status, periodAnchor: now, trialEndsAt: null, accessEndsAt: null }
  switch (status) {
    case 'none':
      return { ...state, periodAnchor: null }
    case 'trialing': {
      const trialEndsAt = inDays((plan.trial ?? standardTrial).days)
      return { ...state, trialEndsAt, accessEndsAt: trialEndsAt }
    }
    case 'active':
      return state
    case 'past_due':
      return { ...state, accessEndsAt: inDays(graceDays) }
    case 'lapsed':
      return { ...state, accessEndsAt: now }
  }
}

/** Decisions of the operator are facts like the provider's news: they are kept, and later news build on them. */
export async function recordOperatorsWord(tx: Db, clock: Clock, accountId: string, state: PlanState): Promise<string> {
  const factId = `operator_${randomBase62(20)}`
  await insertOperatorFact(tx, clock, factId, accountId, {
    kind: 'operator',
    at: clock.now().getTime(),
    planId: state.planId,
    status: state.status,
    periodAnchor: state.periodAnchor?.getTime() ?? null,
    trialEndsAt: state.trialEndsAt?.getTime() ?? null,
    accessEndsAt: state.accessEndsAt?.getTime() ?? null,
  })
  return factId
}
