import { recordCommand } from '../../../src/audit/record.ts'
import { revokeOperatorKey } from '../../../src/ingest/operator-keys.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const operatorKeyRevoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke an operator key. It ends at once, also for a request that is under way.',
  examples: ['prospector operator-key revoke opk_…', 'prospector operator-key revoke opk_… --json'],
})
  .argument('<id>', 'the id of the key ("prospector operator-key list")')
  .action(async (id: string, options: ReportOptions) => {
    const revoked = await withDatabase(({ database }) =>
      database.transaction(async (tx) => {
        const ended = await revokeOperatorKey(tx, id)
        const target = { type: 'operator_key', id, name: ended?.name ?? null }
        if (ended) await recordCommand(tx, null, 'operator_key.revoked', { target })
        return ended
      }),
    )
    if (!revoked) throw new Refused(`There is no operator key ${id}.`)
    report(
      options,
      { id, name: revoked.name, revoked_at: revoked.revokedAt },
      `Operator key ${id} (${revoked.name}) is revoked.`,
    )
  })
