import { Option } from 'commander'
import { type ListedStatus, listedStatuses, pageOfAccounts } from '../../../src/accounts/find-accounts.ts'
import { accountColumns, listAccounts } from '../../../src/operator/listed-accounts.ts'
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
    new Option('--status <status>', 'only accounts in this status; suspended: whatever their plan').choices(
      listedStatuses,
    ),
  )
  .option('--limit <number>', 'the maximum number of accounts', wholeNumber(1), 100)
  .action(async (options: Options) => {
    const { accounts, isMore } = await withDatabase(async ({ database, clock }) => {
      const now = clock.now()
      const page = { after: null, limit: options.limit + 1, status: options.status ?? null, now }
      const found = await pageOfAccounts(database, page)
      const shown = found.slice(0, options.limit)
      return { accounts: await listAccounts(database, shown, now), isMore: found.length > shown.length }
    })
    const lines = accounts.map((account) => accountColumns.map(({ text }) => text(account)))
    const headings = accountColumns.map(({ heading }) => heading.toUpperCase())
    report(options, { accounts }, lines.length === 0 ? 'There are no such accounts.' : table(headings, lines))
    if (isMore) remark('There are more: raise --limit to see them.')
  })
