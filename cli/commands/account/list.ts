import { Option } from 'commander'
import { effectiveStatus, hasApiAccess } from '../../../src/accounts/api-access.ts'
import { type FoundAccount, type ListedStatus, pageOfAccounts } from '../../../src/accounts/find-accounts.ts'
import { planStatuses } from '../../../src/accounts/plan.ts'
import { minute } from '../../../src/base/words.ts'
import { ownersOfAccounts } from '../../../src/members/owners.ts'
import { wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, remark, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { status?: NonNullable<ListedStatus>; limit: number }

export const accountList = defineCommand({
  name: 'list',
  summary: 'List accounts with their owners, plan and status, newest first.',
  examples: ['prospector account list', 'prospector account list --status suspended --json'],
})
  .addOption(
    new Option('--status <status>', 'only accounts in this status; suspended: whatever their plan').choices([
      ...planStatuses,
      'suspended',
    ]),
  )
  .option('--limit <number>', 'the maximum number of accounts', wholeNumber(1), 100)
  .action(async (options: Options) => {
    const { accounts, isMore } = await withDatabase(async ({ database, clock }) => {
      const now = clock.now()
      const page = { after: null, limit: options.limit + 1, status: options.status ?? null, now }
      const found = await pageOfAccounts(database, page)
      const shown = found.slice(0, options.limit)
      const owners = await ownersOfAccounts(
        database,
        shown.map(({ id }) => id),
      )
      return {
        accounts: shown.map((account) => toListed(account, owners.get(account.id) ?? [], now)),
        isMore: found.length > shown.length,
      }
    })
    report(options, { accounts }, toTable(accounts))
    if (isMore) remark('There are more: raise --limit to see them.')
  })

function toListed(account: FoundAccount, owners: string[], now: Date) {
  return {
    account_id: account.id,
    name: account.name,
    owners,
    plan: account.planId,
    status: effectiveStatus(account, now),
    suspended: account.suspendedAt !== null,
    api_access: hasApiAccess(account, now),
    created_at: account.createdAt,
  }
}

function toTable(accounts: ReturnType<typeof toListed>[]): string {
  if (accounts.length === 0) return 'There are no such accounts.'
  return table(
    ['ACCOUNT', 'NAME', 'OWNER', 'PLAN', 'STATUS', 'ACCESS', 'CREATED'],
    accounts.map((account) => [
      account.account_id,
      account.name,
      account.owners.join(', ') || '-',
      account.plan,
      account.suspended ? `${account.status}, suspended` : account.status,
      account.api_access ? 'yes' : 'no',
      minute(account.created_at),
    ]),
  )
}
