import { type Account, type LimitOverrides, lockAccount, saveAccount } from '../accounts/accounts.ts'
import { effectiveStatus } from '../accounts/api-access.ts'
import type { PlanStatus, Plans } from '../accounts/plan.ts'
import { nextState, openablePeriod, planAt, planOf } from '../accounts/plan-state.ts'
import { accountClock, shareLimits } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { adjustCredits } from '../credits/grants.ts'
import { type Actor, type Balance, lockBalance, type Period } from '../credits/ledger.ts'
import { periodBound } from '../credits/lot-order.ts'
import { isDue, openPeriod } from '../credits/periods.ts'
import type { Db } from '../db/database.ts'
import { changeOwner } from '../members/owners.ts'
import { planState, recordOperatorsWord } from './operator-account.ts'
import { keepHistory } from './settle/settle.ts'

type AccountChanges = LimitOverrides & {
  name?: string
  planId?: string
  status?: PlanStatus
  /** The current period's credits in all: the difference becomes a ledger entry. */
  credits?: number
  /** The owner's. */
  email?: string
  /** The owner's, by `hashPassword`: too slow for a transaction that holds the balance and the account. */
  passwordHash?: string
}

class ChangeRefused extends Refusal {}

/** The operator's changes, all or none. Omitted options stay as they are. */
export function setAccount(
  db: Db,
  realTime: Clock,
  plans: Plans,
  accountId: string,
  { credits, planId, status, email, passwordHash, ...rest }: AccountChanges,
  by: { actor: Actor; reason: string } | null = null,
): Promise<Account> {
  return db.transaction(async (tx) => {
    const held = await lockBalance(tx, accountId)
    const before = await lockAccount(tx, accountId)
    if (!before) throw new ChangeRefused(`There is no account ${accountId}.`)
    const clock = accountClock(realTime, before)
    const now = clock.now()
    const plan = planId === undefined ? planAt(plans, before, now) : planOf(plans, { planId })
    // Access that the clock has ended comes back by a status alone.
    const fresh = planState(status ?? effectiveStatus(before, now), plan, now)
    const isNewState = planId !== undefined || status !== undefined
    const after: Account = {
      ...before,
      ...rest,
      ...(isNewState && { ...nextState(before, fresh, now), nextPlanId: null, nextPlanAt: null }),
    }
    await saveAccount(tx, after)
    await shareLimits(tx, plans, after.id)
    if (isNewState) {
      await keepHistory(tx, clock, await recordOperatorsWord(tx, clock, accountId, after), before, after)
    }
    const period = openablePeriod(after, plan, now)
    await applyOperatorCredits(tx, clock, held, period, credits, after, by)
    await changeOwner(tx, accountId, {
      ...(email !== undefined && { email }),
      ...(passwordHash !== undefined && { passwordHash }),
    })
    return after
  })
}

async function applyOperatorCredits(
  tx: Db,
  clock: Clock,
  held: Balance,
  period: Period | null,
  credits: number | undefined,
  account: Account,
  by: { actor: Actor; reason: string } | null,
): Promise<void> {
  if (period && isDue(held, period)) {
    await openPeriod(tx, clock, held, { ...period, credits: credits ?? period.credits }, 'operator')
    return
  }
  if (credits === undefined) return
  if (!period)
    throw new ChangeRefused(`${account.name} is ${account.status} and has no current period to give credits to.`)
  const difference = credits - held.periodCredits
  // Packs and returned credits are not this period's: they can't be taken back this way.
  const left = periodBound(held).balance
  if (left + difference < 0) {
    throw new ChangeRefused(
      `${account.name} has spent ${held.periodCredits - left} of this period's ${held.periodCredits} credits; it can't have had only ${credits}.`,
    )
  }
  if (difference === 0) return
  const given = by ?? { reason: `The operator set this period's credits to ${credits}` }
  await adjustCredits(tx, clock, account.id, difference, { door: 'operator', ...given, period })
}
