import type { PlanStatus } from '../../../src/accounts/plan.ts'
import { recordCommand } from '../../../src/audit/record.ts'
import { setAccount } from '../../../src/billing/set-account.ts'
import { firstOwner } from '../../../src/members/owners.ts'
import { describeAccount } from '../../../src/operator/describe-account.ts'
import { emailAddress, password, text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { hashNewPassword } from '../../hash-new-password.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { toText } from './account-text.ts'
import { addLimitOptions, type LimitOptions, planOption, readLimits, requireSold, statusOption } from './options.ts'

type Options = ReportOptions &
  LimitOptions & { name?: string; email?: string; password?: string; plan?: string; status?: PlanStatus }

const command = defineCommand({
  name: 'set',
  summary: 'Change the plan, status, limits, credits or owner. Whatever you omit stays the same.',
  details:
    "A new plan's credits come with the next period; --credits changes this one, by a ledger entry of the difference. " +
    'Going from trialing to active expires unused trial credits and starts a period with the plan’s full credits.',
  examples: [
    'prospector account set acc_… --plan business --credits 3000',
    'prospector account set ada@acme.example --status lapsed',
    'prospector account set acc_… --rpm 300 --rpd 50000 --search-rows 100000 --json',
  ],
})
  .argument('<account>', accountWords)
  .option('--name <name>', 'the name of the account', text)
  .option('--email <address>', 'the email address of its owner', emailAddress)
  .option('--password <password>', "the owner's new password; it ends their sessions", password)
  .addOption(planOption())
  .addOption(statusOption())

export const accountSet = addLimitOptions(command).action(async (named: string, options: Options) => {
  const { name, plan, status, email, password: newPassword } = options
  const changes = {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { planId: plan }),
    ...(status !== undefined && { status }),
    ...(email !== undefined && { email }),
    ...readLimits(options),
  }
  if (Object.keys(changes).length === 0 && newPassword === undefined) {
    accountSet.error('error: give at least one thing to change')
  }
  const account = await withDatabase(async (tools) => {
    const { database, clock, plans } = tools
    requireSold(plans, plan)
    const { id } = await requireAccount(database, named)
    const passwordHash =
      newPassword === undefined
        ? undefined
        : await hashNewPassword(accountSet, newPassword, {
            ...(await firstOwner(database, id)),
            ...(email && { email }),
          })
    const account = await database.transaction(async (tx) => {
      const details = { ...changes, ...(passwordHash !== undefined && { password: 'changed' }) }
      await recordCommand(tx, id, 'account.changed', { details })
      return setAccount(tx, clock, plans, id, { ...changes, ...(passwordHash !== undefined && { passwordHash }) })
    })
    return describeAccount(tools, account)
  })
  report(options, account, toText(account))
})
