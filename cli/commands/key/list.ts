import { type ListedKey, listKeys } from '../../../src/access/keys.ts'
import { defineCommand } from '../../command.ts'
import { requireAccount } from '../../find-account.ts'
import { count, minute, type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const keyList = defineCommand({
  name: 'list',
  summary: 'List the keys of an account, revoked ones too.',
  examples: ['prospector key list --account acc_…', 'prospector key list --account ada@acme.example --json'],
})
  .requiredOption('--account <account>', 'its id, or the address its owner signs in with')
  .action(async (options: ReportOptions & { account: string }) => {
    const keys = await withDatabase(async ({ database }) =>
      listKeys(database, (await requireAccount(database, options.account)).id),
    )
    report(options, { keys: keys.map(toListed) }, keys.length === 0 ? 'There are no keys.' : toTable(keys))
  })

function toListed({ key_id, name, prefix, scopes, credit_limit, expires_at, revoked_at, last_used_at }: ListedKey) {
  return { key_id, name, prefix, scopes, credit_limit, expires_at, revoked_at, last_used_at }
}

function toTable(keys: ListedKey[]): string {
  return table(
    ['KEY ID', 'NAME', 'BEGINS WITH', 'CREDIT LIMIT', 'EXPIRES', 'REVOKED', 'LAST USED', 'SCOPES'],
    keys.map((key) => [
      key.key_id,
      key.name,
      key.prefix,
      key.credit_limit === null ? '-' : count(key.credit_limit),
      minute(key.expires_at),
      minute(key.revoked_at),
      minute(key.last_used_at),
      key.scopes.join(','),
    ]),
  )
}
