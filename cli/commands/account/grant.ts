import { count, plural } from '../../../src/base/words.ts'
import { grantExpiry } from '../../../src/credits/grants.ts'
import { grant } from '../../../src/operator/account-acts.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { text, wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const accountGrant = defineCommand({
  name: 'grant',
  summary: 'Grant credits.',
  details: `Adds an entry to the ledger. ${grantExpiry}.`,
  examples: [
    'prospector account grant acc_… 500 --reason "Launch offer"',
    'prospector account grant ada@acme.example 50 --reason "Sorry for the outage" --json',
  ],
})
  .argument('<account>', accountWords)
  .argument('<credits>', 'how many credits', wholeNumber(1))
  .requiredOption('--reason <text>', 'the reason, recorded in the ledger', text)
  .action(async (named: string, amount: number, { reason, ...options }: ReportOptions & { reason: string }) => {
    const { account, credits } = await withDatabase(async (tools) => {
      const account = await requireAccount(tools.database, named)
      return { account, ...(await grant(tools, atTheCommandLine(), account.id, { credits: amount, reason })) }
    })
    report(
      options,
      { account_id: account.id, granted: amount, credits },
      `Granted ${plural(amount, 'credit')} to ${account.name}, which now has ${count(credits.remaining)}.`,
    )
  })
