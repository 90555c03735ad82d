import { listOAuthClients } from '../../../src/access/oauth/clients.ts'
import { defineCommand } from '../../command.ts'
import { minute, type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const oauthClientList = defineCommand({
  name: 'list',
  summary: 'List the approved integrations, revoked ones too.',
  examples: ['prospector oauth-client list', 'prospector oauth-client list --json'],
}).action(async (options: ReportOptions) => {
  const clients = await withDatabase(({ database }) => listOAuthClients(database))
  const rows = clients.map((client) => [
    client.client_id,
    client.name,
    client.public ? 'public' : 'with secret',
    client.revoked ? 'revoked' : 'approved',
    minute(client.created_at),
    client.redirect_uris.join(' '),
    client.scopes.join(','),
  ])
  const head = ['CLIENT ID', 'NAME', 'KIND', 'STATE', 'CREATED', 'RETURNS TO', 'SCOPES']
  report(options, { clients }, rows.length === 0 ? 'There are no integrations.' : table(head, rows))
})
