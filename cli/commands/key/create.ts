import { lockAccount } from '../../../src/accounts/accounts.ts'
import { hasApiAccess } from '../../../src/accounts/api-access.ts'
import { recordCommand } from '../../../src/audit/record.ts'
import { type Scope, scopes } from '../../../src/base/scopes.ts'
import { openTestAccount } from '../../../src/billing/open-test-account.ts'
import { makeKey } from '../../../src/keys/keys.ts'
import { isoDate, scopeList, text, wholeNumber } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & {
  account: string
  name: string
  scopes?: Scope[]
  creditLimit?: number
  expires?: Date
  test?: true
}

export const keyCreate = defineCommand({
  name: 'create',
  summary: 'Create an API key. It is shown only once.',
  details: `Scopes: ${scopes.join(', ')}. The account needs API access, except for a test key, which is free for every account.`,
  examples: [
    'prospector key create --account acc_…',
    'prospector key create --account ada@acme.example --name Zapier --scopes contacts:search,contacts:reveal',
    'prospector key create --account acc_… --credit-limit 100 --expires 2027-12-31 --json',
    'prospector key create --account acc_… --test',
  ],
})
  .requiredOption('--account <account>', accountWords)
  .option('--test', 'for test mode: a synthetic catalogue, test credits, and nothing of what is live')
  .option('--name <name>', 'what it is for', text, 'API key')
  .option('--scopes <list>', 'what it may do, as a comma-separated list (default: everything)', scopeList)
  .option('--credit-limit <number>', 'the most credits it may spend in a usage month', wholeNumber(0))
  .option('--expires <date>', 'when it expires, such as 2027-01-31 or 2027-01-31T12:00:00Z', isoDate)
  .action(async (options: Options) => {
    const { name, scopes: granted, creditLimit = null, expires, test = false } = options
    const { keyId, apiKey } = await withDatabase(async ({ database, clock, plans }) => {
      if (expires && expires <= clock.now()) throw new Refused('--expires is in the past: the key would never work.')
      const account = await requireAccount(database, options.account)
      if (!test && !hasApiAccess(account, clock.now())) {
        throw new Refused(
          `${account.name} has no API access (${account.status}), so it can’t get a new key. Test keys are free: --test.`,
        )
      }
      return database.transaction(async (tx) => {
        const live = await lockAccount(tx, account.id)
        const accountId = test ? await openTestAccount(tx, clock, plans, live!) : account.id
        const draft = { accountId, name, scopes: granted, creditLimit, expiresAt: expires }
        return makeKey(tx, draft, (action, act) => recordCommand(tx, account.id, action, act))
      })
    })
    report(
      options,
      { key_id: keyId, api_key: apiKey },
      `Save this key: it is not shown again.\n\n${facts([
        ['Key id', keyId],
        ['API key', apiKey],
      ])}`,
    )
  })
