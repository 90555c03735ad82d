import { count, minute } from '../../../src/base/words.ts'
import type { AccountDescription } from '../../../src/operator/describe-account.ts'
import { accessWords } from '../../../src/operator/listed-accounts.ts'
import { facts } from '../../report.ts'

function accessOf(account: AccountDescription): string {
  if (account.suspended) return accessWords(account)
  const ends = account.access_ends_at && ` until ${minute(account.access_ends_at)}`
  return account.api_access ? `yes${ends ?? ''}` : 'no: only billing and account settings'
}

export function toText(account: AccountDescription): string {
  const { limits, credits, period, suspended } = account
  return `${account.name} (${account.account_id})\n\n${facts([
    ...(suspended ? [['Suspended', `since ${minute(suspended.at)}: ${suspended.reason}`] as [string, string]] : []),
    ['Plan', `${account.plan}, ${account.status}`],
    ['Access', accessOf(account)],
    ['Period', period ? `${minute(period.start)} to ${minute(period.end)}` : 'none'],
    ['Credits', `${count(credits.remaining)} left of ${count(credits.limit)}`],
    ['Requests', `${count(limits.requests_per_minute)} a minute, ${count(limits.requests_per_day)} a day`],
    ['Search', `${count(limits.search_rows_per_month)} rows a month`],
  ])}`
}
