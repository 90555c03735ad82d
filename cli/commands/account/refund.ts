import { plural } from '../../../src/base/words.ts'
import { refund } from '../../../src/operator/account-acts.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { text, wholeNumber } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

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
  .argument('<account>', accountWords)
  .argument('<entry>', 'the id of the spend (ent_…)')
  .requiredOption('--reason <text>', 'the reason, recorded in the ledger', text)
  .option('--amount <number>', 'how many credits; the rest of the spend if omitted', wholeNumber(1))
  .action(async (named: string, entryId: string, { reason, amount, ...options }: Options) => {
    const { account, refunded, credits } = await withDatabase(async (tools) => {
      const account = await requireAccount(tools.database, named)
      const asked = { entry_id: entryId, amount, reason }
      return { account, ...(await refund(tools, atTheCommandLine(), account.id, asked)) }
    })
    report(
      options,
      { account_id: account.id, entry_id: entryId, refunded, credits },
      `Refunded ${plural(refunded, 'credit')}. ${account.name} now has ${plural(credits.remaining, 'credit')}.`,
    )
  })
