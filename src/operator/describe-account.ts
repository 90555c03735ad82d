import type { Account } from '../accounts/accounts.ts'
import { effectiveStatus, hasApiAccess } from '../accounts/api-access.ts'
import { limitsOf } from '../accounts/limits.ts'
import { planAt, trialEndOf } from '../accounts/plan-state.ts'
import { readSuspension } from '../accounts/suspension.ts'
import { currentBalance } from '../credits/periods.ts'
import { type ActParts, currentPeriod, readCredits } from './account-acts.ts'

/** An account as it stands now; a usage month that has begun in the meantime is opened first. */
export async function describeAccount({ database, clock, plans }: ActParts, account: Account) {
  const now = clock.now()
  const period = currentPeriod(account, plans, now)
  const plan = planAt(plans, account, now)
  const { requests, searchRowsPerMonth } = limitsOf(account, plan)
  await currentBalance(database, clock, account.id, period)
  return {
    account_id: account.id,
    name: account.name,
    plan: plan.id,
    status: effectiveStatus(account, now),
    api_access: hasApiAccess(account, now),
    suspended: await readSuspension(database, account.id),
    trial_ends_at: trialEndOf(account, now),
    access_ends_at: account.accessEndsAt,
    period: period && { start: period.start, end: period.end },
    limits: {
      requests_per_minute: requests.minute,
      requests_per_day: requests.day,
      search_rows_per_month: searchRowsPerMonth,
    },
    credits: await readCredits(database, account.id),
  }
}

export type AccountDescription = Awaited<ReturnType<typeof describeAccount>>
