import { minute } from '../../../src/base/words.ts'
import { listOAuthClients, type OAuthClient } from '../../../src/oauth/clients.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report, table } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

export const oauthClientList = defineCommand({
  name: 'list',
  summary: 'List the approved integrations, including revoked ones.',
  examples: ['prospector oauth-client list', 'prospector oauth-client list --json'],
}).action(async (options: ReportOptions) => {
  const clients = await withDatabase(({ database }) => listOAuthClients(database))
  const rows = clients.map((client) => [
    client.clientId,
    client.name,
    client.isPublic ? 'public' : client.requiresPkce ? 'with secret and PKCE' : 'with secret',
    client.revoked ? 'revoked' : 'approved',
    minute(client.createdAt),
    client.redirectUris.join(' '),
    client.scopes.join(','),
  ])
  const head = ['CLIENT ID', 'NAME', 'KIND', 'STATE', 'CREATED', 'RETURNS TO', 'SCOPES']
  const text = rows.length === 0 ? 'There are no integrations.' : table(head, rows)
  report(options, { clients: clients.map(toListed) }, text)
})

function toListed({
  clientId,
  name,
  uri,
  redirectUris,
  scopes,
  isPublic,
  requiresPkce,
  createdAt,
  revoked,
}: OAuthClient) {
  return {
    client_id: clientId,
    name,
    uri,
    redirect_uris: redirectUris,
    scopes,
    public: isPublic,
    requires_pkce: requiresPkce,
    created_at: createdAt,
    revoked,
  }
}
