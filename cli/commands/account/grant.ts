import { recordCommand } from '../../../src/audit/record.ts'
import { grantCredits } from '../../../src/credits/grants.ts'
import { text, wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { currentPeriod, requireAccount } from '../../find-account.ts'
import { count, plural, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { creditsOf } from './describe.ts'

export const accountGrant = defineCommand({
  name: 'grant',
  summary: 'Grant credits for the current period.',
  details: 'Adds an entry to the ledger. The credits expire with the period.',
  examples: [
    'prospector account grant acc_… 500 --reason "Launch offer"',
    'prospector account grant ada@acme.example 50 --reason "Sorry for the outage" --json',
  ],
})
  .argument('<account>', 'its id, or the email address of its owner')
  .argument('<credits>', 'how many credits', wholeNumber(1))
  .requiredOption('--reason <text>', 'the reason, recorded in the ledger', text)
  .action(async (named: string, amount: number, options: ReportOptions & { reason: string }) => {
    const { account, credits } = await withDatabase(async ({ database, clock, plans }) => {
      const account = await requireAccount(database, named)
      const period = currentPeriod(account, plans, clock.now())
      if (!period)
        throw new Refused(`${account.name} has no current period. Set its status first: account set ${account.id}`)
      const given = { door: 'operator' as const, reason: options.reason, period }
      const balance = await database.transaction(async (tx) => {
        await recordCommand(tx, account.id, 'credits.granted', { details: { credits: amount, reason: options.reason } })
        return grantCredits(tx, clock, account.id, amount, given)
      })
      return { account, credits: creditsOf(balance) }
    })
    report(
      options,
      { account_id: account.id, granted: amount, credits },
      `Granted ${plural(amount, 'credit')} to ${account.name}, which now has ${count(credits.remaining)}.`,
    )
  })
