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

const snakeCase = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/PKCE/, 'pkce')
    .toLowerCase()

/** better-auth's own tables, whose options name table and columns. */
function coreTable<Field extends string>(
  model: string,
  fields: readonly Field[],
): { modelName: string; fields: Record<Field, string> } {
  const columns = Object.fromEntries(fields.map((field) => [field, snakeCase(field)])) as Record<Field, string>
  return { modelName: tableNames[model]!, fields: columns }
}

export const coreTables = {
  user: coreTable('user', ['emailVerified', 'createdAt', 'updatedAt']),
  session: {
    ...coreTable('session', ['expiresAt', 'createdAt', 'updatedAt', 'ipAddress', 'userAgent', 'userId']),
    additionalFields: {
      // Ours: the account in which the session stands.
      activeAccountId: { type: 'string' as const, required: false, input: false, fieldName: 'active_account_id' },
    },
  },
  account: coreTable('account', [
    'accountId',
    'providerId',
    'userId',
    'accessToken',
    'refreshToken',
    'idToken',
    'accessTokenExpiresAt',
    'refreshTokenExpiresAt',
    'createdAt',
    'updatedAt',
  ]),
  verification: coreTable('verification', ['expiresAt', 'createdAt', 'updatedAt']),
  rateLimit: coreTable('rateLimit', ['lastRequest']),
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
