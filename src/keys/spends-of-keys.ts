import type { Plans } from '../accounts/plan.ts'
import { periodOf, planAt } from '../accounts/plan-state.ts'
import { accountTime, findTestAccount } from '../accounts/test-account.ts'
import type { Principal } from '../call/principal.ts'
import { type SessionNeeds, spendsThisMonth } from '../call/session-needs.ts'
import { readActorSpends } from '../credits/spending-limits.ts'

export type KeySpendNeeds = { plans: Plans }

/** What each key has spent in the current usage month: live keys in that of the account, test keys in that of test mode. */
export async function spendsOfKeys(
  needs: SessionNeeds & KeySpendNeeds,
  principal: Principal,
): Promise<Map<string, number>> {
  const { database, plans } = needs
  const [live, test] = await Promise.all([
    spendsThisMonth(needs, principal, 'api_key'),
    findTestAccount(database, principal.account.id),
  ])
  if (!test) return live
  const now = accountTime(test, principal.admittedAt)
  const period = periodOf(test, planAt(plans, test, now), now)
  const tested = period ? await readActorSpends(database, test.id, 'api_key', period.start) : new Map<string, number>()
  return new Map([...live, ...tested])
}
