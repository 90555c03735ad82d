import { InvalidArgumentError, Option } from 'commander'
import { recordCommand } from '../../../src/audit/record.ts'
import { type Scope, scopes } from '../../../src/base/scopes.ts'
import { createOAuthClient, redirectUriFault } from '../../../src/oauth/clients.ts'
import { scopeList, text } from '../../arguments.ts'
import { defineCommand } from '../../command.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & {
  name: string
  redirectUri: string[]
  scopes: Scope[]
  public?: boolean
  requirePkce?: boolean
  uri?: string
}

export const oauthClientCreate = defineCommand({
  name: 'create',
  summary: 'Approve an integration. Its secret is shown only once.',
  details: `Scopes: ${scopes.join(', ')}. Redirect URIs are matched exactly; repeat --redirect-uri for more than one.`,
  examples: [
    'prospector oauth-client create --name CRM --redirect-uri https://crm.example/callback',
    'prospector oauth-client create --name Agent --public --redirect-uri http://localhost:33418/callback --json',
    'prospector oauth-client create --name CRM --redirect-uri https://crm.example/cb --scopes contacts:search,usage:read',
  ],
})
  .requiredOption('--name <name>', 'what people see when it asks for access', text)
  .requiredOption('--redirect-uri <address>', 'where people return to after they consent', redirectUris)
  .addOption(
    new Option('--scopes <list>', 'the scopes it may ask for, as a comma-separated list')
      .argParser(scopeList)
      .default(scopes, 'everything'),
  )
  .option('--public', 'it can’t keep a secret (a desktop program, an agent, a browser) and relies on PKCE')
  .option('--require-pkce', 'refuse authorization requests without PKCE; public clients always need it')
  .option('--uri <address>', 'its home page')
  .action(async (options: Options) => {
    const { name, redirectUri: redirectUris, scopes: granted, public: isPublic = false, uri = null } = options
    const draft = { name, redirectUris, scopes: granted, isPublic, requiresPkce: options.requirePkce ?? false, uri }
    const { clientId, clientSecret } = await withDatabase(({ database, clock }) =>
      database.transaction(async (tx) => {
        const made = await createOAuthClient(tx, clock, draft)
        await recordCommand(tx, null, 'oauth_client.created', {
          target: { type: 'oauth_client', id: made.clientId, name },
          details: { redirect_uris: redirectUris.join(' '), scopes: granted.join(' ') },
        })
        return made
      }),
    )
    const shown: [string, string][] = [['Client id', clientId]]
    if (clientSecret) shown.push(['Client secret', clientSecret])
    const hint = clientSecret ? 'Save the secret: it is not shown again.' : 'A public client has no secret.'
    report(options, { client_id: clientId, client_secret: clientSecret }, `${hint}\n\n${facts(shown)}`)
  })

function redirectUris(address: string, before: string[] = []): string[] {
  const fault = redirectUriFault(address.trim())
  if (fault) throw new InvalidArgumentError(fault)
  return [...new Set([...before, address.trim()])]
}
