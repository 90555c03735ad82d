import { recordCommand } from '../../../src/audit/record.ts'
import { minute } from '../../../src/base/words.ts'
import { endKey } from '../../../src/keys/keys.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const keyRevoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke a key. It stops working at once.',
  examples: ['prospector key revoke key_…', 'prospector key revoke key_… --json'],
})
  .argument('<key-id>', 'its id (key_…), not the key itself')
  .action(async (keyId: string, options: ReportOptions) => {
    const ended = await withDatabase(({ database, clock }) =>
      database.transaction(async (tx) => {
        const key = await endKey(tx, clock, null, keyId)
        const target = { type: 'key', id: keyId, name: key?.name ?? null }
        if (key?.isNew) await recordCommand(tx, key.accountId, 'key.revoked', { target })
        return key
      }),
    )
    if (!ended)
      throw new Refused(`There is no key with this id. "prospector key list" shows the ids of an account's keys.`)
    const { revokedAt } = ended
    report(options, { key_id: keyId, revoked_at: revokedAt }, `Revoked ${keyId} at ${minute(revokedAt)}.`)
  })
