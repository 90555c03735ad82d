import { accountsOfKeys } from '../../../src/accounts/test-account.ts'
import { count, minute } from '../../../src/base/words.ts'
import { type Key, readKeys } from '../../../src/keys/keys.ts'
import { defineCommand } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const keyList = defineCommand({
  name: 'list',
  summary: 'List the keys of an account, including revoked ones.',
  examples: ['prospector key list --account acc_…', 'prospector key list --account ada@acme.example --json'],
})
  .requiredOption('--account <account>', accountWords)
  .action(async (options: ReportOptions & { account: string }) => {
    const newestFirst = await withDatabase(async ({ database }) =>
      readKeys(database, await accountsOfKeys(database, (await requireAccount(database, options.account)).id)),
    )
    const keys = newestFirst.toReversed()
    report(options, { keys: keys.map(toListed) }, keys.length === 0 ? 'There are no keys.' : toTable(keys))
  })

function toListed({ id, name, prefix, scopes, creditLimit, expiresAt, revokedAt, lastUsedAt }: Key) {
  return {
    key_id: id,
    name,
    prefix,
    scopes,
    credit_limit: creditLimit,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  }
}

function toTable(keys: Key[]): string {
  return table(
    ['KEY ID', 'NAME', 'BEGINS WITH', 'CREDIT LIMIT', 'EXPIRES', 'REVOKED', 'LAST USED', 'SCOPES'],
    keys.map((key) => [
      key.id,
      key.name,
      key.prefix,
      key.creditLimit === null ? '-' : count(key.creditLimit),
      minute(key.expiresAt),
      minute(key.revokedAt),
      minute(key.lastUsedAt),
      key.scopes.join(','),
    ]),
  )
}
