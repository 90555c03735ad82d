import { plural } from '../../../src/base/words.ts'
import { liftAccount, suspendAccount } from '../../../src/operator/account-acts.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { reason: string }

export const accountSuspend = defineCommand({
  name: 'suspend',
  summary: 'Suspend an account: from the next request on nobody gets in, and its jobs pause.',
  details:
    'Keys, sessions, integrations and MCP answer 403 account_suspended; nothing is spent. Nothing is deleted, and a subscription at the ' +
    'payment provider goes on: cancel it there if it should not.',
  examples: ['prospector account suspend acc_… --reason "Stolen card"'],
})
  .argument('<account>', accountWords)
  .requiredOption('--reason <text>', 'the reason, recorded in the audit log that its owners read', text)
  .action(async (named: string, { reason, ...options }: Options) => {
    const { name, ...result } = await withDatabase(async (tools) => {
      const { id, name } = await requireAccount(tools.database, named)
      return { name, ...(await suspendAccount(tools, atTheCommandLine(), id, { reason })) }
    })
    report(options, result, `${name} is suspended. ${plural(result.jobs_paused, 'job')} paused.`)
  })

export const accountLift = defineCommand({
  name: 'lift',
  summary: 'Lift the suspension of an account.',
  details: 'Everything works as before. Jobs stay paused until somebody in the account resumes them.',
  examples: ['prospector account lift acc_… --reason "The bank confirmed the payment"'],
})
  .argument('<account>', accountWords)
  .requiredOption('--reason <text>', 'the reason, recorded in the audit log that its owners read', text)
  .action(async (named: string, { reason, ...options }: Options) => {
    const { name, ...result } = await withDatabase(async (tools) => {
      const { id, name } = await requireAccount(tools.database, named)
      return { name, ...(await liftAccount(tools, atTheCommandLine(), id, { reason })) }
    })
    report(options, result, `${name} is open again.`)
  })
