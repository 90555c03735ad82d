import { recordCommand } from '../../../src/audit/record.ts'
import { revokeOAuthClient } from '../../../src/oauth/clients.ts'
import { defineCommand, Refused } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const oauthClientRevoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke an integration and all its tokens.',
  examples: ['prospector oauth-client revoke client_…', 'prospector oauth-client revoke client_… --json'],
})
  .argument('<client-id>', 'its id (client_…)')
  .action(async (clientId: string, options: ReportOptions) => {
    const isKnown = await withDatabase(({ database, clock }) =>
      database.transaction(async (tx) => {
        const revoked = await revokeOAuthClient(tx, clock, clientId)
        const target = { type: 'oauth_client', id: clientId }
        if (revoked) await recordCommand(tx, null, 'oauth_client.revoked', { target })
        return revoked
      }),
    )
    if (!isKnown) throw new Refused('There is no integration with this id. "prospector oauth-client list" shows them.')
    report(options, { client_id: clientId, revoked: true }, `Revoked ${clientId}.`)
  })
