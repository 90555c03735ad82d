import { type Account, planOf } from '../accounts/accounts.ts'
import { effectiveStatus, hasApiAccess } from '../accounts/api-access.ts'
import { limitsOf } from '../accounts/limits.ts'
import { readSuspension } from '../accounts/suspension.ts'
import { currentBalance } from '../credits/periods.ts'
import { type ActParts, creditsOf, currentPeriod } from './account-acts.ts'

/** An account as it stands now; a usage month that has begun in the meantime is opened first. */
export async function describeAccount({ database, clock, plans }: ActParts, account: Account) {
  const period = currentPeriod(account, plans, clock.now())
  const { requests, searchRowsPerMonth } = limitsOf(account, planOf(plans, account))
  const balance = await currentBalance(database, clock, account.id, period)
  return {
    account_id: account.id,
    name: account.name,
    plan: account.planId,
    status: effectiveStatus(account, clock.now()),
    api_access: hasApiAccess(account, clock.now()),
    suspended: await readSuspension(database, account.id),
    trial_ends_at: account.trialEndsAt,
    access_ends_at: account.accessEndsAt,
    period: period && { start: period.start, end: period.end },
    limits: {
      requests_per_minute: requests.minute,
      requests_per_day: requests.day,
      search_rows_per_month: searchRowsPerMonth,
    },
    credits: creditsOf(balance),
  }
}

export type AccountDescription = Awaited<ReturnType<typeof describeAccount>>
