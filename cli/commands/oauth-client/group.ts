import { defineGroup } from '../../command.ts'
import { oauthClientCreate } from './create.ts'
import { oauthClientList } from './list.ts'
import { oauthClientRevoke } from './revoke.ts'

export const oauthClientCommands = defineGroup(
  {
    name: 'oauth-client',
    summary: 'Integrations that people may connect to their account.',
    examples: [
      'prospector oauth-client create --name CRM --redirect-uri https://crm.example/callback',
      'prospector oauth-client list',
      'prospector oauth-client revoke client_…',
    ],
  },
  [oauthClientCreate, oauthClientList, oauthClientRevoke],
)
