import { recordCommand } from '../../../src/audit/record.ts'
import { refundSpend } from '../../../src/credits/grants.ts'
import { text, wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { currentPeriod, requireAccount } from '../../find-account.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { creditsOf } from './describe.ts'

type Options = ReportOptions & { reason: string; amount?: number }

export const accountRefund = defineCommand({
  name: 'refund',
  summary: 'Refund all or part of a spend, never more than it cost.',
  details: 'The account keeps the contacts. GET /credits/entries lists the ids of entries.',
  examples: [
    'prospector account refund acc_… ent_… --reason "Three of them had left the company"',
    'prospector account refund acc_… ent_… --amount 2 --reason "Two bounced" --json',
  ],
})
  .argument('<account>', 'its id, or the email address of its owner')
  .argument('<entry>', 'the id of the spend (ent_…)')
  .requiredOption('--reason <text>', 'the reason, recorded in the ledger', text)
  .option('--amount <number>', 'how many credits; the rest of the spend if omitted', wholeNumber(1))
  .action(async (named: string, entryId: string, { reason, amount, ...options }: Options) => {
    const { account, credits } = await withDatabase(async ({ database, clock, plans }) => {
      const account = await requireAccount(database, named)
      const spend = { entryId, ...(amount !== undefined && { amount }) }
      const given = { door: 'operator' as const, reason, period: currentPeriod(account, plans, clock.now()) }
      const balance = await database.transaction(async (tx) => {
        await recordCommand(tx, account.id, 'credits.refunded', { details: { entry_id: entryId, amount, reason } })
        return refundSpend(tx, clock, account.id, spend, given)
      })
      return { account, credits: creditsOf(balance) }
    })
    report(
      options,
      { account_id: account.id, entry_id: entryId, credits },
      `Refunded. ${account.name} now has ${plural(credits.remaining, 'credit')}.`,
    )
  })
