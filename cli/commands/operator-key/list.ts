import { minute } from '../../../src/base/words.ts'
import { listOperatorKeys } from '../../../src/ingest/operator-keys.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorKeyList = defineCommand({
  name: 'list',
  summary: 'List operator keys, the newest first.',
  examples: ['prospector operator-key list', 'prospector operator-key list --json'],
}).action(async (options: ReportOptions) => {
  const keys = await withDatabase(({ database }) => listOperatorKeys(database))
  const text =
    keys.length === 0
      ? 'There are no operator keys.'
      : table(
          ['ID', 'NAME', 'KEY', 'MAY', 'CREATED', 'LAST USED', 'REVOKED'],
          keys.map(({ id, name, prefix, canOperate, createdAt, lastUsedAt, revokedAt }) => [
            ...[
              id,
              name,
              `${prefix}…`,
              canOperate ? 'operate' : 'ingest',
              minute(createdAt),
              minute(lastUsedAt),
              minute(revokedAt),
            ],
          ]),
        )
  const documents = keys.map(({ id, name, prefix, canOperate, createdAt, lastUsedAt, revokedAt }) => ({
    ...{
      id,
      name,
      prefix,
      can_operate: canOperate,
      created_at: createdAt,
      last_used_at: lastUsedAt,
      revoked_at: revokedAt,
    },
  }))
  report(options, { operator_keys: documents }, text)
})
