import type { BetterAuthPlugin } from 'better-auth'

/**
 * better-auth's tables under our names: plural, snake_case, made by migrations/0006_people.sql. Its own command never
 * touches the schema.
 */
const tableNames: Record<string, string> = {
  user: 'users',
  session: 'sessions',
  account: 'sign_in_methods',
  verification: 'verifications',
  rateLimit: 'sign_in_attempts',
  twoFactor: 'two_factors',
  jwks: 'signing_keys',
  oauthClient: 'oauth_clients',
  oauthResource: 'oauth_resources',
  oauthClientResource: 'oauth_client_resources',
  oauthRefreshToken: 'oauth_refresh_tokens',
  oauthAccessToken: 'oauth_access_tokens',
  oauthConsent: 'oauth_consents',
  oauthClientAssertion: 'oauth_client_assertions',
}

export const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/PKCE/, 'pkce')
    .toLowerCase()

/** For better-auth's own tables, whose options name table and columns. */
export function coreTable<Field extends string>(
  model: string,
  fields: readonly Field[],
): { modelName: string; fields: Record<Field, string> } {
  const columns = Object.fromEntries(fields.map((field) => [field, snakeCase(field)])) as Record<Field, string>
  return { modelName: tableNames[model]!, fields: columns }
}

type PluginTable = { modelName?: string; fields: Record<string, { fieldName?: string }> }

/** The same for the tables that a plugin brings or widens. */
export function withOurTables(plugin: { id: string; schema?: object }): BetterAuthPlugin {
  const tables = Object.entries((plugin.schema ?? {}) as Record<string, PluginTable>)
  const schema = Object.fromEntries(
    tables.map(([model, table]) => [
      model,
      {
        ...table,
        modelName: tableNames[model],
        fields: Object.fromEntries(
          Object.entries(table.fields).map(([name, field]) => [name, { ...field, fieldName: snakeCase(name) }]),
        ),
      },
    ]),
  )
  return { ...plugin, schema } as BetterAuthPlugin
}
