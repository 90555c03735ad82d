import { minute } from '../../../src/base/words.ts'
import { listReviews } from '../../../src/bounces/reviews.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const bouncesList = defineCommand({
  name: 'list',
  summary: 'List bounces that wait for you, the oldest first.',
  examples: ['prospector bounces list', 'prospector bounces list --account ada@acme.example --all --json'],
})
  .option('--account <account>', `only of this account: ${accountWords}`)
  .option('--all', 'also those that are decided')
  .action(async (options: ReportOptions & { account?: string; all?: boolean }) => {
    const reviews = await withDatabase(async ({ database }) => {
      const accountId = options.account === undefined ? null : (await requireAccount(database, options.account)).id
      return listReviews(database, { accountId, all: options.all ?? false })
    })
    const rows = reviews.map((one) => ({
      id: one.id,
      account_id: one.accountId,
      contact_id: one.contactId,
      code: one.code,
      bounced_at: one.bouncedAt,
      reported_at: one.reportedAt,
      state: one.state,
      decided_at: one.decidedAt,
    }))
    const text =
      reviews.length === 0
        ? 'No bounces wait for you.'
        : table(
            ['ID', 'ACCOUNT', 'CONTACT', 'CODE', 'REPORTED', 'STATE'],
            reviews.map(({ id, accountId, contactId, code, reportedAt, state }) => [
              id,
              accountId,
              contactId,
              code ?? '',
              minute(reportedAt),
              state,
            ]),
          )
    report(options, { bounces: rows }, text)
  })
