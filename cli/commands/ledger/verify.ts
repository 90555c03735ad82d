import { plural } from '../../../src/base/words.ts'
import { verifyLedger } from '../../../src/credits/verify.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { createProgress } from '../../progress.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const ledgerVerify = defineCommand({
  name: 'verify',
  summary: 'Recompute every balance from its entries and reveals.',
  details: 'Exits with 1 if anything does not add up. Only reads, and works while a server is running.',
  examples: ['prospector ledger verify', 'prospector ledger verify --account acc_… --json'],
})
  .option('--account <account>', `only this account: ${accountWords}`)
  .action(async (options: ReportOptions & { account?: string }) => {
    const { account } = options
    const progress = createProgress('Verifying')
    const result = await withDatabase(async ({ database }) =>
      verifyLedger(database, {
        ...(account !== undefined && { accountId: (await requireAccount(database, account)).id }),
        onProgress: (state) => progress.show(state.accounts, state.accountsTotal, plural(state.accounts, 'account')),
      }),
    ).finally(progress.finish)
    const { accounts, entries, reveals, problems } = result
    const checked = `${plural(accounts, 'account')}, ${plural(entries, 'entry', 'entries')}, ${plural(reveals, 'reveal')}`
    const verdict =
      problems.length === 0
        ? `Everything adds up: ${checked}.`
        : `${plural(problems.length, 'problem')} in ${checked}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`
    report(options, { accounts, entries, reveals, problems }, verdict)
    if (problems.length > 0) process.exitCode = 1
  })
