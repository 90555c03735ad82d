import type { Account } from '../accounts/accounts.ts'
import type { PlanStatus, Plans } from '../accounts/plan.ts'
import { planOf } from '../accounts/plan-state.ts'
import { findTestAccount, insertTestAccount } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import { openLedger } from '../credits/ledger.ts'
import type { Db } from '../db/database.ts'
import { planState, recordOperatorsWord } from './operator-account.ts'

/** The test account of a live one, made with its first key. The caller holds the lock of the live account. */
export async function openTestAccount(tx: Db, clock: Clock, plans: Plans, live: Account): Promise<string> {
  const known = await findTestAccount(tx, live.id)
  return known ? known.id : beginTestAccount(tx, clock, plans, live, 'active')
}

/** Everybody may try everything: a test account has a plan, whatever the live one has. */
export async function beginTestAccount(
  tx: Db,
  clock: Clock,
  plans: Plans,
  live: Account,
  status: PlanStatus,
): Promise<string> {
  const state = planState(status, planOf(plans, live), clock.now())
  const id = await insertTestAccount(tx, plans, live, state)
  await openLedger(tx, id)
  await recordOperatorsWord(tx, clock, id, state)
  return id
}
