import { type Account, planOf } from '../../../src/accounts/accounts.ts'
import { effectiveStatus, hasApiAccess } from '../../../src/accounts/api-access.ts'
import type { Plans } from '../../../src/accounts/plan.ts'
import type { Balance } from '../../../src/credits/ledger.ts'
import { currentBalance } from '../../../src/credits/periods.ts'
import { currentPeriod } from '../../find-account.ts'
import { count, facts, minute } from '../../report.ts'
import type { Tools } from '../../with-database.ts'

/** An account as it stands now; a usage month that has begun in the meantime is opened first. */
export async function describeAccount({ database, clock, plans }: Tools, account: Account) {
  const period = currentPeriod(account, plans, clock.now())
  const balance = await currentBalance(database, clock, account.id, period)
  return {
    account_id: account.id,
    name: account.name,
    plan: account.planId,
    status: effectiveStatus(account, clock.now()),
    api_access: hasApiAccess(account, clock.now()),
    trial_ends_at: account.trialEndsAt,
    access_ends_at: account.accessEndsAt,
    period: period && { start: period.start, end: period.end },
    limits: limitsOf(account, plans),
    credits: creditsOf(balance),
  }
}

type AccountDescription = Awaited<ReturnType<typeof describeAccount>>

export const creditsOf = ({ periodCredits, balance }: Balance) => ({
  limit: periodCredits,
  used: Math.max(0, periodCredits - balance),
  remaining: balance,
})

function limitsOf(account: Account, plans: Plans) {
  const plan = planOf(plans, account)
  return {
    requests_per_minute: account.requestsPerMinute ?? plan.requestsPerMinute,
    requests_per_day: account.requestsPerDay ?? plan.requestsPerDay,
    search_rows_per_month: account.searchRowsPerMonth ?? plan.searchRowsPerMonth,
  }
}

export function toText(account: AccountDescription): string {
  const { limits, credits, period } = account
  const ends = account.access_ends_at && ` until ${minute(account.access_ends_at)}`
  return `${account.name} (${account.account_id})\n\n${facts([
    ['Plan', `${account.plan}, ${account.status}`],
    ['Access', account.api_access ? `yes${ends ?? ''}` : 'no: only billing and account settings'],
    ['Period', period ? `${minute(period.start)} to ${minute(period.end)}` : 'none'],
    ['Credits', `${count(credits.remaining)} left of ${count(credits.limit)}`],
    ['Requests', `${count(limits.requests_per_minute)} a minute, ${count(limits.requests_per_day)} a day`],
    ['Search', `${count(limits.search_rows_per_month)} rows a month`],
  ])}`
}
