import { accessStatuses } from '../../../src/accounts/api-access.ts'
import type { PlanStatus } from '../../../src/accounts/plan.ts'
import { recordCommand } from '../../../src/audit/record.ts'
import { randomBase62 } from '../../../src/base/ids.ts'
import { createOperatorAccount } from '../../../src/billing/operator-account.ts'
import { emailAddress, password, passwordOption, text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { hashNewPassword } from '../../hash-new-password.ts'
import { facts, type ReportOptions, remark, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { addLimitOptions, type LimitOptions, planOption, readLimits, requireSold, statusOption } from './options.ts'

type Options = ReportOptions &
  LimitOptions & { name: string; email: string; password?: string; plan: string; status: PlanStatus }

const command = defineCommand({
  name: 'create',
  summary: 'Create an account with an owner and an API key that has every scope.',
  details:
    'The key and a generated password are shown only once. Any status is possible, even a lapsed account with a key.',
  examples: [
    'prospector account create --name Acme --email ada@acme.example',
    'prospector account create --name Acme --email ada@acme.example --plan business --credits 5000 --rpm 300',
    'prospector account create --name Trial --email tim@trial.example --status trialing --json',
  ],
})
  .requiredOption('--name <name>', 'the name of the account', text)
  .requiredOption('--email <address>', 'the email address of its owner', emailAddress)
  .option(...passwordOption, password)
  .addOption(planOption().default('pro'))
  .addOption(statusOption().default('active'))

export const accountCreate = addLimitOptions(command).action(async (options: Options) => {
  const { name, email, plan, status } = options
  const secret = options.password ?? randomBase62(16)
  if (options.credits !== undefined && !accessStatuses.includes(status)) {
    remark(`--credits has no effect: an account that is ${status} has no current period.`)
  }
  const passwordHash = await hashNewPassword(accountCreate, secret, { email })
  const draft = { name, email, passwordHash, planId: plan, status, ...readLimits(options) }
  const { accountId, userId, apiKey } = await withDatabase(({ database, clock, plans }) =>
    database.transaction(async (tx) => {
      requireSold(plans, plan)
      const made = await createOperatorAccount(tx, clock, plans, draft)
      await recordCommand(tx, made.accountId, 'account.created', { details: { plan, status } })
      return made
    }),
  )
  report(
    options,
    { account_id: accountId, user_id: userId, email, password: secret, api_key: apiKey },
    `${name} is ready. Save the password and the key: they are not shown again.\n\n${facts([
      ['Account', accountId],
      ['Sign in', `${email}  ${secret}`],
      ['API key', apiKey],
    ])}`,
  )
})
