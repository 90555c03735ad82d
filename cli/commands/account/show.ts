import { describeAccount } from '../../../src/operator/describe-account.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { toText } from './account-text.ts'

export const accountShow = defineCommand({
  name: 'show',
  summary: 'Show the plan, status, limits and credits of an account.',
  examples: ['prospector account show ada@acme.example', 'prospector account show acc_… --json'],
})
  .argument('<account>', accountWords)
  .action(async (named: string, options: ReportOptions) => {
    const account = await withDatabase(async (tools) =>
      describeAccount(tools, await requireAccount(tools.database, named)),
    )
    report(options, account, toText(account))
  })
